import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { browserPidOf, commandOf, descendantsOf, type Service } from '../../test/support/service.ts';
import type { Keeper } from './keeper.ts';
import type { Place } from './place.ts';
import type { Mood, Web } from './web.ts';

/** What can befall a service, one row each. A row that ends the process is `deadly`. */
export interface Fault {
  readonly deadly: boolean;
  /** Whether it can be done with this database. */
  readonly fits: (place: Place) => boolean;
  readonly strike: (victim: Victim) => Promise<void>;
}

export interface Victim {
  readonly keeper: Keeper;
  readonly web: Web;
  readonly place: Place;
}

const always = () => true;
const lastMs = 6000;

const kill = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
};

const browserOf = (service: Service): number[] => {
  // Between two browsers there is none.
  return descendantsOf(service.pid).length === 0 ? [] : [browserPidOf(service)];
};
const processesOf = ({ pid }: Service, type: string): number[] =>
  descendantsOf(pid).filter((id) => commandOf(id).includes(`--type=${type}`));

const gentle = (strike: Fault['strike']): Fault => ({ deadly: false, fits: always, strike });
const mood = (name: Mood): Fault =>
  gentle(async ({ web }) => {
    web.mood = name;
    await delay(lastMs);
    web.mood = 'fine';
  });

export const faults: Readonly<Record<string, Fault>> = {
  'service killed': {
    deadly: true,
    fits: always,
    strike: ({ keeper }) => keeper.restart(({ process: child }) => child.kill('SIGKILL')),
  },
  'disk full': {
    deadly: true,
    fits: ({ isSmall }) => isSmall,
    strike: ({ keeper, place }) => {
      const filler = join(place.dataDir, 'filler');
      // The database stops, and the service with it; it is started again when there is room.
      return keeper.restart(
        () => fill(filler),
        async () => rmSync(filler),
      );
    },
  },
  'service told to stop': {
    deadly: true,
    fits: always,
    strike: ({ keeper }) => keeper.restart(({ process: child }) => child.kill('SIGTERM')),
  },
  'browser killed': gentle(async ({ keeper }) => kill(browserOf(keeper.service), 'SIGKILL')),
  'targets hang': mood('hang'),
  'database connections cut': {
    deadly: false,
    fits: ({ kind }) => kind === 'postgres',
    strike: ({ place }) => place.cutConnections(),
  },
  'renderers killed': gentle(async ({ keeper }) => kill(processesOf(keeper.service, 'renderer'), 'SIGKILL')),
  'clock set two hours ahead, and back': gentle(async ({ keeper }) => {
    const { pid } = keeper.service;
    kill([pid], 'SIGUSR2');
    await delay(lastMs);
    if (keeper.service.pid === pid) kill([pid], 'SIGUSR2');
  }),
  'browser frozen': gentle(async ({ keeper }) => kill(browserOf(keeper.service), 'SIGSTOP')),
  'targets break off': mood('cut'),
  'receiver of webhooks fails': gentle(async ({ web }) => {
    web.receiverFails = true;
    await delay(lastMs);
    web.receiverFails = false;
  }),
};

const fill = (path: string): void => {
  const block = Buffer.alloc(1_000_000, 1);
  try {
    for (;;) writeFileSync(path, block, { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
};
