import { getSystemErrorMap } from 'node:util';
import { ServiceError } from '../contract/error.ts';

/**
 * A statement or a connection failed. `code` is the SQLSTATE (`23505`), the system's (`ECONNREFUSED`) or one of ours
 * (`in_use`, `stopped`, `lost`). Parameters and row values are left out, for they may be secret: drivers put them on their own errors.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** An error of a driver, reduced to its message and code. @param otherwise the code for an error without one. */
export const databaseError = (error: unknown, otherwise?: string): DatabaseError => {
  if (error instanceof DatabaseError) return error;
  return new DatabaseError(messageOf(error), codeOf(error) ?? otherwise);
};

const messageOf = (error: unknown): string => {
  // Connecting to a name with several addresses fails with a list and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  if (error instanceof Error) return error.message;
  const code = embeddedCodeOf(error);
  return code === undefined ? String(error) : systemWords(code);
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : embeddedCodeOf(error);

/** WASI error numbers that a disk or a file system causes. */
const embeddedCodes: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  22: 'EFBIG',
  29: 'EIO',
  33: 'EMFILE',
  41: 'ENFILE',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** For a failed system call, the embedded database throws an object that is no Error and has no message: `{ name, errno }`. */
const embeddedCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'errno' in error
    ? (embeddedCodes[Number(error.errno)] ?? `errno ${error.errno}`)
    : undefined;

const systemWords = (code: string): string =>
  [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1] ?? code;

/**
 * SQLSTATE classes: connection, disk full and the like, operator intervention, system error. A server that only reads, as a
 * standby does whose primary failed. Then the system's codes and ours.
 */
const outages = /^(?:08|53|57|58|25006$)|^E[A-Z]+$|^(?:stopped|lost)$/;

/** Whether the database itself is in trouble, and not the statement wrong. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code !== undefined && outages.test(error.code);

/** What a caller is told of an outage: that it passes. */
export const outageFailure = (cause: unknown): ServiceError =>
  new ServiceError('overloaded', {
    message: 'The database of the service is not available: try again later.',
    retry_after: 5,
    cause,
  });
