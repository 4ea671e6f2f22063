import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** What is used of Emscripten's file system over node:fs. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number };
  readonly node_ops: { rename: (node: unknown, folder: unknown, name: string) => void };
  realPath(node: unknown): string;
  /** Turns the error of a system call into the errno that PostgreSQL reads. */
  tryFSOperation<T>(call: () => T): T;
}

/**
 * PGlite's folder on disk, made durable. As shipped it never calls fsync: every acknowledged row is lost with the power
 * (electric-sql/pglite#1107). Here a flush reaches the disk, and so does the new name of a renamed file: PostgreSQL
 * recycles WAL segments by renaming, and flushes a file only, for it cannot open folders here.
 */
export class DurableFS extends NodeFS {
  /** Flushes so far. */
  syncs = 0;
  readonly #flush: (fd: number) => void;

  constructor(folder: string, flush: (fd: number) => void = fdatasyncSync) {
    super(folder);
    this.#flush = flush;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const result = await super.init(pg, options);
    const preRun = [
      (module: { NODEFS: unknown }) => this.#makeDurable(module.NODEFS as NodeFileSystem),
      ...(result.emscriptenOpts.preRun ?? []),
    ];
    return { emscriptenOpts: { ...result.emscriptenOpts, preRun } };
  }

  #makeDurable(files: NodeFileSystem): void {
    files.stream_ops.fsync = ({ nfd }) =>
      files.tryFSOperation(() => {
        // Only files have a descriptor.
        if (nfd === undefined) return 0;
        this.#flush(nfd);
        this.syncs += 1;
        return 0;
      });
    const { rename } = files.node_ops;
    files.node_ops.rename = (node, folder, name) => {
      rename(node, folder, name);
      files.tryFSOperation(() => syncPath(files.realPath(folder)));
    };
  }
}

/** Flushes a file or a folder. */
export const syncPath = (path: string): void => {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};
