import { consentPlatforms } from '../../document/clean/consent.ts';

/** What cookie banners are known by; nothing in here is clicked. */

const known = Object.values(consentPlatforms).flat();
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
