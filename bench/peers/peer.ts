import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Told } from '../children/told.ts';
import type { Packages } from '../install.ts';
import type { Visited, VisitOptions } from '../subjects.ts';

/** Something that people use for what gannet does. */
interface Peer {
  /** As tables and plots call it. */
  readonly name: string;
  /** How it is asked, in a few words: a comparison is worth what one knows of this. */
  readonly how: string;
}

/** Where it runs: in a process of its own, its packages installed. */
export interface Place {
  /** A module of its packages. */
  readonly load: (module: string) => unknown;
  readonly folder: string;
  /** The Chromium that all of them drive. */
  readonly browser: string;
}

/** Shows single pages. */
export interface PagePeer extends Peer {
  readonly packages: Packages;
  readonly pictures: boolean;
  open(place: Place): Promise<PageReader>;
}

export interface PageReader {
  read(url: string, options: VisitOptions): Promise<Omit<Visited, 'ms'>>;
  close(): Promise<void>;
}

/** Crawls sites along their links. */
export interface SitePeer extends Peer {
  /** Undefined for a program of the system. */
  readonly packages: Packages | undefined;
  /** Why it cannot be had, where it is a program of the system. */
  missing?(): Promise<string | undefined>;
  crawl(place: Place, order: CrawlOrder): Promise<Told>;
}

export interface CrawlOrder {
  readonly start: string;
  /** Pages asked for at once. */
  readonly parallel: number;
}

/** Turns HTML into Markdown; the browser is not involved. */
export interface TextPeer extends Peer {
  readonly packages: Packages;
  open(place: Pick<Place, 'load' | 'folder'>): (html: string, url: string) => string | Promise<string>;
}

export const loader = (folder: string): Place['load'] => createRequire(join(folder, 'from-here.js'));
