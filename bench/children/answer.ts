import type { Visited, VisitOptions } from '../subjects.ts';

/** A visit asked for by the measuring process. */
export interface Question extends VisitOptions {
  readonly id: number;
  readonly url: string;
}

export interface Answer extends Visited {
  readonly id: number;
  readonly error?: string;
}

type Visit = (question: Question) => Promise<Omit<Visited, 'ms'>>;

/** Answers until the measuring process hangs up, then closes. Times are taken here: the way of a message is not counted. */
export const answerVisits = (visit: Visit, close: () => Promise<void>): void => {
  process.on('message', async (question: Question) => {
    const { id } = question;
    const startedAt = performance.now();
    const ms = () => performance.now() - startedAt;
    try {
      const visited = await visit(question);
      process.send?.({ id, ms: ms(), ...visited } satisfies Answer);
    } catch (error) {
      process.send?.({ id, ms: ms(), text: '', engine: '', error: String(error) } satisfies Answer);
    }
  });
  process.on('disconnect', async () => {
    await close();
    process.exit();
  });
  process.send?.('ready');
};
