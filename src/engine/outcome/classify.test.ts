import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { snapshotOf } from '../../../test/support/snapshot.ts';
import { classify } from './classify.ts';
import { troubles } from './troubles.ts';
import { walls } from './walls.ts';

interface Shown {
  readonly status?: number;
  readonly title?: string;
  readonly body?: string;
  readonly head?: string;
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly scripts?: string[];
}

/** A page as a snapshot has it. */
const judge = ({
  status = 200,
  title = 'example.com',
  body = '',
  head = '',
  headers = {},
  ...more
}: Shown) => {
  const { url = 'https://example.com/', scripts = [] } = more;
  const html = `<!DOCTYPE html><html><head><meta name="robots" content="noindex">${head}<title>${title}</title></head><body>${body}</body></html>`;
  return classify({ ...snapshotOf(html, url), status, headers, title, scripts });
};

const frame = (source: string) => `<div data-gn-frame="${source}"></div>`;
const recaptcha = '<div class="box g-recaptcha" data-sitekey="k"></div>';
const turnstile = '<div class="cf-turnstile" data-sitekey="k"></div>';
const response = '<textarea id="g-recaptcha-response" name="g-recaptcha-response"></textarea>';
const incident = '<p>Request unsuccessful. Incapsula incident ID: 412-7</p>';
const reference = '<h1>Access Denied</h1>Reference&nbsp;#18.2d351ab8.1557333295.a4e16ab';
const rayId = '<div id="cf-error-details">Cloudflare Ray ID: 7d1</div>';
const password = '<form><input name="user"><input name="pass" type="password"><button>Go</button></form>';
const words = `<p>${'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(30)}</p>`;

