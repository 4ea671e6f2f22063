import { expect, test } from 'vitest';
import { createOriginCheck } from './origin.ts';

const check = createOriginCheck(['gannet.example']);

test.each([
  ['localhost:8080', undefined],
  ['127.0.0.1:8080', undefined],
  ['[::1]:8080', undefined],
  ['192.168.1.5', undefined],
  ['gannet.example', undefined],
  ['GANNET.example.:443', undefined],
  ['gannet.example', 'https://gannet.example'],
  ['gannet.example', 'http://localhost:6274'],
  ['localhost:8080', 'http://127.0.0.1:6274'],
  ['192.168.1.5:8080', 'http://192.168.1.5:8080'],
])('Host %s with Origin %s may', (host, origin) => {
  expect(() => check({ host, origin })).not.toThrow();
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['evil.example', undefined],
  ['gannet.example.evil.example', undefined],
  ['evil.example/gannet.example', undefined],
  ['user@gannet.example', undefined],
  ['gannet', undefined],
  ['127.0.0.1.evil.example', undefined],
  ['gannet.example', 'https://evil.example'],
  ['gannet.example', 'null'],
  ['gannet.example', ''],
  ['gannet.example', 'file://'],
  ['gannet.example', 'https://gannet.example.evil.example'],
  ['gannet.example', 'http://127.evil.example'],
  ['127.0.0.1', 'http://192.168.1.5'],
])('Host %s with Origin %s may not', (host, origin) => {
  expect(() => check({ host, origin })).toThrow(expect.objectContaining({ code: 'foreign_origin' }));
});
