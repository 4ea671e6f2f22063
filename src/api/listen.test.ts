import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { SettingError } from '../config.ts';
import { listen } from './listen.ts';

const servers: ReturnType<typeof createServer>[] = [];
const make = () => {
  const server = createServer();
  servers.push(server);
  return server;
};
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('gives the base address with the port in use', async () => {
  expect(await listen(make(), '127.0.0.1', 0)).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect(await listen(make(), 'localhost', 0)).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
});

test('says that a port is taken, and of which settings it speaks', async () => {
  const { port } = new URL(await listen(make(), '127.0.0.1', 0));
  const failure = await listen(make(), '127.0.0.1', Number(port)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SettingError);
  expect(failure).toMatchObject({
    message: `GANNET_HOST 127.0.0.1 and GANNET_PORT ${port} cannot be used: another program listens there already`,
  });
});

test('says that an address is not of this machine', async () => {
  await expect(listen(make(), '192.0.2.1', 0)).rejects.toThrow('this machine does not have that address');
});
