import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Findings } from './examine.ts';
import type { Brand, Facts } from './facts.ts';

/** Something about the browser that is unlike an ordinary one, or contradicts itself. */
export interface Fault {
  readonly name: string;
  readonly detail: string;
}

/**
 * What gannet's browser admits to be, and why that stays: each would need a lie that another check uncovers.
 * Names are those of the faults below.
 */
export const honest: Readonly<Record<string, string>> = {
  'document: drawn in software':
    'A server has no graphics card: WebGL is drawn by SwiftShader, and its name says so in every scope alike.',
  'document: no Google Chrome brand': 'It is Chromium, and every scope and header says so.',
  'document: UTC': 'The time zone is that of the operator (GANNET_TIMEZONE), UTC by default.',
  'something of the screen is taken': 'There is no desktop, so there is no taskbar either.',
};

/** Everything unlike an ordinary browser: scopes and headers against each other, and what the page saw by itself. */
export const faultsOf = (findings: Findings, requests: readonly IncomingMessage[]): Fault[] => {
  const { document: main } = findings.scopes;
  if (main === undefined) throw new Error('the document did not say what it is');
  return [
    ...Object.entries(findings.checks).flatMap(([name, detail]) => (detail === '' ? [] : [{ name, detail }])),
    ...Object.entries(findings.scopes).flatMap(([scope, facts]) => contradictions(scope, main, facts)),
    ...inItself(main),
    ...requests.flatMap((request) => headerFaults(request, main)),
  ];
};

const fault = (name: string, detail: unknown): Fault => ({ name, detail: JSON.stringify(detail) });

/** What one scope says otherwise than the document. */
const contradictions = (scope: string, main: Facts, facts: Facts): Fault[] =>
  (Object.keys(main) as (keyof Facts)[])
    .filter((key) => !isDeepStrictEqual(main[key], facts[key]))
    .map((key) => fault(`${scope}: other ${key} than the document`, facts[key]));

const inItself = ({ userAgent, appVersion, platform, hints, webgl, languages, ...main }: Facts): Fault[] => {
  const major = /\bChrome\/(\d+)/.exec(userAgent)?.[1];
  const brands = hints?.brands ?? [];
  const checks: readonly (readonly [string, boolean, unknown])[] = [
    ['Headless', !/headless/i.test(JSON.stringify([userAgent, hints])), [userAgent, hints]],
    ['webdriver', !main.webdriver, main.webdriver],
    ['appVersion is not of the user agent', userAgent === `Mozilla/${appVersion}`, [userAgent, appVersion]],
    ['platform is not of the user agent', platformsAgree(userAgent, platform, hints?.platform), platform],
    ['no client hints', brands.length > 1, hints],
    ['brands of another version', brands.some(({ version }) => version === major), [major, brands]],
    ['full versions of other brands', sameBrands(brands, hints?.fullVersionList ?? []), hints],
    // On Linux the version of the platform is empty in every Chromium.
    ['a hint is empty', !!hints?.architecture && !!hints.bitness, hints],
    ['no Google Chrome brand', brands.some(({ brand }) => brand === 'Google Chrome'), brands],
    ['no WebGL', webgl !== null, webgl],
    ['drawn in software', !/swiftshader|llvmpipe/i.test(webgl?.renderer ?? ''), webgl],
    ['language is not the first', languages[0] === main.language && languages.length > 1, languages],
    ['locale of another language', languages.includes(main.locale), [languages, main.locale]],
    ['UTC', main.timezone !== 'UTC', main.timezone],
    ['odd memory', [2, 4, 8, 16, 32].includes(main.memory ?? 0), main.memory],
    ['odd cores', main.cores >= 1 && main.cores <= 256, main.cores],
  ];
  return checks.flatMap(([name, holds, detail]) => (holds ? [] : [fault(`document: ${name}`, detail)]));
};

const platformsAgree = (userAgent: string, platform: string, hint: string | undefined): boolean => {
  const families = [
    { inUserAgent: /Linux/, platform: /^Linux /, hint: 'Linux' },
    { inUserAgent: /Mac OS X/, platform: /^Mac/, hint: 'macOS' },
    { inUserAgent: /Windows NT/, platform: /^Win/, hint: 'Windows' },
  ];
  return families.some(
    (family) => family.inUserAgent.test(userAgent) && family.platform.test(platform) && family.hint === hint,
  );
};

const sameBrands = (brands: readonly Brand[], full: readonly Brand[]): boolean => {
  const majors = full.map(({ brand, version }) => ({ brand, version: version.split('.')[0] }));
  return isDeepStrictEqual(majors, brands);
};

/** What the headers of one request say otherwise than the scripts of the document. */
const headerFaults = ({ url, headers }: IncomingMessage, { userAgent, languages, hints }: Facts): Fault[] => {
  const list = (brands: readonly Brand[] = []) =>
    brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', ');
  const hinted: readonly (readonly [string, string])[] = [
    ['sec-ch-ua', list(hints?.brands)],
    ['sec-ch-ua-mobile', hints?.mobile ? '?1' : '?0'],
    ['sec-ch-ua-platform', `"${hints?.platform}"`],
    ['sec-ch-ua-arch', `"${hints?.architecture}"`],
    ['sec-ch-ua-bitness', `"${hints?.bitness}"`],
    ['sec-ch-ua-model', `"${hints?.model}"`],
    ['sec-ch-ua-platform-version', `"${hints?.platformVersion}"`],
    ['sec-ch-ua-full-version-list', list(hints?.fullVersionList)],
  ];
  const weighted = languages.map((name, index) =>
    index === 0 ? name : `${name};q=${(1 - index / 10).toFixed(1)}`,
  );
  const expected = [
    ['user-agent', userAgent] as const,
    ['accept-language', weighted.join(',')] as const,
    // Not every request carries them; the test names those that must.
    ...hinted.filter(([name]) => headers[name] !== undefined),
  ];
  return [
    ...expected
      .filter(([name, value]) => headers[name] !== value)
      .map(([name]) => fault(`headers: other ${name}`, [url, headers[name]])),
    ...(/headless/i.test(JSON.stringify(headers)) ? [fault('headers: Headless', [url, headers])] : []),
  ];
};
