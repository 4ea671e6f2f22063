import { expect, test } from 'vitest';
import { startPeer } from '../../test/support/wire.ts';
import { dial } from './dial.ts';

const never = new AbortController().signal;
const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 as const }));

test('connects to the first address that answers', async () => {
  await using peer = await startPeer(() => undefined, '127.0.0.3');
  await using later = await startPeer(() => undefined, '127.0.0.4');
  const socket = await dial(at('127.0.0.9', '127.0.0.3', '127.0.0.4'), peer.port, never);
  expect(socket.remoteAddress).toBe('127.0.0.3');
  expect(later.sockets).toHaveLength(0);
  socket.destroy();
});

test('fails when no address answers, with the last reason', async () => {
  await expect(dial(at('127.0.0.9', '127.0.0.10'), 1, never)).rejects.toMatchObject({
    reason: 'unreachable',
    cause: { code: 'ECONNREFUSED', address: '127.0.0.10' },
  });
});

test('knocks at six addresses and no more', async () => {
  await using seventh = await startPeer(() => undefined, '127.0.0.27');
  const addresses = [21, 22, 23, 24, 25, 26, 27].map((last) => `127.0.0.${last}`);
  await expect(dial(at(...addresses), seventh.port, never)).rejects.toMatchObject({ reason: 'unreachable' });
  expect(seventh.sockets).toHaveLength(0);
});

test('both families are tried in turn: a machine may reach one of them alone', async () => {
  await using peer = await startPeer(() => undefined, '127.0.0.3');
  const others = Array.from({ length: 6 }, () => ({ address: '::1', family: 6 as const }));
  const socket = await dial([...others, ...at('127.0.0.3')], peer.port, never);
  expect(socket.remoteAddress).toBe('127.0.0.3');
  socket.destroy();
});

test('ends with its signal', async () => {
  await using peer = await startPeer(() => undefined);
  const controller = new AbortController();
  const dialling = dial(at('127.0.0.1'), peer.port, controller.signal);
  controller.abort(new Error('enough'));
  await expect(dialling).rejects.toThrow('enough');
  await expect(dial(at('127.0.0.1'), peer.port, controller.signal)).rejects.toThrow('enough');
});
