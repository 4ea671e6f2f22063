import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The file system of the embedded database, which waits for the disk. */

type Init = NodeFS['init'];

interface Node {
  readonly name: string;
  readonly parent: Node;
}

interface Stream {
  readonly node: Node;
  /** Only files have a descriptor. */
  readonly nfd?: number;
}

/** An operation of Emscripten's file system. Only the arguments of those that are wrapped below matter. */
type Operation = (...args: readonly unknown[]) => unknown;

/** What is used of Emscripten's file system over node:fs. */
interface NodeFileSystem {
  readonly stream_ops: Record<'write' | 'setattr' | 'close', Operation> & {
    fsync?: (stream: Stream) => number;
  };
  readonly node_ops: Record<'setattr' | 'unlink', Operation> & {
    rename: (node: unknown, folder: unknown, name: string) => void;
  };
  realPath(node: unknown): string;
  /** Turns the error of a system call into the errno that PostgreSQL reads. */
  tryFSOperation<T>(call: () => T): T;
}

/** How a file reaches the disk, given its descriptor. */
export interface Flush {
  /** On a thread of its own. */
  readonly later: (fd: number) => Promise<void>;
  readonly now: (fd: number) => void;
}

const toDisk: Flush = { later: promisify(fdatasync), now: fdatasyncSync };

/**
 * PGlite's folder on disk, made durable. As shipped it never calls fsync: every acknowledged row is lost with the power
 * (electric-sql/pglite#1107). Here a flush reaches the disk, and so does the new name of a renamed file: PostgreSQL
 * recycles WAL segments by renaming, and flushes a file only, for it cannot open folders here.
 *
 * A disk may take half a second for a flush, and this thread has more to do. So a flush of the WAL is only noted, and done on
 * another thread; a write is acknowledged when `flushed` says that it is done. Other files must not reach the disk before the
 * WAL: any change to them waits for the flushes that are due.
 */
export class DurableFS extends NodeFS {
  /** How many flushes PostgreSQL has asked for. */
  asked = 0;
  readonly #flush: Flush;
  readonly #inode: number | undefined;
  /** Descriptors whose flush has not begun. */
  readonly #due = new Set<number>();
  readonly #underWay = new Set<number>();
  /** Ends when the last flush that has begun has. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: unknown;

  constructor(folder: string, flush: Flush = toDisk) {
    super(folder);
    this.#flush = flush;
    this.#inode = inodeOf(this.rootDir);
  }

  /**
   * Resolves when everything that was to be flushed until now is on disk. Several who wait share a flush.
   * @throws the error of a flush, or that the folder is gone, whose open files take in what nobody will find; from then on
   * always: nobody knows what is on disk.
   */
  flushed(): Promise<void> {
    this.#next ??= this.#last.then(async () => {
      this.#next = undefined;
      this.#last = this.#flushDue();
      await this.#last;
      this.#assertSound();
    });
    return this.#next;
  }

  async #flushDue(): Promise<void> {
    const flushing = [...this.#due].map(async (fd) => {
      this.#due.delete(fd);
      this.#underWay.add(fd);
      try {
        await this.#flush.later(fd);
      } catch (error) {
        // The system reports an error once, so it is kept. Not for a file that was flushed and closed meanwhile.
        const isClosed = (error as NodeJS.ErrnoException).code === 'EBADF' && !this.#underWay.has(fd);
        if (!isClosed) this.#failure ??= error;
      } finally {
        this.#underWay.delete(fd);
      }
    });
    await Promise.all(flushing);
    if (inodeOf(this.rootDir) !== this.#inode)
      this.#failure ??= Object.assign(new Error(`${this.rootDir} was removed`), { code: 'ENOENT' });
  }

  /** Flushes at once what is due or under way. */
  #makeUp(): void {
    this.#assertSound();
    for (const fds of [this.#underWay, this.#due])
      for (const fd of fds) {
        this.#flushNow(fd);
        fds.delete(fd);
      }
  }

  #flushNow(fd: number): void {
    try {
      this.#flush.now(fd);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  #assertSound(): void {
    if (this.#failure !== undefined) throw this.#failure;
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
    const { stream_ops: streams, node_ops: nodes } = files;
    streams.fsync = (stream) =>
      files.tryFSOperation(() => {
        const { nfd } = stream;
        if (nfd === undefined) return 0;
        this.asked += 1;
        this.#assertSound();
        if (isWal(stream)) this.#due.add(nfd);
        else {
          this.#makeUp();
          this.#flushNow(nfd);
        }
        return 0;
      });
    /** Flushes the WAL before an operation. @param matters whether that is needed, by the operation's arguments. */
    const inOrder = <K extends string>(
      operations: Record<K, Operation>,
      name: K,
      matters: (...args: readonly unknown[]) => boolean = () => true,
    ) => {
      const operate = operations[name];
      operations[name] = (...args) => {
        if (matters(...args)) files.tryFSOperation(() => this.#makeUp());
        return operate(...args);
      };
    };
    const isOther = (stream: unknown) => !isWal(stream as Stream);
    inOrder(streams, 'write', isOther);
    inOrder(streams, 'setattr', isOther);
    inOrder(nodes, 'setattr');
    inOrder(nodes, 'unlink');
    inOrder(streams, 'close', (stream) => {
      const { nfd } = stream as Stream;
      return nfd !== undefined && (this.#due.has(nfd) || this.#underWay.has(nfd));
    });
    const { rename } = nodes;
    nodes.rename = (node, folder, name) => {
      files.tryFSOperation(() => this.#makeUp());
      rename(node, folder, name);
      files.tryFSOperation(() => syncPath(files.realPath(folder)));
    };
  }
}

const inodeOf = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.ino;

const isWal = ({ node }: Stream): boolean => node.parent.name === 'pg_wal';

/** Flushes a file or a folder. */
export const syncPath = (path: string): void => {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};
