import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of the whole service take up to two minutes, those beside the sources mostly a moment: these come last, so that
 * nothing long runs alone at the end.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { long = [], short = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      relative(import.meta.dirname, moduleId).startsWith('test') ? 'long' : 'short',
    );
    return [...long, ...short];
  }
}

// vitest reads this file's default export.
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/seed.ts'],
    include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'client/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Real browsers and databases on a small or busy machine: a limit for what hangs, not a measure of speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    // As for the services that tests start: see test/support/command.ts.
    execArgv: ['--liftoff-only'],
    // The tests of the whole service wait for a third of their time: three at once keep two processors busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});
