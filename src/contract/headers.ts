import { z } from 'zod';

/** Request headers of a caller's own: `headers` of a request (RFC 9110, section 5). */

const maxHeaders = 50;
/** Names and values together. */
const maxHeaderBytes = 16_384;

interface Rule {
  readonly refuses: (name: string, value: string) => boolean;
  readonly message: string;
}

/** The first that matches is told. No message repeats a value: it may be a secret. */
const rules: readonly Rule[] = [
  {
    refuses: (name) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name),
    message: 'a header name holds letters, digits and hyphens only',
  },
  {
    refuses: (name) => /^(?:set-cookie|cookie2?)$/i.test(name),
    message: 'send cookies in the field cookies',
  },
  {
    refuses: (name) =>
      /^(host|content-length|connection|transfer-encoding|te|upgrade|expect|trailer|keep-alive)$/i.test(name),
    message: 'this header belongs to the connection: the browser sends it',
  },
  { refuses: (name) => /^proxy-/i.test(name), message: 'this header is for proxies: use proxy_url' },
  {
    refuses: (name) => /^sec-(fetch-|ch-ua)/i.test(name),
    message: 'this header tells of the browser, which sends it',
  },
  {
    refuses: (_, value) => !/^[\t\x20-\x7e]*$/.test(value),
    message: 'a header value is printable ASCII, without line breaks',
  },
  {
    refuses: (name, value) => /^accept-language$/i.test(name) && languagesOf(value) === undefined,
    message: 'must be a list of languages, such as de-DE,de;q=0.9',
  },
  {
    refuses: (name, value) => /^user-agent$/i.test(name) && value.trim() === '',
    message: 'must not be empty',
  },
];

export const requestHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const entries = Object.entries(headers);
    const refuse = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', message, path });
    if (entries.length > maxHeaders) return refuse(`at most ${maxHeaders} headers`);
    if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > maxHeaderBytes)
      return refuse(`at most ${maxHeaderBytes} bytes in all`);
    const seen = new Set<string>();
    for (const [name, value] of entries) {
      const broken = rules.find(({ refuses }) => refuses(name, value));
      if (broken) refuse(broken.message, [name]);
      else if (seen.has(name.toLowerCase())) refuse('this header is given twice', [name]);
      seen.add(name.toLowerCase());
    }
  })
  .default({})
  .describe(
    'Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; ' +
      '`User-Agent` and `Accept-Language` become those of the browser.',
  );

/**
 * The languages of an `Accept-Language` header, the most wanted first; `*` and those of weight 0 are left out.
 * @returns undefined for what is no such header.
 */
export const languagesOf = (header: string): readonly string[] | undefined => {
  const ranges = header.split(',').map((range) => {
    const [, tag, weight = '1'] =
      /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
        range,
      ) ?? [];
    return tag === undefined ? undefined : { tag, weight: Number(weight) };
  });
  const wanted = ranges.filter((range) => range !== undefined);
  if (wanted.length < ranges.length) return undefined;
  const languages = wanted
    .filter(({ tag, weight }) => tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return languages.length > 0 ? languages : undefined;
};
