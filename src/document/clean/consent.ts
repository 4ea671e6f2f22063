import { ancestors, collapsedText, type Element, elements, elementsIn, removeAll } from '../tree/tree.ts';

/** Roots of the banners of consent platforms, their backdrops and frames, as selectors. Facts about the platforms. */
export const consentPlatforms: Readonly<Record<string, readonly string[]>> = {
  AdRoll: ['#adroll_consent_container', '.adroll_consent_banner'],
  'AMP consent': ['amp-consent', 'amp-user-notification'],
  Axeptio: ['#axeptio_overlay', '#axeptio_main_button'],
  Borlabs: ['#BorlabsCookieBox', '#BorlabsCookieBoxWrap'],
  CCM19: ['#ccm-widget', '.ccm-root'],
  Civic: ['#ccc-overlay', '#ccc-module', '#ccc-notify'],
  Clickio: ['#cl-consent'],
  Complianz: ['#cmplz-cookiebanner-container', '.cmplz-cookiebanner', '#cc-window.cmplz-banner'],
  consentmanager: ['#cmpbox', '#cmpbox2', '#cmpwrapper'],
  CookieScript: ['#cookiescript_injected', '#cookiescript_injected_wrapper'],
  CookieFirst: ['#cookiefirst-root', '.cookiefirst-root'],
  CookieHub: ['.ch2-container', '#cookiehub-dialog'],
  'Cookie Information': ['#coiOverlay', '#coi-banner-wrapper', '#cookie-information-template-wrapper'],
  Cookiebot: ['#CybotCookiebotDialog', '#CybotCookiebotDialogBodyUnderlay'],
  'Cookie Consent': ['.cc-window.cc-banner', '.cc-window.cc-floating', '.cc-grower', '#cc-main', '#cc--main'],
  'Cookie Law Info, CookieYes': [
    '#cookie-law-info-bar',
    '.cli-modal-backdrop',
    '.cky-consent-container',
    '.cky-overlay',
    '.cky-modal',
  ],
  'Cookie Notice': ['#cookie-notice', '#cookie-notice-container'],
  Crownpeak: ['#_evidon_banner', '#_evidon-banner', '#_evidon-background', '.evidon-banner'],
  Didomi: ['#didomi-host', '#didomi-popup', '#didomi-notice', '.didomi-popup-backdrop'],
  Drupal: [
    '#sliding-popup.sliding-popup-bottom',
    '#sliding-popup.sliding-popup-top',
    '.eu-cookie-compliance-banner',
  ],
  Ensighten: ['#ensNotifyBanner', '.ensModalWrapper'],
  Ezoic: ['#ez-cookie-dialog-wrapper', '#ez-cmpv2-dialog'],
  'Funding Choices': ['.fc-consent-root', '.fc-dialog-overlay'],
  Google: ['#cookieBarContainer', '.glue-cookie-notification-bar'],
  'GDPR Cookie Compliance': ['#moove_gdpr_cookie_info_bar', '#moove_gdpr_cookie_modal'],
  Hubspot: ['#hs-eu-cookie-confirmation', '#hs-banner-parent'],
  InMobi: ['.qc-cmp2-container', '#qc-cmp2-container', '.qc-cmp-ui-container', '#qc-cmp2-main'],
  Iubenda: ['#iubenda-cs-banner', '.iubenda-cs-overlay'],
  Ketch: ['#ketch-banner', '#lanyard_root'],
  Klaro: ['.klaro .cookie-notice', '.klaro .cookie-modal', '#klaro .cookie-notice'],
  LiveRamp: ['#faktor-io', '.gdpr-lmd-wall', '#gdpr-banner-container'],
  Mediavine: ['#mv-consent-banner', '.mv-gdpr-banner'],
  OneTrust: [
    '#onetrust-consent-sdk',
    '#onetrust-banner-sdk',
    '#onetrust-pc-sdk',
    '.onetrust-pc-dark-filter',
    '#optanon',
    '.optanon-alert-box-wrapper',
  ],
  Orejime: ['.orejime-Layer', '.orejime-Notice', '.orejime-AppContainer'],
  Osano: ['.osano-cm-window', '.osano-cm-dialog', '.osano-cm-widget'],
  PiwikPro: ['#ppms_cm_consent_popup', '.ppms_cm_popup_overlay', '#ppms_cm_popup_overlay'],
  Pubtech: ['#pubtech-cmp'],
  Shopify: ['#shopify-pc__banner', '#shopify-pc__prefs'],
  Sirdata: ['#sd-cmp', '.sd-cmp-root'],
  Sourcepoint: ['[id^="sp_message_container_"]', 'iframe[id^="sp_message_iframe_"]', '.sp_veil'],
  Squarespace: ['.sqs-cookie-banner-v2', '.cookie-banner-mount-point'],
  Tarteaucitron: ['#tarteaucitronRoot', '#tarteaucitronAlertBig'],
  Termly: ['.t-consentPrompt', '#termly-code-snippet-support'],
  Termsfeed: ['.termsfeed-com---nb', '.termsfeed-com---palette-dark', '.termsfeed-com---palette-light'],
  Transcend: ['#transcend-consent-manager'],
  TrustArc: [
    '#truste-consent-track',
    '#consent_blackbar',
    '.truste_overlay',
    '.truste_box_overlay',
    '.truste_popframe',
    '#trustarc-banner-overlay',
  ],
  Trustcommander: [
    '#privacy-overlay',
    '#footer_tc_privacy',
    '#tc-privacy-wrapper',
    '#popin_tc_privacy_container',
    '#popin_tc_privacy',
  ],
  Usercentrics: ['#usercentrics-root', '#usercentrics-cmp-ui', '#uc-banner-modal', '#uc-main-banner'],
  Wix: ['[data-hook="consent-banner-root"]', '#consent-banner-root'],
  'WP GDPR': [
    '.gdpr-cookie-notice',
    '#gdpr-cookie-consent-bar',
    '#gdpr-cookie-message',
    '.wpgdprc-consent-bar',
  ],
};

