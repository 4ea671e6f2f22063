import { measureDetectors } from './engine/detectors.ts';
import { measureGrowth } from './engine/growth.ts';
import { measureLatency } from './engine/latency.ts';
import { measureMix } from './engine/mix.ts';
import { measureResponse } from './engine/response.ts';
import { measureThroughput } from './engine/throughput.ts';
import { measureWaiting } from './engine/waiting.ts';
import { runParts } from './harness.ts';

/**
 * How fast the engine is, what it uses and what pages can tell of it: `npm run bench:engine -- [part …] [--quick]`.
 * bench/README.md says what each part means. Ends with 1 when something is not as it must be.
 */
await runParts('engine', {
  latency: measureLatency,
  throughput: measureThroughput,
  response: measureResponse,
  mix: measureMix,
  growth: measureGrowth,
  waiting: measureWaiting,
  detectors: measureDetectors,
});
