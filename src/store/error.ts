/**
 * A statement or a connection failed. `code` is the SQLSTATE (`23505`), the system's (`ECONNREFUSED`) or one of ours
 * (`in_use`, `stopped`). Parameters and row values are left out, for they may be secret: drivers put them on their own errors.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Whatever a driver threw, with the message and the code only. */
export const databaseError = (error: unknown): DatabaseError => {
  if (error instanceof DatabaseError) return error;
  return new DatabaseError(messageOf(error), codeOf(error));
};

const messageOf = (error: unknown): string => {
  // Connecting to a name with several addresses fails with a list and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
