import { browserChecks } from './browser.ts';
import { databaseChecks } from './database.ts';
import type { Check } from './finding.ts';
import { networkChecks } from './network.ts';
import { securityChecks } from './security.ts';
import { storageChecks } from './storage.ts';
import { systemChecks } from './system.ts';

/** What is looked at, in this order. */
export const checks: Readonly<Record<'everything' | 'security', readonly Check[]>> = {
  everything: [...systemChecks, ...storageChecks, ...databaseChecks, ...browserChecks, ...networkChecks],
  security: securityChecks,
};
