import { once } from 'node:events';
import type { Server } from 'node:http';
import { SettingError } from '../config.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EACCES: 'this user may not listen there (ports below 1024 need a privilege)',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that host name is unknown',
};

/** @returns the base address. @throws SettingError naming the settings and what is wrong with them. */
export const listen = async (server: Server, host: string, port: number): Promise<string> => {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new SettingError(
      `GANNET_HOST ${host} and GANNET_PORT ${port} cannot be used: ${reasons[code] ?? code}`,
      { cause: error },
    );
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
};
