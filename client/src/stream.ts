import { GannetError } from './errors.ts';

/** One message of a stream of server-sent events. */
export interface Message {
  /** Of the last message that had one. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** The service says something every 15 s: a connection that is silent for so long is dead, whatever it looks like. */
const silenceMs = 45_000;

/** Reads server-sent events (HTML standard, 9.2.6). @throws GannetError `network_error` when the stream breaks. */
export async function* readMessages(response: Response): AsyncGenerator<Message, void> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
}

async function* linesOf(response: Response): AsyncGenerator<string, void> {
  let line = '';
  /** A carriage return at the end of a piece: a line feed may follow. */
  let held = '';
  // Each piece is looked at once: a result of megabytes is one line of hundreds of them.
  for await (const text of textsOf(response)) {
    const piece = held + text;
    held = piece.endsWith('\r') ? '\r' : '';
    const [rest = '', ...lines] = piece.slice(0, piece.length - held.length).split(/\r\n|\n|\r/);
    line += rest;
    for (const next of lines) {
      yield line;
      line = next;
    }
  }
}

/** With a reader, since not every browser has streams that can be iterated. */
async function* textsOf({ body }: Response): AsyncGenerator<string, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await inTime(reader);
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

const inTime = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`silent for ${silenceMs} ms`)), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (cause) {
    throw new GannetError('network_error', { cause });
  } finally {
    clearTimeout(timer);
  }
};
