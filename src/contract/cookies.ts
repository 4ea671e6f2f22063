import { isIP } from 'node:net';
import { z } from 'zod';

/** Cookies of a caller's own: `cookies` of a request, by the rules of RFC 6265bis, section 5. */

const maxCookies = 100;
/** Name and value together, in bytes; browsers ignore a longer one. */
const maxCookieBytes = 4096;

/** Neither control characters nor what would end the value. Beyond ASCII it is read in different ways. */
const plain = /^[\x20-\x3a\x3c-\x7e]*$/;

export const cookie = z
  .object({
    name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a token: letters, digits, hyphens …'),
    value: z.string().regex(plain, 'must be printable ASCII without semicolons'),
    domain: z
      .string()
      .max(253)
      .transform((text) => text.toLowerCase().replace(/^\./, ''))
      .optional()
      .describe('Sent to this domain and all below it; when not sent, to the host of `url` alone.'),
    path: z
      .string()
      .max(1024)
      .regex(/^\/[\x20-\x3a\x3c-\x7e]*$/, 'must begin with a slash')
      .default('/'),
    secure: z.boolean().default(false).describe('Over https only.'),
    http_only: z.boolean().default(false).describe('Scripts cannot read it.'),
    same_site: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(['strict', 'lax', 'none'], 'must be strict, lax or none'))
      .optional(),
    expires: z.number().min(0).max(253_402_300_799).optional().describe('Seconds since 1970.'),
  })
  .superRefine(({ name, value, secure, domain, path, same_site }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: [field] });
    if (name.length + value.length > maxCookieBytes)
      refuse('value', `at most ${maxCookieBytes} bytes with the name`);
    if (same_site === 'none' && !secure) refuse('same_site', 'none needs secure: true');
    if (/^__(secure|host)-/i.test(name) && !secure) refuse('name', 'this prefix needs secure: true');
    if (/^__host-/i.test(name) && (domain !== undefined || path !== '/'))
      refuse('name', 'this prefix allows no domain, and no path but /');
  });

export type Cookie = z.infer<typeof cookie>;

export const cookies = z
  .array(cookie)
  .max(maxCookies)
  .default([])
  .describe('Cookies that the browser has before it goes to `url`, at most 100.');

/** Whether a cookie of the domain is one for the host: the same, or below it (RFC 6265bis, 5.1.3). */
export const covers = (domain: string, host: string): boolean =>
  domain === host || (domain.includes('.') && isIP(host) === 0 && host.endsWith(`.${domain}`));
