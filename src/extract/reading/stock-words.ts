import { plain } from '../wishes/words.ts';

/** Words by which shops say that there is none; asked before those that there is some. */
const gone =
  /out ?of ?stock|sold ?out|^sold$|unavailable|not available|no longer available|discontinued|out-of-stock|ausverkauft|nicht (?:mehr )?(?:verfugbar|lieferbar|auf lager)|derzeit nicht|vergriffen|rupture|indisponible|epuise|agotado|no disponible|sin stock|esaurito|non disponibile|esgotado|indisponivel|niedostepn|brak w magazynie|wyprzedan|vypredan|nedostupn|nie je skladom|neni skladem|нет в наличии|отсутствует в продаже|распродан|uitverkocht|niet op voorraad|slutsald|ikke pa lager|loppu|ei ole saatavilla|pole saadaval|labi muudud|nav pieejams|izpardots|stoc epuizat|indisponibil|razprodan|ni na zalogi|nema na zalihi|tukendi|在庫切れ|売り切れ|品切|품절|缺货|售罄|已售完|无货|نفد|غير متوفر/;
const there =
  /in ?stock|instock|not sold|unsold|in-stock|limited ?availability|instoreonly|onlineonly|pre ?order|presale|back ?order|made ?to ?order|available|auf lager|lieferbar|sofort|verfugbar|en stock|disponible|disponibile|disponivel|em estoque|dostepn|w magazynie|skladom|skladem|na sklade|в наличии|есть|op voorraad|leverbaar|i lager|pa lager|varastossa|saatavilla|laos|saadaval|pieejams|noliktava|in stoc|na zalogi|na zalihi|dostupno|stokta|在庫あり|재고|有货|现货|متوفر/;

/** Whether words say that something can be had; undefined where they say neither. */
export const stockIn = (given: string): 'InStock' | 'OutOfStock' | undefined => {
  const text = plain(given.slice(0, 300));
  return gone.test(text) ? 'OutOfStock' : there.test(text) ? 'InStock' : undefined;
};
