import type { Candidate } from '../evidence/candidate.ts';
import { isAside, titlePlace } from '../page/aside.ts';
import { attributeAt, oncePerRegion, within } from '../page/page-index.ts';
import { stockIn } from '../reading/stock-words.ts';
import { plain } from '../wishes/words.ts';
import { at, type Finder, isWhole, places } from './finder.ts';
import { amountsIn } from './price.ts';

/** Whether a thing can be had, as the page shows it. */

const buys =
  /add to (?:(?:my|your|the|shopping) )*(?:cart|bag|basket|trolley)|buy (?:it )?now|buy now|place bid|bid now|make offer|in den (?:waren|einkaufs)?korb|in den einkaufswagen|ajouter au panier|anadir al carrito|anadir a la cesta|agregar al carrito|aggiungi al carrello|adicionar ao carrinho|adicionar|comprar|acquista|jetzt kaufen|do koszyka|do kosik[ua]|kupit|pridat do|v kosarico|u kosaricu|\bkupi\b|купить|в корзину|в корзинку|lisa ostukorvi|\bosta\b|\bpirkt\b|ielikt groza|adauga in cos|lagg i|laeg i kurv|legg i handlekurv|ostoskoriin|sepete ekle|kosarba|カートに|구매하기|장바구니|购物车|立即购买|立即購買|加入購物車|我要購買|اضف|أضف/;

/** What else may be unavailable. */
const elsewhere =
  /chat|store|pick ?up|delivery|shipping|service|support|video|image|review|account|feature|browser|payment/i;

/** Words near the title that say that there is none. */
export const soldOut: Finder = oncePerRegion((region) => {
  const { index } = region;
  const heading = (isWhole(region) ? titlePlace(index) : undefined) ?? region.start;
  const said: Candidate[] = [];
  const end = Math.min(region.end, heading + 1500);
  for (const place of within(index.speakers, { index, start: heading, end })) {
    if (said.length === 3) break;
    if (!index.isShown(place) || isAside(region, place)) continue;
    const [first] = index.all[place]?.childNodes ?? [];
    const text = first !== undefined && 'value' in first ? first.value.trim() : '';
    if (text.length < 3 || text.length > 60 || elsewhere.test(text)) continue;
    if (stockIn(text) === 'OutOfStock') said.push(at(index, place, text, 0.8));
  }
  return said;
});

/** Buttons that buy. */
export const buying: Finder = oncePerRegion((region) => {
  const { index } = region;
  const says = (place: number) =>
    index.textOf(place) ||
    attributeAt(index, place, 'value') ||
    attributeAt(index, place, 'title') ||
    attributeAt(index, place, 'aria-label');
  return places(
    region,
    ['button', 'a', 'input'],
    (place) => !isAside(region, place) && says(place).length < 60 && buys.test(plain(says(place))),
    1,
  ).map((place) => ({ ...at(index, place, says(place), 0.7), snippet: says(place), raw: 'InStock' }));
});

/** What is said of the stock; who asks a price without more words has some. */
export const availability: Finder = (region) => {
  const [price] = amountsIn(region);
  const asked =
    price === undefined
      ? []
      : [{ ...at(region.index, price.place, price.text, 0.45), snippet: price.text, raw: 'InStock' }];
  return [...soldOut(region), ...buying(region), ...asked];
};
