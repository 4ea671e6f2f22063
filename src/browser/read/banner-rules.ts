import { consentPlatforms } from '../../document/clean/consent.ts';

/** What cookie banners are known by; nothing in here is clicked. */

const known = Object.values(consentPlatforms).flat();
/** `#a` → `a`. */
const simple = (sign: string) =>
  known.flatMap((selector) =>
    selector.startsWith(sign) && /^.[\w-]+$/.test(selector) ? selector.slice(1) : [],
  );

/** Cookies, in many languages: sources of regular expressions, for they travel to the page. */
const cookies =
  'cookie|informasjonskapsl|eväste|ciasteczk|süti|çerez|slapuk|sīkdat|küpsis|kolačić|piškot|бисквитк|куки|クッキー|쿠키|คุกกี้|עוגיות|ملفات تعريف';

export const bannerRules = {
  /** Looked up by id and class: a selector of all of them takes 3 ms on a page of 1500 elements. */
  ids: simple('#'),
  classes: simple('.'),
  selector: known.filter((selector) => !/^[#.][\w-]+$/.test(selector)).join(','),
  /** Names that banners of no platform go by; looked at, not believed. */
  maybe:
    'dialog[open],[role="dialog"],[role="alertdialog"],[aria-modal="true"],[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i],[id*="privacy" i]',
  /** Own banners in the flow of a page, above it or below. */
  named:
    '[id*="cookie" i],[class*="cookie" i],[id*="consent" i],[class*="consent" i],[id*="gdpr" i],[class*="gdpr" i]',
  cookies,
  /** What is said of cookies where no choice is offered. */
  use: '\\b(us(es?|ing|amos|iamo)|sites?|websites?|brows(e|er|ing)|stor(es?|ed)|web|webs(e|i)ite|sito|sitio|página|utili[sz]\\w*|verwende\\w*|nutz\\w*|gebruik\\w*|używ\\w*|stron\\w*|strán\\w*|använd\\w*|bruke?r?)\\b|сайт|использ|使用|利用|사용',
  /** What a banner speaks of. */
  subject: `${cookies}|consent|gdpr|dsgvo|rgpd|lgpd|ccpa|datenschutz|einwilligung|privacy|vie priv[ée]e|confidentialit[ée]|traceurs|privacidad|privacidade|riservatezza|soukrom|kişisel veri|персональн|隐私|隱私|プライバシー|개인정보`,
  /** What the buttons of a banner say. */
  answer:
    '^(ok(ay)?|yes|ja|oui|si|sí|да|хорошо|ок|好|확인)[!.]?$|accept|agree|allow|reject|decline|refuse|deny|consent|got it|understand|necessary|essential|opt.?out|akzeptieren|zustimm|annehmen|ablehnen|einverstanden|verstanden|notwendige|erlauben|accord|refuser|compris|aceptar|acepto|rechazar|de acuerdo|entendido|accett|rifiut|ho capito|aceitar|aceito|rejeitar|recusar|concordo|accepteren|akkoord|weiger|toestaan|akcept|zgadzam|zgod[aę]|odrzu|rozumiem|godkänn|acceptera|tillad|afvis|godta|avvis|hyväksy|hylkää|přijmout|souhlas|odmítnout|elfogad|elutas|kabul|reddet|zulassen|permitir|tillåt|tillat|samtykk|súhlas|sutinku|piekrītu|nõustu|prihva[ćt]|slažem|sprejm|strinjam|приемам|прийняти|αποδοχή|αποδέχομαι|אישור|مواف|قبول|ยอมรับ|đồng ý|chấp nhận|setuju|принять|принимаю|соглас|отклонить|同意|接受|拒绝|拒絕|許可|承諾|拒否|동의|허용|거부',
  /** What they say where there is nothing to choose. */
  leave:
    '^([x×✕✖]|close|dismiss|hide|continue|confirm|save|fine|sure|schlie(ß|ss)en|weiter|fortfahren|auswahl|speichern|fermer|continuer|cerrar|continuar|guardar|chiudi|continua|salva|fechar|sluiten|doorgaan|opslaan|zamknij|zapisz|stäng|luk|lukk|sulje|zavřít|zatvoriť|bezárás|kapat|закрыть|閉じる|关闭|關閉|닫기)( .*|$)',
  /** Names of frames that show nothing but a banner. */
  frame: 'consent|cookie|privacy|gdpr|cmp',
};

export type BannerRules = typeof bannerRules;
