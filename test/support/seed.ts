import fc from 'fast-check';

/**
 * The suite's properties see the same cases every time, so that a change is judged by what it changed; `npm run fuzz`
 * looks for new ones.
 */
if (process.env.FUZZ_TIMES === undefined) fc.configureGlobal({ seed: 20_260_501 });
