import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
  },
});
