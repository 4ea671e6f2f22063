/** What cookie banners are known by. Facts about consent platforms; nothing in here is clicked. */

/** Roots of the banners of consent platforms, their backdrops and frames. */
const platforms: Readonly<Record<string, readonly string[]>> = {
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

const known = Object.values(platforms).flat();
/** `#a` → `a`. */
const simple = (sign: string) =>
  known.flatMap((selector) =>
    selector.startsWith(sign) && /^.[\w-]+$/.test(selector) ? selector.slice(1) : [],
  );

export const bannerRules = {
  /** Looked up by id and class: a selector of all of them takes 3 ms on a page of 1500 elements. */
  ids: simple('#'),
  classes: simple('.'),
  selector: known.filter((selector) => !/^[#.][\w-]+$/.test(selector)).join(','),
  /** Names that banners of no platform go by; looked at, not believed. */
  maybe:
    'dialog[open],[role="dialog"],[role="alertdialog"],[aria-modal="true"],[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i],[id*="privacy" i]',
  /** What a banner speaks of. Sources of regular expressions, for they travel to the page. */
  subject:
    'cookie|consent|gdpr|dsgvo|rgpd|lgpd|ccpa|datenschutz|einwilligung|privacy|vie priv[ée]e|confidentialit[ée]|traceurs|privacidad|privacidade|riservatezza|informasjonskapsl|eväste|ciasteczk|soukrom|süti|çerez|kişisel veri|куки|файлы cookie|персональн|隐私|隱私|プライバシー|クッキー|쿠키|개인정보',
  /** What the buttons of a banner say. */
  answer:
    '^(ok(ay)?|yes|ja|oui|si|sí|да|хорошо|ок|好|확인)[!.]?$|accept|agree|allow|reject|decline|refuse|deny|consent|got it|understand|necessary|essential|opt.?out|akzeptieren|zustimm|annehmen|ablehnen|einverstanden|verstanden|notwendige|erlauben|accord|refuser|compris|aceptar|acepto|rechazar|de acuerdo|entendido|accett|rifiut|ho capito|aceitar|aceito|rejeitar|recusar|concordo|accepteren|akkoord|weiger|toestaan|akcept|zgadzam|zgod[aę]|odrzu|rozumiem|godkänn|acceptera|tillad|afvis|godta|avvis|hyväksy|hylkää|přijmout|souhlas|odmítnout|elfogad|elutas|kabul|reddet|принять|принимаю|соглас|отклонить|同意|接受|拒绝|拒絕|許可|承諾|拒否|동의|허용|거부',
  /** Names of frames that show nothing but a banner. */
  frame: 'consent|cookie|privacy|gdpr|cmp',
};

export type BannerRules = typeof bannerRules;
