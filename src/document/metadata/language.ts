import { attr, type Document, type Element, isElement, isText, walk } from '../tree/tree.ts';
import { property, type Signals } from './signals.ts';

/**
 * The language of a page as a tag (BCP 47): as it declares, else as its text tells.
 * @param header `Content-Language` of the response.
 */
export const readLanguage = (signals: Signals, document: Document, header: string): string | null => {
  const { tagged, meta } = signals;
  const [root] = tagged('html');
  const [body] = tagged('body');
  const declared = [
    root && (attr(root, 'lang') || attr(root, 'xml:lang')),
    body && attr(body, 'lang'),
    contentLanguage(tagged('meta')),
    header,
    meta.first('og:locale'),
    meta.first('dc.language', 'dcterms.language', 'language'),
    property(signals, 'inLanguage'),
  ];
  return declared.map(tagOf).find((tag) => tag !== undefined) ?? spokenIn(textOf(document)) ?? null;
};

/** `pt_BR` → `pt-BR`; undefined for what is no tag, several of them, or says that it is not known. */
const tagOf = (said = ''): string | undefined => {
  const tag = said.trim().replace(/_/g, '-');
  return /^(?!und\b)[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(tag) ? tag : undefined;
};

const contentLanguage = (metas: readonly Element[]): string | undefined => {
  const meta = metas.find(
    (element) => attr(element, 'http-equiv')?.trim().toLowerCase() === 'content-language',
  );
  return meta && attr(meta, 'content');
};

const passed = new Set('head script style template noscript nav code pre textarea select'.split(' '));
/** In characters: more does not tell more. */
const enough = 6000;

const textOf = (document: Document): string => {
  let text = '';
  walk(document, (node) => {
    if (text.length > enough) return false;
    if (isText(node)) text += ` ${node.value.slice(0, enough)}`;
    return isElement(node) && !passed.has(node.tagName);
  });
  return text;
};

/** Scripts that are written in one language, or nearly so. Japanese is Kana among signs of Chinese. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
];

/** Words that nearly every sentence of a language has one of. */
const commonWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'en the and of to in is that for it with was are this',
    'de der die und das ist nicht mit von den ein eine auf für im',
    'fr le la les des et est une dans que qui pour pas sur du',
    'es el los las del y que una por con para es como más la',
    'it il di che è per una sono con non della gli del la',
    'pt o os não uma em para com do da dos que são mais as',
    'nl de het een van en is dat niet voor met zijn op',
    'sv och att det som är en på för av inte med den',
    'da og det er på til af ikke den med at der en',
    'nb og det er på til av ikke den med som å en',
    'fi ja on ei että oli se ovat mutta kun myös hän ole',
    'pl i w na się nie z jest do że to od przez',
    'cs a se na je že v to s jako ale také pro',
    'ro și în de la cu nu este pe care un din mai',
    'tr ve bir bu için ile da de çok olan olarak daha',
    'hu a az és hogy nem is egy meg van ez volt',
    'id yang dan di untuk dengan ini dari itu tidak pada',
    'vi và của là có được cho không một các trong',
    'ru и в не на что с он как это по для из',
    'uk і в не на що з та як це до для від',
    'bg и на в да не се за от с е са като',
    'ar في من على إلى أن هذا التي الذي عن مع',
    'fa در و به از که این را با است برای',
  ].map((line) => {
    const [language = '', ...words] = line.split(' ');
    return [language, new Set(words)] as const;
  }),
);

/** Fewer letters or words of a language may be a name. */
const fewest = 8;
/** Part of the words of a text. */
const leastShare = 0.08;
/** How much more the words must speak for one language than for the next. */
const clearly = 1.25;

/** The language that a text is written in; undefined where it is too short, or might be another. */
export const spokenIn = (text: string): string | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([language, sign]) => {
    const count = text.match(sign)?.length ?? 0;
    return count >= fewest && count > letters * (language === 'ja' ? 0.1 : 0.5);
  });
  if (script !== undefined) return script[0];
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const [first, second] = [...commonWords]
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  if (first === undefined || second === undefined) return undefined;
  const isClear = first.count >= fewest && first.count >= second.count * clearly;
  return isClear && first.count >= leastShare * words.length ? first.language : undefined;
};
