// @ts-check

/** For Node.js: half of the young objects that it keeps otherwise. No page costs more for it. */
export const frugalFlags = ['--max-semi-space-size=16'];

/**
 * For glibc: freed memory goes back to the system. Left to itself, it keeps what V8 needed once to compile: 350 MB of the
 * service are 240 so, at rest. Elsewhere these names mean nothing. The Dockerfile sets the same.
 */
export const frugalEnv = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '1048576' };
