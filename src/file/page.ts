import { escapeHtml } from '../document/tree/escape.ts';
import type { FilePage } from './read.ts';

/** A file as an HTML document, its properties where pages have theirs. @param name of the file, where it has no title. */
export const pageOf = ({ body, title, author, created, language }: FilePage, name: string): string => {
  const named = isTitle(title) ? title : '';
  // What stands largest in it is its title then.
  const fallback = body.includes('<h1>') ? '' : name;
  const meta = (key: string, content: string) =>
    content === '' ? '' : `<meta name="${key}" content="${escapeHtml(content)}">`;
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head>`,
    `<title>${escapeHtml(named || fallback)}</title>`,
    meta('dcterms.title', named),
    meta('author', isAuthor(author) ? author : ''),
    meta('article:published_time', created === templateCreated ? '' : created),
    `</head><body><main><article>${body}</article></main></body></html>`,
  ].join('');
};

/** Programs write the name of their file, or their own, where authors leave the field empty. */
const isTitle = (title: string): boolean =>
  title.trim() !== '' &&
  !/^(?:untitled|microsoft word|powerpoint presentation|document\d*$)|\.(?:docx?|pdf|xlsx?|indd|tex|dvi|rtf|pptx?)$/i.test(
    title.trim(),
  );

/** Libraries sign with their own name, and offices with that of nobody, where nobody says who wrote. */
const isAuthor = (author: string): boolean =>
  !/^(?:python-docx|openpyxl|xlsxwriter|apache poi|docx4j|phpexcel|phpspreadsheet|phpword|un-?named|unknown(?: creator| author)?|microsoft office user|windows user|user|admin(?:istrator)?)$/i.test(
    author.trim(),
  );

/** When the template of python-docx was made, which is told of every document that does not say when it was. */
const templateCreated = '2013-12-23T23:15:00Z';
