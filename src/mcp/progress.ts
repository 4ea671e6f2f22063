/** What a client is told while it waits, if it asked to be. */
export type Report = (progress: number, total: number | undefined, message: string) => void;

const everyMs = 2000;

/** Reports at once and every two seconds that the work goes on; progress is the seconds so far. */
export const reportTime = (report: Report, message: string): Disposable => {
  const started = performance.now();
  report(0, undefined, message);
  const timer = setInterval(
    () => report(Math.round((performance.now() - started) / 1000), undefined, message),
    everyMs,
  );
  return { [Symbol.dispose]: () => clearInterval(timer) };
};
