import type { Readable, Writable } from 'node:stream';
import { createAssembly } from './assembly.ts';
import type { Transport } from './cdp.ts';

/** The two pipes of `--remote-debugging-pipe`: every message is ended by a NUL byte. */
export const overPipes = (output: Writable, input: Readable): Transport => ({
  send: inOneWrite(output),
  receive: (receiver) => {
    const { keep, complete } = createAssembly(receiver);
    input.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
        keep(chunk.subarray(start, end));
        start = end + 1;
        complete();
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    });
    // A dying browser breaks the pipe.
    const broke = () => receiver.broke('the browser pipe broke');
    output.on('error', broke);
    input.on('error', broke);
  },
  destroy: () => {
    output.destroy();
    input.destroy();
  },
});

/** What is sent in one turn goes in one write: each wakes the browser, which costs more than what it reads. */
const inOneWrite = (output: Writable): Transport['send'] => {
  let text = '';
  return (message) => {
    if (text === '')
      process.nextTick(() => {
        output.write(text);
        text = '';
      });
    text += `${message}\0`;
  };
};
