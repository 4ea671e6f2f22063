import type { Code } from 'mdast';
import { ancestors, attr, type Element, elements } from '../../document/tree/tree.ts';

/** The language of a block of code. */

/** Class names that hold a language: `language-js`, `highlight-source-js`, `brush: js`. */
const languageClass =
  /^(?:language|lang|hl|highlight-source|mw-highlight-lang|highlight|code|gatsby-code|sourceCode|brush)[-:](.+)$|^sp-(javascript|jsx|typescript|tsx|css|html)$/i;
/** Languages that the class of code may be, and nothing else beside. */
const languages = new Set(
  `bash clojure console cpp csharp css dart dockerfile elixir erlang go golang graphql groovy haskell html http ini java
  javascript js json jsx julia kotlin latex less lua makefile matlab nginx objectivec ocaml perl php powershell py
  py3 pycon python python3 r ruby rust scala scss sh shell sql svg swift toml ts tsx typescript vim vue xml yaml yml zig`.split(
    /\s+/,
  ),
);
/** Class names that a language follows: `hljs js`, `sourceCode js`, `brush: js`. */
const beforeLanguage = /^(?:hljs|hl|highlight|sourceCode|syntaxhighlighter|brush:)$/;
/** What stands in such places without being a language. */
const noLanguage =
  /^(?:auto|block.*|wrapper|container|box|toolbar|example|snippet|body|copy|none|text|plain|plaintext|source|code|default|lines?|inner|area|content|tab-size|highlight.*|.+-highlight|nohighlight|numbersource|number-?lines)$/i;

const codeElements = new Set(['code', 'pre']);
const attributes = ['data-lang', 'data-language', 'data-code-language', 'language'];

/** The language that the element, the `<code>` in it, or one of three wrappers names. */
export const languageOf = (element: Element): string | undefined => {
  const inner = elements(element).filter(({ tagName }) => tagName === 'code' || tagName === 'pre');
  const candidates = [...inner.slice(0, 4), element, ...ancestors(element).slice(0, 3)];
  return candidates.map(namedLanguage).find((language) => language !== undefined);
};

/** Sphinx tries code that no language is named of as Python, and colours it if it is. */
const isColoured = (element: Element): boolean =>
  elements(element).some(({ tagName, childNodes }) => tagName === 'span' && childNodes.length > 0);

const namedLanguage = (element: Element): string | undefined => {
  const classes = (attr(element, 'class') ?? '').split(/\s+/);
  const names = [
    ...attributes.map((name) => attr(element, name)),
    /\bbrush:\s*([\w+#-]+)/.exec(attr(element, 'data-syntaxhighlighter-params') ?? '')?.[1],
    ...classes.map((name) => languageClass.exec(name)?.slice(1).find(Boolean)),
    classes.includes('highlight-default') && isColoured(element) ? 'python' : undefined,
    ...classes.map((name, index) =>
      beforeLanguage.test(classes[index - 1] ?? '') && !languageClass.test(name) ? name : undefined,
    ),
    codeElements.has(element.tagName)
      ? [...classes, attr(element, 'lang') ?? ''].find((name) => languages.has(name.toLowerCase()))
      : undefined,
  ];
  return names
    .map((name) =>
      name
        ?.trim()
        .toLowerCase()
        .replace(/^(?:source|text|lang)[.-]/, '')
        .replace(/;$/, '')
        .replace(/^(?:ipython\d?|py3)$/, 'python')
        .replace(/^diff-.+/, 'diff'),
    )
    .find((name) => name !== undefined && /^[\p{L}\p{N}_+#.-]{1,30}$/u.test(name) && !noLanguage.test(name));
};

/** Of changed lines the fence says so first, then their language. */
export const fenced = (value: string, lang: string | undefined, isChange: boolean): Code => {
  if (!isChange) return { type: 'code', lang: lang ?? null, value };
  return { type: 'code', lang: 'diff', meta: lang === 'diff' ? null : (lang ?? null), value };
};
