import { z } from 'zod';
import { actions } from './actions.ts';
import { cookies, covers } from './cookies.ts';
import { requestHeaders } from './headers.ts';
import { zoneNamed } from './zone.ts';

/** Who visits a page, and what is done on it: fields that every request for a page shares. */

/** A BCP 47 tag in its canonical form. Extensions (`-u-…`) have no place in Accept-Language. */
const locale = z
  .string()
  .max(64)
  .transform((text, context) => {
    const tag = canonical(text);
    if (tag !== undefined) return tag;
    context.addIssue('must be a language tag without extensions, such as de-DE');
    return z.NEVER;
  })
  .describe('Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it.');

const canonical = (text: string): string | undefined => {
  try {
    const { baseName } = new Intl.Locale(text);
    return baseName.toLowerCase() === text.toLowerCase() ? baseName : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const timezone = z
  .string()
  .max(64)
  .transform((text, context) => {
    const zone = zoneNamed(text);
    if (zone !== undefined) return zone;
    context.addIssue('must be an IANA time zone, such as Europe/Berlin');
    return z.NEVER;
  })
  .describe('IANA time zone of the page, such as `Europe/Berlin`.');

/** Pixels for each CSS pixel on a phone. */
export const phoneRatio = 2.625;

export const pageFields = {
  headers: requestHeaders,
  cookies,
  mobile: z
    .boolean()
    .default(false)
    .describe(`Visit as a phone: 412 × 915 CSS pixels at ${phoneRatio}, touch, Chromium on Android.`),
  locale: locale.optional(),
  timezone: timezone.optional(),
  actions,
};

type PageFields = z.infer<z.ZodObject<typeof pageFields>> & {
  readonly url: string;
  readonly timeout_ms: number;
};

/** What must hold between the fields of a request: to be given to `superRefine`. */
export const pageFieldsAgree = (request: PageFields, context: z.RefinementCtx): void => {
  // One that cannot be read, or is too long, is told already.
  const hostname = URL.parse(request.url)?.hostname ?? '';
  for (const [index, { domain }] of request.cookies.entries())
    if (domain !== undefined && !covers(domain, hostname))
      context.addIssue({
        code: 'custom',
        path: ['cookies', index, 'domain'],
        message: 'must be the host of url, or a domain above it',
      });
  const waits = request.actions.reduce((sum, step) => sum + ((step.type === 'wait' && step.ms) || 0), 0);
  // A budget that is wrong by itself is told already.
  if (waits > 0 && waits >= request.timeout_ms)
    context.addIssue({
      code: 'custom',
      path: ['actions'],
      message: 'the waits add up to more than timeout_ms',
    });
};

/** The same with a time budget that is no longer than what is left: at its end the best there is, not nothing. */
export const endingWithin = <R extends { readonly timeout_ms: number }>(request: R, ms: number): R => ({
  ...request,
  timeout_ms: Math.min(request.timeout_ms, Math.floor(ms)),
});
