import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { attacksOn } from './attacks.ts';
import { startNameServer } from './name-server.ts';
import { html, type Page, type Site, startSite } from './site.ts';

/**
 * The attacker's web is on 127.0.0.1, which the service may reach; the victim is on 127.0.0.2, at the same port, which it
 * may not. Whatever a page or a caller tries, through whatever door, the victim must not see so much as a connection.
 */
export interface Webs extends AsyncDisposable {
  readonly attacker: Site;
  /** What the attacker serves; `/fine` is there. */
  readonly pages: Record<string, Page>;
  readonly victim: Site;
  /** May be reached: shows that the attacks are some. */
  readonly open: Site;
  /** How often each name has been asked for: one that begins with `flip` leads to the attacker and the victim by turns. */
  readonly turns: ReadonlyMap<string, number>;
  /** An address of the victim's port. */
  readonly at: (host: string, path?: string) => string;
  /** What a process must be told that is to live by these rules. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Names that lead to the victim, or there too. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  'inside.test': ['127.0.0.2'],
  'mapped.test': ['::ffff:127.0.0.2'],
  'both.test': ['127.0.0.1', '127.0.0.2'],
  'six.test': ['::1'],
  'fine.test': ['127.0.0.1'],
};

export const words = `<p>${'Words that make this an ordinary page for the reader of it. '.repeat(10)}</p>`;

/** What counts: requests, and connections without one. */
const watched = (site: Site): Site => {
  site.server.on('upgrade', (request, socket) => {
    site.hits.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  site.server.on('connection', () => site.hits.push('a connection'));
  return site;
};

export const startWebs = async (): Promise<Webs> => {
  const pages: Record<string, Page> = { '/fine': html('Fine', `<h1>Fine</h1>${words}`) };
  const attacker = await startSite(pages);
  const victim = watched(await startSite({}, '127.0.0.2', attacker.port));
  const open = watched(await startSite({}, '127.0.0.1'));
  for (const [name, page] of attacksOn(victim.origin)) pages[`/attack/${name}`] = page;
  for (const [name, page] of attacksOn(open.origin)) pages[`/control/${name}`] = page;
  const udp = createSocket('udp4');
  udp.on('message', () => victim.hits.push('a packet'));
  await once(udp.bind(victim.port, '127.0.0.2'), 'listening');
  const turns = new Map<string, number>();
  const names = await startNameServer((name) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    if (name.startsWith('flip')) return [turn % 4 < 2 ? '127.0.0.1' : '127.0.0.2'];
    return name.endsWith('.inside.test') ? ['127.0.0.2'] : (fixed[name] ?? []);
  });
  return {
    attacker,
    pages,
    victim,
    open,
    turns,
    at: (host, path = '/secret') => `http://${host}:${victim.port}${path}`,
    settings: { GANNET_ALLOW_NETWORKS: '127.0.0.1/32', GANNET_NAME_SERVERS: names.address },
    [Symbol.asyncDispose]: async () => {
      for (const closing of [attacker, victim, open, names]) await closing[Symbol.asyncDispose]();
      await new Promise<void>((resolve) => udp.close(() => resolve()));
    },
  };
};

/** The victim's address as it can be written. Those that browsers take for another host must not lead there, either. */
export const spellings = `
  127.0.0.2 127.0.0.2. 127.2 127.0.2 2130706434 0x7f000002 0x7f.0.0.2 0177.0.0.2 0x7F.0x0.0x0.0x2
  00000177.0.0.02 １２７.0.0.2 127。0。0。2 127．0．0．2 %31%32%37.0.0.2 ①②⑦.0.0.2 user:pass@127.0.0.2
  public.example:80@127.0.0.2 127.0.0.2%2e [::ffff:127.0.0.2] [::ffff:7f00:2] [0:0:0:0:0:FFFF:7F00:0002]
  [::127.0.0.2] [64:ff9b::127.0.0.2] [64:ff9b:1::7f00:2] [2002:7f00:2::] [::ffff:0:127.0.0.2]
  [fe80::1%25lo] [::1] 0.0.0.0 0 10.0.0.1 169.254.169.254 [fd00:ec2::254] inside.test INSIDE.test.
  ｉｎｓｉｄｅ.test mapped.test both.test six.test
`
  .trim()
  .split(/\s+/);
/** A short list for doors where each address takes its time. */
export const few = ['127.0.0.2', '0x7f.2', '[::ffff:7f00:2]', 'inside.test', 'both.test'];

/** What is refused is not asked for again. */
export const quick = { retry: false, timeout_ms: 8000 };
/** A crawl that waits for nobody. */
export const direct = { options: { delay_ms: 0, respect_robots_txt: false, timeout_per_page: 8000 } };

/** A few at a time: the machine may be small. */
export const inLanes = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
};
