import { progress } from '../harness.ts';
import { type PagePeerName, pagePeers } from '../peers.ts';
import {
  alwaysRendered,
  httpSubject,
  isMissing,
  limitSubject,
  type Missing,
  peerSubject,
  type Subject,
} from '../subjects.ts';

/** Everybody who is measured, each in processes of its own, and who could not be had. */
export interface Line {
  readonly subjects: readonly Subject[];
  readonly missing: readonly Missing[];
  /** What each of them is asked to do. */
  readonly how: readonly { readonly name: string; readonly how: string }[];
}

export const ours = { learned: 'gannet', rendered: 'gannet, rendered', limit: 'Chromium alone' } as const;

const howOurs = [
  {
    name: ours.learned,
    how: 'POST /v1/scrape with its defaults, past the cache: Markdown of the main content; what it has learned of a kind of pages counts',
  },
  { name: ours.rendered, how: 'the same with GANNET_RENDER=always: every page is shown' },
];
const howLimit = {
  name: ours.limit,
  how: "gannet's browser and isolation (a context and a window for each page) by bare DevTools commands: load event, outerHTML, nothing else",
};

/** Starts gannet twice, as it is and with every page shown, and those it is compared with. */
export const startLine = async (others: readonly (PagePeerName | 'limit')[]): Promise<Line> => {
  const subjects: Subject[] = [
    await httpSubject(ours.learned),
    await httpSubject(ours.rendered, alwaysRendered),
  ];
  const missing: Missing[] = [];
  for (const other of others) {
    progress(`starting ${other}`);
    const started = other === 'limit' ? await limitSubject() : await peerSubject(other);
    if (isMissing(started)) missing.push(started);
    else subjects.push(started);
  }
  const how = others.map((other) => (other === 'limit' ? howLimit : pagePeers[other]));
  return { subjects, missing, how: [...howOurs, ...how].map(({ name, how: text }) => ({ name, how: text })) };
};
