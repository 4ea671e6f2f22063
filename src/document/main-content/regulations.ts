/** What is in force, and since when, depends on the day: laws, terms, policies, advice of authorities, lists of changes. */
export const isRegulation = (url: string): boolean => {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  return official.test(hostname) || regulating.test(pathname);
};

const official = /(?:^|\.)(?:gov|gob|gouv|gub|govt|admin|europa)(?:\.[a-z]{2,3})?$/i;
const kinds =
  'privacy|cookies?|terms|tos|eula|dpa|sla|policy|policies|legal|conditions|disclaimer|imprint|impressum|datenschutz|agb|mentions-legales|confidentialite|privacidad|changelog|release-?notes';
const forms = 'policy|notice|statement|agreement|of-(?:service|use|sale)|(?:and-)?conditions';
const regulating = new RegExp(
  `/(?:legal/.+|(?:[a-z]+-){0,2}(?:${kinds})(?:-(?:${forms}))*(?:\\.\\w+)?/?)$`,
  'i',
);

/** Of a line with a date: it is that of a change, or of when it came into force. */
export const tellsChange =
  /\b(?:updated?|modified|effective|revis(?:ed|ion)|amended|reviewed|in force|version|stand|gültig|mise à jour|actuali[sz]aci[óo]n|aggiorna(?:to|mento))\b/i;
