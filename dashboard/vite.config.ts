import { defineConfig } from 'vite';

// Vite reads this file's default export. The same sources give the same files, byte by byte: a test compares them.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../src/dashboard/built',
    emptyOutDir: true,
    assetsDir: '.',
    // The policy of the page takes nothing that stands within it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
});
