import { broken, type Finding, ok, warning } from './finding.ts';

const noticeableMs = 10_000;
/** Permits and signed webhooks are good for minutes. */
const harmfulMs = 60_000;

/** @param theirs milliseconds since 1970 on another clock, a moment ago. @param whose in words. */
export const skewFinding = (theirs: number, whose: string): Finding => {
  const skew = Date.now() - theirs;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const says = `this machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} ${whose}`;
  const fix = 'Let the clock be set from the network (timedatectl set-ntp true).';
  if (!(Math.abs(skew) <= harmfulMs)) return broken(`${says}: payments and certificates may be refused`, fix);
  return Math.abs(skew) > noticeableMs ? warning(says, fix) : ok(`agrees with ${whose}`);
};
