import { expect, test } from 'vitest';
import type { Snapshot } from '../page.ts';
import { blockedBy } from './blocked.ts';

interface Shown {
  readonly status: number;
  readonly title?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const wallOf = ({ status, title = 'example.com', body = '', headers = {} }: Shown) => {
  const url = 'https://example.com/';
  const html = `<!DOCTYPE html><html><head><meta name="robots" content="noindex"><title>${title}</title></head><body>${body}</body></html>`;
  const snapshot: Snapshot = { url, status, headers, contentType: 'text/html', html, title, baseUrl: url };
  return blockedBy(snapshot);
};

const captcha = '<div class="box g-recaptcha" data-sitekey="k"></div>';
const incapsula = '<p>Request unsuccessful. Incapsula incident ID: 412-7</p>';
const akamai = '<h1>Access Denied</h1>Reference&nbsp;#18.2d351ab8.1557333295.a4e16ab';
const rayId = '<div id="cf-error-details">Cloudflare Ray ID: 7d1</div>';

const walls: readonly (readonly [string, string, Shown])[] = [
  ['a header that says so', 'cloudflare', { status: 200, headers: { 'cf-mitigated': 'challenge' } }],
  ['a challenge', 'cloudflare', { status: 403, body: '<div id="challenge-running"></div>' }],
  [
    'a challenge by its frame',
    'cloudflare',
    { status: 403, body: '<div data-gn-frame="/cdn-cgi/challenge-platform/h/b/x"></div>' },
  ],
  [
    'a denial of the vendor',
    'cloudflare',
    { status: 403, title: 'Access denied | x used Cloudflare', body: rayId },
  ],
  [
    'a captcha frame',
    'datadome',
    { status: 403, body: '<div data-gn-frame="https://geo.captcha-delivery.com/captcha/"></div>' },
  ],
  [
    'a request for scripts',
    'datadome',
    { status: 403, body: '<p>Please enable JS and disable any ad blocker</p>' },
  ],
  ['press and hold', 'perimeterx', { status: 403, body: '<div id="px-captcha"></div>' }],
  ['an incident', 'imperva', { status: 403, body: incapsula }],
  ['a reference', 'akamai', { status: 403, title: 'Access Denied', body: akamai }],
  ['a title', 'interstitial', { status: 503, title: ' Just a moment...' }],
  ['a question', 'captcha', { status: 429, body: `<p>Are you a robot?</p>${captcha}` }],
  [
    'little text in many tags',
    'captcha',
    { status: 429, body: `<p>Are you human?</p>${captcha}${'<i class="decoration"></i>'.repeat(4000)}` },
  ],
];

test.each(walls)('%s is a wall of %s', (_, name, shown) => {
  expect(wallOf(shown)).toBe(name);
});

const pages: readonly (readonly [string, Shown])[] = [
  ['a form of that name', { status: 200, body: '<form id="challenge-form"><input></form>' }],
  ['a refused form of that name', { status: 403, body: '<form id="challenge-form"><input></form>' }],
  [
    "a content system's refusal",
    { status: 403, title: 'Access denied | My Site', body: '<h1>Access denied</h1>' },
  ],
  ['a site that is busy', { status: 503, title: 'Please wait', body: '<p>Back in a minute.</p>' }],
  ['an outage told by the network in front', { status: 503, title: 'x | 503: Unavailable', body: rayId }],
  ['a page that mentions an incident', { status: 200, body: incapsula }],
  ['a short page about walls', { status: 200, title: 'Just a moment in time', body: captcha }],
  ['a login', { status: 401, title: 'Are you a robot?', body: captcha }],
  [
    'a refused login',
    { status: 403, body: `<input type="password"><p>Show that you are human</p>${captcha}` },
  ],
  ['a refused form', { status: 403, body: `<p>Write to us for access.</p>${captcha}` }],
  ['a date for a reference', { status: 403, body: 'Reference #12.4.2024' }],
  [
    'an article behind a refusal',
    { status: 403, body: `${incapsula}<p>${'Many words on walls. '.repeat(100)}</p>` },
  ],
  ['a page of the site', { status: 404, title: 'Just a moment', body: incapsula }],
];

test.each(pages)('%s is an ordinary page', (_, shown) => {
  expect(wallOf(shown)).toBeUndefined();
});
