/** From the signs that a PDF draws to the text that they stand for. */

/** Radicals, and the ideographs that look the same: of signs that share a shape in a font, files tell the first. */
const radicals =
  '⺂乛⺃乚⺅亻⺉刂⺋㔾⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺘扌⺙攵⺛旡⺞歺⺟母⺠民⺡氵⺣灬⺤爫⺦丬⺨犭⺫罒⺭礻⺯糹⺰纟⺱罓⺲罒⺳㓁⺹耂⺺肀⺾艹⺿艹⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻐钅⻑長⻒镸⻓长⻔门⻖阝⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';
const ideographs = new Map(
  Array.from({ length: radicals.length / 2 }, (_, index) => [radicals[2 * index], radicals[2 * index + 1]]),
);

/** A word whose letters are set apart, as in titles: `S U M M A R Y`. Fewer small letters may be those of a formula. */
const spacedOut = /^(?:\p{Lu}(?: \p{Lu}){2,}|\p{L}(?: \p{L}){4,})$/u;

/**
 * Letters of Arabic as they are joined, and radicals of Chinese, as the letters and signs that people write; words without the
 * space between their letters.
 */
export const asWritten = (text: string): string =>
  (spacedOut.test(text) ? text.replaceAll(' ', '') : text).replace(
    /[\u2e80-\u2fdf\ufe70-\ufeff]/g,
    (sign) => ideographs.get(sign) ?? sign.normalize('NFKC'),
  );

/** Scripts that are written without spaces between words, and their punctuation. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\uff00-\\uffef]';
const breakBetween = new RegExp(`(?<=${unspaced})[^\\S\\n]*\\n[^\\S\\n]*(?=${unspaced})`, 'gu');

/** Without the line breaks that part no words. */
export const withoutBreaks = (text: string): string => text.replace(breakBetween, '');
