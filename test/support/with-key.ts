import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door before a service that adds the key, for programs that cannot send one. Everything else passes as it is. */
export const startWithKey = async (base: string, key: string) => {
  const { hostname, port } = new URL(base);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(
      { hostname, port, method, path: url, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    outgoing.on('close', () => onward.destroy());
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
