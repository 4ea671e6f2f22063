/** The source of a pattern for the whole of a short text that stands in the place of what is to come: `Loading more…`. */
export const waitingWords =
  '(?:loading|fetching|please wait|wird geladen|bitte warten|laden|chargement|cargando|caricamento|carregando|загрузка)[^.…]{0,30}(?:\\.\\.\\.|…)';