const wallPages: readonly (readonly [string, Shown])[] = [
  ['cloudflare: header cf-mitigated', { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: words }],
  [
    'cloudflare: challenge script',
    {
      status: 403,
      scripts: ['https://example.com/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1'],
    },
  ],
  ['cloudflare: challenge page', { status: 503, body: '<div id="challenge-running"></div>' }],
  ['cloudflare: challenge page', { status: 403, body: frame('/cdn-cgi/challenge-platform/h/b/x') }],
  [
    'cloudflare: firewall page',
    { status: 403, title: 'Access denied | x used Cloudflare to restrict access', body: rayId },
  ],
  [
    'cloudflare: firewall page',
    {
      status: 403,
      title: 'Attention Required! | Cloudflare',
      body: `<h1>Sorry, you have been blocked</h1><h2>You are unable to access x</h2>${rayId}`,
    },
  ],
  [
    'cloudflare: firewall error',
    { status: 429, title: 'x', body: `<span>Error</span> <span class="cf-error-code">1015</span>${rayId}` },
  ],
  [
    'datadome: captcha frame',
    { status: 200, body: frame('https://geo.captcha-delivery.com/captcha/?initialCid=A&amp;t=fe') },
  ],
  [
    'datadome: refusal frame',
    { status: 403, body: frame('https://geo.captcha-delivery.com/captcha/?initialCid=A&amp;t=bv') },
  ],
  ['datadome: captcha script', { status: 200, scripts: ['https://ct.captcha-delivery.com/c.js'] }],
  [
    'datadome: request for scripts',
    { status: 200, body: '<p id="cmsg">Please enable JS and disable any ad blocker</p>' },
  ],
  ['perimeterx: captcha', { status: 200, body: '<div id="px-captcha"></div><p>Press &amp; Hold</p>' }],
  ['perimeterx: denial', { status: 403, title: 'Access to this page has been denied.', body: 'Denied' }],
  [
    'imperva: frame',
    { status: 200, body: frame('https://example.com/_Incapsula_Resource?CWUDNSAI=9&amp;incident_id=4') },
  ],
  ['imperva: incident', { status: 403, body: incident }],
  [
    'imperva: interruption',
    {
      title: 'Pardon Our Interruption',
      body: 'As you were browsing something about your browser made us think you were a bot.',
    },
  ],
  ['akamai: behavioural check', { status: 200, title: '', body: '<div id="sec-if-cpt-container"></div>' }],
  [
    'akamai: verification by reload',
    { head: `<meta http-equiv="refresh" content="5; URL='/x?bm-verify=AAQ'">` },
  ],
  ['akamai: denial', { status: 200, title: 'Access Denied', body: reference }],
  ['akamai: refusal', { status: 403, title: 'Forbidden', body: reference }],
  [
    'kasada: script',
    {
      status: 429,
      title: '',
      scripts: [
        'https://example.com/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?x',
      ],
    },
  ],
  ['kasada: header x-kpsdk-ct', { status: 429, headers: { 'x-kpsdk-ct': '0' } }],
  ['aws_waf: header x-amzn-waf-action', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
  ['aws_waf: header x-amzn-waf-action', { status: 405, headers: { 'x-amzn-waf-action': 'captcha' } }],
  [
    'aws_waf: challenge script',
    {
      status: 202,
      body: '<div id="challenge-container"></div>',
      scripts: ['https://0a1b.token.awswaf.com/0a1b/2c3d/challenge.js'],
    },
  ],
  [
    'aws_waf: CloudFront refusal',
    {
      status: 403,
      title: 'ERROR: The request could not be satisfied',
      body: '<h1>403 ERROR</h1>Request blocked. Generated by cloudfront (CloudFront)',
    },
  ],
  ['vercel: header x-vercel-mitigated', { status: 429, headers: { 'x-vercel-mitigated': 'challenge' } }],
  ['vercel: header x-vercel-mitigated', { status: 403, headers: { 'x-vercel-mitigated': 'deny' } }],
  ['vercel: checkpoint', { status: 429, title: 'Vercel Security Checkpoint' }],
  [
    'f5: support ID',
    {
      title: 'Request Rejected',
      body: 'The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 4121912341<br>',
    },
  ],
  ['sucuri: firewall page', { status: 403, title: 'Sucuri WebSite Firewall - Access Denied' }],
  ['sucuri: header x-sucuri-block', { status: 403, headers: { 'x-sucuri-block': 'GEO' } }],
  [
    'sucuri: redirection by script',
    { title: 'You are being redirected...', headers: { server: 'Sucuri/Cloudproxy' } },
  ],
  ['ddos_guard: check page', { status: 403, title: 'DDoS-Guard' }],
  ['ddos_guard: check script', { status: 403, scripts: ['https://check.ddos-guard.net/check.js'] }],
  ['siteground: header sg-captcha', { status: 202, headers: { 'sg-captcha': 'challenge' } }],
  ['siteground: captcha address', { url: 'https://example.com/.well-known/sgcaptcha/?r=%2F&y=pow' }],
  ['imunify360: captcha page', { body: '<div class="imunify360-captcha">Prove it</div>' }],
  [
    'imunify360: denial',
    {
      status: 403,
      body: 'Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted',
    },
  ],
  [
    'litespeed: verification',
    { title: 'Bot Verification', body: `Verifying that you are not a robot...${recaptcha}` },
  ],
  [
    'litespeed: verification',
    { title: 'One moment, please...', body: 'Please wait while your request is being verified...' },
  ],
  [
    'anubis: check script',
    { scripts: ['https://example.com/.within.website/x/cmd/anubis/static/js/main.mjs'] },
  ],
  ['anubis: check page', { title: "Making sure you're not a bot!", body: 'Loading...' }],
  [
    'fastly: client challenge',
    { title: 'Client Challenge', scripts: ['https://example.com/_fs-ch-1T1wmsGaOgGaSxcX/script.js'] },
  ],
  ['radware: captcha address', { url: 'https://validate.perfdrive.com/?ssa=1', title: 'x' }],
  ['radware: captcha page', { title: 'Radware Captcha Page' }],
  [
    'wordfence: refusal',
    { status: 503, body: 'Your access to this site has been limited. Generated by Wordfence' },
  ],
  [
    'mod_security: refusal',
    { status: 406, title: 'Not Acceptable!', body: 'This error was generated by Mod_Security.' },
  ],
  [
    'azure: gateway refusal',
    { status: 403, body: '<hr><center>Microsoft-Azure-Application-Gateway/v2</center>' },
  ],
  [
    'azure: front door refusal',
    { status: 403, headers: { 'x-azure-ref': '0a' }, body: 'The request is blocked.' },
  ],
  ['google: address', { status: 429, url: 'https://www.google.com/sorry/index?continue=x' }],
  [
    'google: unusual traffic',
    { status: 429, body: 'Our systems have detected unusual traffic from your computer network.' },
  ],
  [
    'amazon: captcha form',
    { body: '<form method="get" action="/errors/validateCaptcha"><input name="a"></form>' },
  ],
  ['yandex: captcha address', { url: 'https://yandex.ru/showcaptcha?mt=1' }],
  ['baidu: captcha address', { url: 'https://wappass.baidu.com/static/captcha/tuxing.html' }],
  ['alibaba: punish address', { url: 'https://www.example.com/item.htm/_____tmd_____/punish?x5secdata=1' }],
  ['alibaba: punish frame', { body: frame('https://example.com//_____tmd_____/punish?x5secdata=1') }],
  [
    'reddit: network security',
    { status: 403, body: "You've been blocked by network security. To continue, log in." },
  ],
  ['linkedin: status 999', { status: 999, body: '' }],
  ['unknown: title of a check', { status: 503, title: ' Just a moment...' }],
  ['unknown: title of a check', { status: 403, title: 'Human Verification' }],
  [
    'unknown: request for scripts and cookies',
    { status: 403, body: 'Enable JavaScript and cookies to continue' },
  ],
  ['unknown: captcha instead of a page', { status: 429, body: `<p>Are you a robot?</p>${recaptcha}` }],
  [
    'unknown: captcha instead of a page',
    { status: 429, body: `<p>Are you human?</p>${recaptcha}${'<i class="decoration"></i>'.repeat(4000)}` },
  ],
  [
    'unknown: captcha and nothing else',
    { title: 'Security check', body: `<h1>Verify that you are human</h1>${turnstile}` },
  ],
  [
    'unknown: captcha and nothing else',
    {
      body: `<p>To continue, please confirm that you are not a robot.</p><form>${recaptcha}${response}<input type="submit" value="Continue"></form>`,
    },
  ],
];

describe('walls', () => {
  test.each(wallPages)('%s', (reason, shown) => {
    const { outcome, ...seen } = judge(shown);
    expect(seen).toEqual({ reason, by: reason.split(':')[0] });
    expect(outcome).toMatch(/^(blocked|challenge)$/);
  });

  test('each row has a page', () => {
    const rows = new Set(walls.map(({ by, sign }) => `${by}: ${sign}`));
    expect(new Set(wallPages.map(([reason]) => reason))).toEqual(rows);
  });

  test('a refusal is told from a check', () => {
    const outcomeOf = (name: string) =>
      judge(wallPages.find(([reason]) => reason === name)?.[1] ?? {}).outcome;
    expect(outcomeOf('cloudflare: firewall page')).toBe('blocked');
    expect(outcomeOf('cloudflare: challenge page')).toBe('challenge');
    expect(outcomeOf('datadome: refusal frame')).toBe('blocked');
    expect(outcomeOf('datadome: captcha frame')).toBe('challenge');
  });
});

describe('pages that only look like walls', () => {
  test.each<[string, Shown]>([
    ['a form of that name', { body: '<form id="challenge-form"><input>Take the challenge</form>' }],
    ['a refused form of that name', { status: 403, body: '<form id="challenge-form"><input></form>' }],
    [
      "a content system's refusal",
      { status: 403, title: 'Access denied | My Site', body: '<h1>Access denied</h1>' },
    ],
    ["a small site's refusal", { status: 403, title: '403 Forbidden', body: '<h1>Forbidden</h1><hr>nginx' }],
    ['a shop that denies access in a text', { title: 'Locks', body: '<h1>Access Denied: door locks</h1>' }],
    ['a shop of that name', { title: 'Access Denied', body: '<p>A film by that name, on disc.</p>' }],
    ['a page that mentions an incident', { body: incident }],
    ['a question on an incident', { title: 'Support', body: '<p>What is an Incapsula incident ID?</p>' }],
    ['a short page about walls', { title: 'Just a moment in time', body: `<p>Poems</p>${recaptcha}` }],
    [
      'an article on captchas',
      { title: 'Are you a robot?', body: `<p>Are you human?</p>${words}${recaptcha}` },
    ],
    [
      'a contact form',
      {
        title: 'Contact',
        body: `<p>Write to us. Show that you are human:</p><input name="email"><textarea name="text"></textarea>${recaptcha}${response}`,
      },
    ],
    [
      'a newsletter',
      { title: 'News', body: `<p>Confirm that you are not a robot.</p><input type="email">${turnstile}` },
    ],
    [
      'a contact form on a missing page',
      { status: 404, title: 'Not here', body: `<p>Nothing. Are you human? Write to us.</p>${recaptcha}` },
    ],
    ['a refused form', { status: 403, body: `<p>Write to us for access.</p>${recaptcha}` }],
    ['a date for a reference', { status: 403, body: 'Reference #12.4.2024' }],
    ['an article behind a refusal', { status: 403, title: 'Walls', body: `${incident}${words}` }],
    ['a page of the site', { status: 404, title: 'Just a moment', body: incident }],
    [
      'documentation of error 1020',
      {
        title: 'Error 1020: access denied',
        body: '<h1>Error 1020</h1><p>Cloudflare shows error code 1020 to visitors whom a firewall rule blocks.</p>',
      },
    ],
    [
      'documentation of a rejected request',
      {
        title: 'Request Rejected',
        body: 'What does "The requested URL was rejected" mean? Quote your support ID.',
      },
    ],
    [
      'a page watched by a vendor',
      {
        title: 'Shop',
        body: '<h1>Shoes</h1><p>All sizes.</p>',
        scripts: [
          'https://example.com/cdn-cgi/challenge-platform/scripts/jsd/main.js',
          'https://example.com/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/p.js',
          'https://example.com/_Incapsula_Resource?SWJIYLWA=719d',
          'https://client.px-cloud.net/PX123/main.min.js',
          'https://0a1b.token.awswaf.com/0a1b/2c3d/challenge.js',
          'https://js.datadome.co/tags.js',
        ],
      },
    ],
    ['a status of that number at another', { status: 200, title: 'Room 999', body: '<p>Room 999</p>' }],
    ['a page on how to press', { title: 'Keys', body: '<p>Press and hold the button to reset.</p>' }],
    [
      'an article that quotes an offer',
      {
        title: 'How to buy a domain that is taken',
        body: "<p>Type the name into a browser. You may see 'this domain is for sale', and whom to write to.</p>",
      },
    ],
    [
      'an article about offers',
      {
        title: 'Domain parking explained',
        body: '<p>This domain is for sale, you read, and wonder why.</p>',
      },
    ],
    [
      'an article about parked domains',
      { title: 'Registrars', body: '<p>How to see whether this domain is parked, and by whom.</p>' },
    ],
    [
      'an answer at a site named for itself',
      {
        title: 'help.example: Domains',
        body: '<p>Visitors read that this domain is for sale when it lapses.</p>',
      },
    ],
    ['a domain in a story', { title: 'A story', body: '<p>The house is for sale. Buy this house.</p>' }],
    ['an article on parking', { title: 'Domains', body: `<p>Buy this domain, they say.</p>${words}` }],
    ['a front page with a login', { title: 'Forum', body: `<h1>Forum</h1><p>Latest posts.</p>${password}` }],
    ['an article on missing pages', { title: '404 Not Found', body: words }],
    ['an album', { title: '404', body: '<p>An album by that name.</p>' }],
    ['a page that is not found', { status: 404, title: 'Page not found', body: '<p>Nothing.</p>' }],
    ['a picture', { title: 'x.png', body: '<img src="x.png">' }],
    ['a drawing', { title: '', body: '<canvas></canvas>' }],
    ['a frame of another site', { title: '', body: frame('https://other.example/') }],
    ['a page that is not allowed', { status: 401, title: 'Are you a robot?', body: `No.${recaptcha}` }],
  ])('%s', (_, shown) => {
    expect(judge(shown)).toEqual({ outcome: 'ok' });
  });
});

const troublePages: readonly (readonly [string, string, Shown])[] = [
  ['cdn_error', 'Cloudflare status', { status: 522, headers: { 'cf-ray': '7d1' }, body: words }],
  ['cdn_error', 'Cloudflare status', { status: 530, headers: { server: 'cloudflare' } }],
  ['cdn_error', 'Cloudflare error page', { status: 503, title: 'x | 503: Unavailable', body: rayId }],
  [
    'cdn_error',
    'Cloudflare error page',
    { status: 403, title: 'DNS points to prohibited IP | x | Cloudflare', body: `Error 1000${rayId}` },
  ],
  [
    'cdn_error',
    'CloudFront error page',
    { status: 502, title: 'ERROR: The request could not be satisfied', body: "can't connect to the server" },
  ],
  [
    'cdn_error',
    'Akamai error page',
    { status: 503, title: 'Service Unavailable', body: 'Reference&nbsp;#30.2d351ab8.1557333295.a4e16ab' },
  ],
  ['cdn_error', 'Fastly error page', { status: 500, body: 'Fastly error: unknown domain: x.' }],
  [
    'cdn_error',
    'Varnish error page',
    {
      status: 503,
      body: '<h1>Error 503 Backend fetch failed</h1><h3>Guru Meditation:</h3><p>XID: 1</p><hr><p>Varnish cache server</p>',
    },
  ],
  [
    'cdn_error',
    'Azure error page',
    { status: 503, headers: { 'x-azure-ref': '0a' }, body: "Our services aren't available right now" },
  ],
  [
    'cdn_error',
    'Vercel error',
    { status: 504, headers: { 'x-vercel-error': 'FUNCTION_INVOCATION_TIMEOUT' } },
  ],
  [
    'cdn_error',
    'gateway error page',
    {
      status: 502,
      title: '502 Bad Gateway',
      body: '<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>',
    },
  ],
  [
    'cdn_error',
    'gateway error page',
    { status: 503, body: '<h1>503 Service Unavailable</h1>No server is available to handle this request.' },
  ],
  ['origin_error', 'server error', { status: 500, body: words }],
  ['origin_error', 'server error', { status: 503, title: 'Please wait', body: '<p>Back in a minute.</p>' }],
  ['origin_error', 'server error', { status: 522, body: '<p>Not of any network.</p>' }],
  ['rate_limited', 'status 429', { status: 429, body: '<h1>Slow down</h1>' }],
  [
    'parked',
    'parking frame',
    { title: 'example.com', body: frame('https://www.sedoparking.com/example.com') },
  ],
  [
    'parked',
    'parking script',
    { title: '', scripts: ['https://img1.wsimg.com/parking-lander/static/js/main.js'] },
  ],
  [
    'parked',
    'sales address',
    { url: 'https://www.hugedomains.com/domain_profile.cfm?d=example.com', body: words },
  ],
  ['parked', 'offer of the domain', { title: 'example.com', body: '<h1>example.com is for sale</h1>' }],
  ['parked', 'offer of the domain', { title: 'Domain for sale', body: '<p>Buy this domain</p>' }],
  ...[
    'example.com - example Resources and Information.',
    'Example.com is for sale | A Market',
    'The domain name example.com is for sale',
    'A Market | example.com is for sale',
    'This domain is for sale!',
    'example.com domain name is for sale. Inquire now.',
    'Premium domain for sale',
    'Buy domain example.com',
    'Domain',
    '',
  ].map((title): [string, string, Shown] => [
    'parked',
    'offer of the domain',
    { title, body: '<h1>Welcome</h1><p>The domain example.com may be for sale by its owner!</p>' },
  ]),
  [
    'parked',
    'parking notice',
    { title: 'Welcome', body: 'This Web page is parked for FREE, courtesy of a registrar.' },
  ],
  ['login_wall', 'address of a login', { url: 'https://www.linkedin.com/authwall?trk=x', body: words }],
  ['login_wall', 'password field', { url: 'https://example.com/account/login?next=/', body: password }],
  ['login_wall', 'password field', { title: 'Sign in - Example', body: `<h1>Welcome</h1>${password}` }],
  [
    'login_wall',
    'status and password field',
    { status: 403, body: `<p>Show that you are human</p>${password}${recaptcha}` },
  ],
  ['empty', 'no text', { title: 'App', body: '<div id="root"></div>' }],
  [
    'empty',
    'no text',
    { title: 'App', body: '<div data-gn-hidden="">Loading <b>now</b></div><p> &nbsp; </p>' },
  ],
  ['empty', 'no text', { title: 'App', body: '<script type="application/ld+json">{"name":"<p>x"}</script>' }],
  ['soft_404', 'title', { title: 'Page not found | Example', body: '<p>We looked everywhere.</p>' }],
  ['soft_404', 'title', { title: '404 - Not Found', body: '<p>We looked everywhere.</p>' }],
];

describe('pages that are not what was hoped for', () => {
  test.each(troublePages)('%s by %s', (outcome, reason, shown) => {
    expect(judge(shown)).toEqual({ outcome, reason });
  });

  test('each row has a page', () => {
    const rows = new Set(troubles.map(({ outcome, sign }) => `${outcome} ${sign}`));
    expect(new Set(troublePages.map(([outcome, sign]) => `${outcome} ${sign}`))).toEqual(rows);
  });
});

describe('a page as its response has it', () => {
  const judgeRaw = (html: string, status = 200) => classify({ ...snapshotOf(html), status });

  test.each([
    [
      'F5 wall',
      "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 4121912341<br><a href='javascript:history.back();'>[Go Back]</a></body></html>",
      { outcome: 'blocked', by: 'f5', reason: 'f5: support ID' },
    ],
    [
      'upper case, comments and styles',
      '<HTML><HEAD><TITLE>Access Denied</TITLE><STYLE>p > a {}</STYLE></HEAD><BODY><!-- <p title="> --><P CLASS=x>Reference&#32;</P>Reference #18.2d351ab8.1557333295.a4e16ab</BODY></HTML>',
      { outcome: 'blocked', by: 'akamai', reason: 'akamai: denial' },
    ],
    [
      'nothing but a title, styles and comments',
      '<title>App</title><style>a>b{}</style><!-- x --><div id=root></div><noscript>Please</noscript>',
      { outcome: 'empty', reason: 'no text' },
    ],
    ['text of angle brackets', '<title>Maths</title><p>1 < 2 and <3', { outcome: 'ok' }],
    ['a tag that never ends', '<p title="x', { outcome: 'ok' }],
  ])('%s', (_, html, expected) => {
    expect(judgeRaw(html)).toEqual(expected);
  });
});

describe('a page of any size and shape is judged at once', () => {
  test.each([
    ['tags that do not end', '<a '.repeat(200_000)],
    ['the name of a tag', `<${'a'.repeat(250_000)}`],
    ['data that looks like tags', `<script type="application/ld+json">${'<a '.repeat(200_000)}</script>`],
    ['fields that do not end', `<p title="${'<input '.repeat(70_000)}">x</p>`],
    ['a picture in an address', `<img src="data:image/png;base64,${'A'.repeat(5_000_000)}">`],
    ['comments that do not end', '<!-- >'.repeat(40_000)],
    ['deep', '<div>'.repeat(90_000)],
    ['blank', ' '.repeat(240_000)],
    ['quotes', '<p class="'.repeat(40_000)],
    ['words of a domain', 'the domain a.'.repeat(30_000)],
  ])('%s', (_, body) => {
    const startedAt = cpuMs();
    judge({ status: 403, title: 'x', body: `${body}` });
    judge({ status: 200, title: 'x', body: `${body}${recaptcha}` });
    // Some 200 ms; what grows with the square of the size takes 15 s.
    expect(cpuMs() - startedAt).toBeLessThan(3000);
  });

  test.each([
    ['an address of parts like a login', { url: `https://example.com/${'u/'.repeat(30_000)}` }],
    ['the address of a script', { scripts: [`https://example.com${'/ips.js?'.repeat(15_000)}`] }],
    ['many of them', { scripts: Array(100).fill(`https://x${'/cdn-cgi/challenge-platform/'.repeat(5000)}`) }],
  ])('however long %s is', (_, shown) => {
    const startedAt = cpuMs();
    judge({ body: '<p>Words</p>', ...shown });
    expect(cpuMs() - startedAt).toBeLessThan(3000);
  });
});
