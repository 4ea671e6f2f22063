/** A file as a page: what every reader of files gives. */
export interface FilePage {
  /** The content as HTML, without what is around it. */
  readonly body: string;
  /** As the file's properties have it; empty where they say nothing. */
  readonly title: string;
  readonly author: string;
  /** ISO 8601; empty where it is not known. */
  readonly created: string;
  readonly language: string;
  /** What is missing from it, in words for the caller. */
  readonly warnings: readonly string[];
}

/** A file that cannot be read, in words for the caller. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly reason: 'document_locked' | 'document_broken' | 'document_too_large';

  constructor(reason: FileRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const locked = () => new FileRefusal('document_locked', 'The document is protected by a password.');
export const broken = () => new FileRefusal('document_broken', 'The document is damaged: it cannot be read.');

/** @throws FileRefusal */
export type FileReader = (bytes: Uint8Array) => Promise<FilePage>;
