import { parentPort, workerData } from 'node:worker_threads';
import type { FileKind, SourceFile } from '../page.ts';
import { pageOf } from './page.ts';
import { type FileReader, FileRefusal } from './read.ts';

/** What it gives back. */
export type FileOutcome =
  | { readonly html: string; readonly warnings: readonly string[] }
  | { readonly refused: { readonly reason: FileRefusal['reason']; readonly message: string } };

/** Loaded where they are needed: each takes a moment. */
const readers: Readonly<Record<FileKind, () => Promise<FileReader>>> = {
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  xlsx: async () => (await import('./xlsx.ts')).readXlsx,
};

/** Entry of a thread that reads one file. */
const run = async ({ kind, bytes, name }: SourceFile): Promise<FileOutcome> => {
  try {
    const read = await readers[kind]();
    const page = await read(bytes);
    return { html: pageOf(page, name), warnings: page.warnings };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { refused: { reason: error.reason, message: error.message } };
  }
};

const task: SourceFile = workerData;
parentPort?.postMessage(await run(task));
