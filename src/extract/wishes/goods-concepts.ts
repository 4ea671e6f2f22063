import type { ConceptRow } from './concept-row.ts';

/** What is said of what is sold or let, and of its price. */
export const goodsConcepts: readonly ConceptRow[] = [
  [
    'price|prices|cost|amount|current price|sale price|selling price|special price|offer price|final price|our price|list price amount|price amount|unit price|price value|preis|prix|precio|prezzo|preco|cena|prijs|pris|hind|ar|fiyat|цена|价格|価格|가격|السعر|الثمن',
    'offers.price offers.lowPrice offers.lowPrice.sales.value offers.offers.price offers.priceSpecification.price price lowPrice priceSpecification.price estimatedCost',
    'product:sale_price:amount product:price:amount og:price:amount product:price og:price price twitter:data1',
  ],
  [
    'original price|list price|regular price|old price|was price|previous price|full price|msrp|rrp|uvp|strike price|price before discount',
    'offers.highPrice offers.priceSpecification.price',
    'product:original_price:amount',
  ],
  [
    'lowest price|low price|min price|minimum price|price from|price min',
    'offers.lowPrice lowPrice offers.price',
    '',
  ],
  ['highest price|high price|max price|maximum price|price to|price max', 'offers.highPrice highPrice', ''],
  [
    'currency|price currency|currency code|wahrung|devise|moneda|valuta|валюта|العملة|通貨',
    'offers.priceCurrency offers.offers.priceCurrency offers.priceSpecification.priceCurrency priceCurrency baseSalary.currency salaryCurrency currency',
    'product:price:currency og:price:currency',
  ],
  [
    'sku|product id|id produto|id prodotto|id produktu|id del producto|produkt id|produkt nr|product no|art nr|artikel id|productcode|artikel no|n de produit|item id|product number|item number|article number|product code|item code|stock number|style code|style number|catalog number|reference number|referenznummer|kennziffer|stellen id|job id|listing id|ad id|lot id|id|asin|artikelnummer|artikelnr|artikel nr|art nr|art no|art|bestellnummer|bestell nr|produktnummer|numero d article|reference|ref|referencia|referenz|codigo|codigo do produto|codigo del producto|cod|cod produs|codice|codice articolo|codice prodotto|objektnummer|numero oggetto|item|item no|numer katalogowy|kod|kod produktu|kod produktu|katalogove cislo|sifra|sifra izdelka|sifra artikla|tootekood|prekes kodas|preces kods|tuotenumero|tuotekoodi|varenummer|artikelnummer|cikkszam|артикул|код|код товара|product no|model no|sku number|item sku|商品编号|商品番号|상품번호|品番|ebay item number|ebay artikelnummer|post id|anzeigen id|anzeigennummer|رقم المنتج',
    'sku productID offers.sku offers.offers.sku productId identifier offers.itemOffered.sku itemID',
    'product:retailer_item_id sku product:sku product_id',
  ],
  [
    'mpn|manufacturer part number|part number|model number|hersteller nr|herstellernummer|manufacturer number|numero di modello|modellnummer|herstellerartikelnummer|part no|mfr part number',
    'mpn offers.mpn',
    'product:mfr_part_no',
  ],
  [
    'model|model name|model pojazdu|modelo|modell|modelle|модель|الموديل|رقم الموديل|الطراز|型番',
    'model.name model',
    '',
  ],
  [
    'gtin|gtin13|gtin14|gtin12|gtin8|ean|ean13|ean code|upc|barcode|bar code|ean kod|ean nummer|штрихкод',
    'gtin13 gtin gtin14 gtin12 gtin8 offers.gtin13 offers.gtin ean',
    'product:ean product:upc product:gtin',
  ],
  [
    'brand|brand name|make|manufacturer|marka pojazdu|make manufacturer|marke|marque|marca|merk|znacka|znamka|vyrobca|vyrobce|producent|marka|brend|zimols|kaubamark|brandi|valmistaja|hersteller|fabricante|fabricant|produttore|proizvajalec|proizvodac|razotajs|tootja|бренд|марка|производитель|vendor|品牌|ブランド|브랜드|العلامة التجارية|الماركة|メーカー',
    'brand manufacturer brand.name',
    'product:brand og:brand brand',
  ],
  [
    'availability|in stock|available|stock|stock status|is available|availability status|stock level|verfugbarkeit|disponibilite|disponibilidad|disponibilita|disponibilidade|dostupnost|dostepnosc|razpolozljivost|наличие|lagerbestand|التوفر|在庫',
    'offers.availability offers.offers.availability availability offers.itemAvailability',
    'product:availability og:availability availability',
  ],
  [
    'condition|item condition|zustand|etat|estado|condizione|stan|состояние|الحالة|状態',
    'offers.itemCondition itemCondition',
    'product:condition',
  ],
  [
    'color|colour|farbe|couleur|colore|cor|kolor|barva|farba|цвет|colors|colours|اللون|色|カラー',
    'color',
    'product:color',
  ],
  [
    'size|grosse|taille|talla|taglia|tamanho|rozmiar|velikost|размер|sizes|المقاس|الحجم|サイズ',
    'size',
    'product:size',
  ],
  [
    'volume|capacity|volumen|fassungsvermogen|fullmenge|inhalt|contenance|capacidad|capacita|容量|السعة',
    '',
    '',
  ],
  ['material|materials|matiere|materiale|материал|المادة|素材|材質', 'material', 'product:material'],
  [
    'weight|gewicht|poids|peso|waga|hmotnost|вес|net weight|item weight|الوزن|重量|重さ',
    'weight.value weight shippingWeight.value',
    'product:weight:value',
  ],
  [
    'seller|vendor name|merchant|shop|store|seller name|sold by|verkaufer|vendedor|venditore|vendeur',
    'offers.seller.name offers.seller seller.name seller offers.offeredBy.name provider.name',
    '',
  ],
  [
    'rating|rating value|average rating|score|stars|star rating|review score|bewertung|note|puntuacion|calificacion|valutazione|avaliacao|hodnoceni|оценка|評価|التقييم',
    'aggregateRating.ratingValue reviewRating.ratingValue ratingValue starRating.ratingValue contentRating',
    'product:rating twitter:data2',
  ],
  ['best rating|max rating', 'aggregateRating.bestRating reviewRating.bestRating bestRating', ''],
  [
    'review count|reviews count|rating count|number of reviews|number of ratings|ratings|num reviews|total reviews|ratings count|bewertungen|reviews total',
    'aggregateRating.reviewCount aggregateRating.ratingCount reviewCount ratingCount interactionCount',
    '',
  ],
  ['offer|offers|variants|variations|tickets|ticket types', 'hasVariant offers', ''],
  ['aggregate rating', 'aggregateRating', ''],
  [
    'valid through|expires|expiry|deadline|closing date|price valid until|application deadline|expiration date|apply by|apply before|bewerbungsfrist|bewerbungsschluss|anmeldeschluss|date limite|fecha limite|応募締切|締切',
    'validThrough offers.priceValidUntil expires applicationDeadline',
    '',
  ],
  ['version|software version', 'softwareVersion version', ''],
  ['operating system|os', 'operatingSystem', ''],
  ['download url|download|download link', 'downloadUrl installUrl contentUrl', ''],
  [
    'amenities|facilities|equipment|ausstattung|equipements|servicios|services',
    'amenityFeature.name amenityFeature',
    '',
  ],
  [
    'specifications|specs|specification|technical data|technical details|technical specifications|attributes|properties|characteristics|details|product details|technische daten|spezifikationen|caracteristiques|caracteristicas|caratteristiche',
    'additionalProperty',
    '',
  ],
  [
    'features|feature list|highlights|bullet points|key features|benefits|inclusions|included',
    'featureList',
    '',
  ],
  [
    'year|model year|production year|release year|baujahr|erstzulassung|annee|ano|anno|bouwjaar|rok produkcji|年式',
    'vehicleModelDate productionDate modelDate copyrightYear datePublished',
    '',
  ],
  [
    'fuel|fuel type|kraftstoff|kraftstoffart|carburant|combustible|alimentazione|brandstof|rodzaj paliwa',
    'fuelType vehicleEngine.fuelType',
    '',
  ],
  [
    'transmission|gearbox|transmission type|getriebe|boite de vitesses|caja de cambios|cambio|versnellingsbak|transmissie|skrzynia biegow',
    'vehicleTransmission',
    '',
  ],
  [
    'mileage|odometer|kilometerstand|kilometrage|kilometraje|chilometraggio|przebieg|走行距離',
    'mileageFromOdometer.value mileageFromOdometer',
    '',
  ],
  ['rooms|number of rooms|room count|zimmer|zimmeranzahl|pieces|habitaciones|locali', 'numberOfRooms', ''],
  ['floor|storey|etage|stockwerk|planta|piano', 'floorLevel', ''],
  ['bedrooms|beds|number of bedrooms', 'numberOfBedrooms numberOfRooms', ''],
  ['bathrooms|baths|number of bathrooms', 'numberOfBathroomsTotal numberOfFullBathrooms', ''],
  ['floor size|area|living area|square feet|wohnflache', 'floorSize.value floorSize', ''],
  [
    'shipping|shipping cost|delivery cost|shipping price|versand|versandkosten|frais de port',
    'offers.shippingDetails.shippingRate.value',
    'product:shipping_cost:amount',
  ],
  [
    'delivery time|lieferzeit|delai de livraison|plazo de entrega|tempi di consegna',
    'offers.shippingDetails.deliveryTime',
    '',
  ],
  ['discount|discount percent|savings|rabatt|remise|descuento', 'offers.discount', ''],
];
