import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { startSite } from '../../test/support/site.ts';
import { createClient } from './client.ts';
import { isGannetError } from './errors.ts';
import { readMessages } from './stream.ts';

/** Following a job whose connections break. */

const job = '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d';
const result = (id: number) =>
  `id: ${id}\nevent: result\ndata: {"id":"${id}","url":"https://example.com/${id}"}\n\n`;
const progress = 'event: progress\ndata: {"status":"running"}\n\n';
const end = 'event: end\ndata: {"status":"completed"}\n\n';

type Step = (response: ServerResponse, request: IncomingMessage) => void;

const streams =
  (...parts: string[]): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) response.write(part);
    response.end();
  };
/** What is written, and then the connection breaks. */
const breaks =
  (...parts: string[]): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(parts.join(''), () => response.destroy());
  };
const refuses =
  (status: number, error: string, seconds = '0'): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': seconds })
      .end(JSON.stringify({ detail: { error, message: error } }));

const follow = async (steps: readonly Step[]) => {
  const asked: string[] = [];
  const site = await startSite({
    [`/v1/crawl/${job}/events`]: (request, response) => {
      const step = steps[Math.min(asked.length, steps.length - 1)];
      asked.push(new URL(request.url ?? '', 'http://site').searchParams.get('last_event_id') ?? '');
      step?.(response, request);
    },
  });
  const { crawl } = createClient({ url: site.origin });
  return { crawl, asked, site, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
};

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

test('no result is missed and none comes twice, however connections end', async () => {
  await using given = await follow([
    breaks(progress, result(1), result(2), 'id: 3\nevent: result\ndata: {"id":'),
    refuses(503, 'shutting_down'),
    streams(result(3), ': still here\n\n'),
    streams(progress, result(4), end),
  ]);
  const events = await collect(given.crawl.events(job));
  expect(given.asked).toEqual(['0', '2', '2', '3']);
  expect(events.map((event) => (event.event === 'result' ? event.id : event.event))).toEqual([
    'progress',
    1,
    2,
    3,
    'progress',
    4,
    'end',
  ]);
});

test('results are those behind the offset', async () => {
  await using given = await follow([streams(result(8), progress, result(9), end)]);
  const results = await collect(given.crawl.results(job, { offset: 7 }));
  expect(results.map(({ url }) => url)).toEqual(['https://example.com/8', 'https://example.com/9']);
  await collect(given.crawl.results(job, { offset: 7, after: undefined }));
  expect(given.asked).toEqual(['7', '7']);
});

test('wait tells of progress and ends with the status, without the results', async () => {
  await using given = await follow([streams(progress), streams(progress, end)]);
  const statuses: string[] = [];
  const last = await given.crawl.wait(job, { onProgress: ({ status }) => void statuses.push(status) });
  expect(last.status).toBe('completed');
  expect(statuses).toEqual(['running', 'running']);
  expect(given.asked).toEqual(['1000000', '1000000']);
});

test('a job that is not there is an error at once', async () => {
  await using given = await follow([refuses(404, 'not_found')]);
  const failure = await given.crawl.wait(job).catch((error: unknown) => error);
  expect(isGannetError(failure, 'not_found')).toBe(true);
  expect(given.asked.length).toBe(1);
});

test('what is no stream of events is an error at once', async () => {
  await using given = await follow([
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  ]);
  const failure = await given.crawl.wait(job, { reconnects: 1 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unexpected_answer', status: 200 });
  expect(given.asked.length).toBe(1);
});

test('connections in a row that bring nothing come to an end', async () => {
  await using given = await follow([breaks(progress), refuses(503, 'overloaded')]);
  const failure = await given.crawl.wait(job, { reconnects: 3 }).catch((error: unknown) => error);
  expect(isGannetError(failure, 'overloaded')).toBe(true);
  expect(given.asked.length).toBe(1 + 3);
});

test('who leaves closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  await using given = await follow([
    (response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(result(1));
    },
  ]);
  for await (const { url } of given.crawl.results(job)) {
    expect(url).toBe('https://example.com/1');
    break;
  }
  await closed.promise;
});

test('a signal and a time end it, while it waits for an event', async () => {
  await using given = await follow([
    (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(progress),
  ]);
  const reason = new Error('enough');
  const stopping = new AbortController();
  const waiting = given.crawl.wait(job, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(reason),
  });
  await expect(waiting).rejects.toBe(reason);
  const late = await given.crawl.wait(job, { timeoutMs: 100 }).catch((error: unknown) => error);
  expect(isGannetError(late, 'client_timeout')).toBe(true);
});

test('who is told to wait for longer than timers know does not ask again at once', async () => {
  await using given = await follow([refuses(503, 'overloaded', '99999999999')]);
  const signal = AbortSignal.timeout(500);
  await expect(given.crawl.wait(job, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(given.asked).toHaveLength(1);
});

/** The parser alone, with text cut anywhere. */
const messagesOf = (chunks: readonly (string | Uint8Array)[]) => {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of bytes) controller.enqueue(chunk);
      controller.close();
    },
  });
  return collect(readMessages(new Response(body)));
};

test('messages are read as the standard has them, wherever the bytes are cut', async () => {
  const text =
    ': a comment\r\nid: 7\r\nevent: result\r\ndata: {"a":\r\ndata: "ü"}\r\n\r\nretry: 5\n\ndata:x\ndata\n\nid:8\r\rdata: y\n';
  const bytes = new TextEncoder().encode(text);
  const expected = [
    { id: '7', event: 'result', data: '{"a":\n"ü"}' },
    { id: '7', event: 'message', data: 'x\n' },
  ];
  expect(await messagesOf([text])).toEqual(expected);
  expect(await messagesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('a message of megabytes takes no time, however small the pieces it comes in', async () => {
  const data = 'a'.repeat(5_000_000);
  const pieces = Array.from({ length: 5000 }, (_, index) => data.slice(1000 * index, 1000 * (index + 1)));
  const before = cpuMs();
  const [message] = await messagesOf(['data: ', ...pieces, '\n\n']);
  expect(message?.data).toBe(data);
  expect(cpuMs() - before).toBeLessThan(3000);
});