/** What sites call a banner of their own, as id or class. */
const ownNames = 'cookiebanner cookie-banner cookie_banner cookieconsent cookie-consent cookie-notice'.split(
  ' ',
);

const namesWith = (sign: '#' | '.'): string => {
  const simple = Object.values(consentPlatforms)
    .flat()
    .filter((selector) => selector.startsWith(sign) && /^.[\w-]+$/.test(selector));
  return [...simple.map((selector) => selector.slice(1)), ...ownNames].join('|');
};
const id = new RegExp(`^(?:${namesWith('#')})$`, 'i');
const oneOfClasses = new RegExp(`(?:^|\\s)(?:${namesWith('.')})(?:\\s|$)`, 'i');

/** The first three characters of a name, whatever their case. */
const startOf = (names: string, at: number): number =>
  ((names.charCodeAt(at) | 0x20) << 16) |
  ((names.charCodeAt(at + 1) | 0x20) << 8) |
  (names.charCodeAt(at + 2) | 0x20);

const startsOf = (sign: '#' | '.'): ReadonlySet<number> =>
  new Set(
    namesWith(sign)
      .split('|')
      .map((name) => startOf(name, 0)),
  );
const startsOfIds = startsOf('#');
const startsOfClasses = startsOf('.');

/** Whether a class may be one of those: most are seen to be none at once, and to compare each with dozens takes longer. */
const mayBeOne = (classes: string): boolean => {
  let isStart = true;
  for (let at = 0; at < classes.length; at++) {
    const code = classes.charCodeAt(at);
    if (isStart && startsOfClasses.has(startOf(classes, at))) return true;
    isStart = code <= 0x20 || code > 0x7f;
  }
  return false;
};

/** The same classes come back many times on a page. */
const createIsBanner = (): ((element: Element) => boolean) => {
  const known = new Map<string, boolean>();
  const isNamed = (names: string): boolean => {
    let named = known.get(names);
    if (named === undefined) {
      named = mayBeOne(names) && oneOfClasses.test(names);
      known.set(names, named);
    }
    return named;
  };
  return ({ attrs }) => {
    for (const { name, value } of attrs)
      if (
        name === 'class'
          ? isNamed(value)
          : name === 'id' && startsOfIds.has(startOf(value, 0)) && id.test(value)
      )
        return true;
    return false;
  };
};

/** The page itself may lie in what asks. */
const pageParts = new Set(['main', 'article', 'h1']);
/** In characters: a page that says less beside its banner may be about it. */
const leastBeside = 200;

/**
 * Removes the banners below `body` that ask for consent, with all they tell of hundreds of cookies: never content, however
 * much of the page it is. None where the page says little else.
 * @returns `body` and every element that is left below it.
 */
export const removeBanners = (body: Element): readonly Element[] => {
  const all = elementsIn([body]);
  const isBanner = createIsBanner();
  const found = new Set(
    all.filter(
      (element) =>
        element !== body &&
        isBanner(element) &&
        !elements(element).some(({ tagName }) => pageParts.has(tagName)),
    ),
  );
  if (found.size === 0) return all;
  const outer = [...found].filter((banner) => !ancestors(banner).some((around) => found.has(around)));
  const asked = outer.reduce((sum, banner) => sum + collapsedText(banner).length, 0);
  if (collapsedText(body).length - asked < leastBeside) return all;
  removeAll(found);
  return elementsIn([body]);
};
