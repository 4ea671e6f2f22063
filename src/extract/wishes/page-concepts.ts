import type { ConceptRow } from './concept-row.ts';

/** What pages, texts and other works say of themselves. */
export const pageConcepts: readonly ConceptRow[] = [
  [
    '!title|name|headline|heading|product name|product title|article title|page title|recipe name|event name|book title|movie title|titel|titre|titulo|titolo|nombre|nome|nom|naam|название|名称|タイトル|제목',
    'name headline title',
    'og:title twitter:title title dc.title citation_title',
  ],
  [
    '!description|summary|desc|abstract|excerpt|overview|teaser|synopsis|about|bio|biography|beschreibung|descripcion|descrizione|descricao|opis|popis|описание|简介|説明',
    'description abstract',
    'description og:description twitter:description dc.description',
  ],
  [
    'author|authors|author name|writer|byline|reviewer|written by|posted by|creator|reporter|autor|auteur|autore|автор|作者|著者|الكاتب|المؤلف|بقلم|筆者|執筆者',
    'author creator',
    'author article:author dc.creator citation_author byl parsely-author sailthru.author',
  ],
  [
    'date published|published|published at|publish date|publication date|published on|published time|date|posted|posted at|posted on|date posted|pub date|date de parution|date de publication|veroffentlicht|veroffentlicht am|erschienen|erscheinungsdatum|veroffentlichungsdatum|fecha de publicacion|publie le|掲載日|公開日|投稿日|release date|released|created|created at|datum|fecha|data|дата|日期|発売日|تاريخ النشر|التاريخ',
    'datePublished dateCreated datePosted releaseDate uploadDate',
    'article:published_time og:published_time date pubdate publishdate dc.date dc.date.issued citation_publication_date parsely-pub-date sailthru.date',
  ],
  [
    'date modified|modified|modified at|updated|updated at|last updated|last modified|update date|zuletzt aktualisiert|aktualisiert am|mis a jour le|actualizado|更新日|تاريخ التحديث',
    'dateModified dateUpdated',
    'article:modified_time og:updated_time lastmod last-modified dc.date.modified',
  ],
  [
    '!image|image url|photo|picture|thumbnail|thumbnail url|cover|cover image|main image|bild|imagen|immagine|images|photos|pictures|gallery',
    'image thumbnailUrl photo primaryImageOfPage',
    'og:image og:image:url og:image:secure_url twitter:image',
  ],
  [
    '!url|link|href|page url|canonical url|permalink|web address|product url',
    'url mainEntityOfPage',
    'og:url',
  ],
  [
    'language|lang|locale|in language|sprache|idioma|langue|اللغة|言語',
    'inLanguage',
    'og:locale dc.language content-language',
  ],
  ['site name|site|publication|source', 'publisher.name isPartOf.name', 'og:site_name application-name'],
  [
    'website|website name|website url|homepage',
    'publisher.name isPartOf.name url sameAs',
    'og:site_name application-name',
  ],
  [
    'publisher|publisher name|verlag|editorial|editeur',
    'publisher.name publisher',
    'dc.publisher citation_publisher article:publisher',
  ],
  [
    '!text|body|content|article body|full text|main text|comment|comment text|review text|review body|quote|testimonial|message',
    'articleBody text reviewBody',
    '',
  ],
  [
    'keywords|tags|tag|topics|labels|schlagworte|etiquetas',
    'keywords',
    'keywords news_keywords article:tag parsely-tags',
  ],
  [
    'section|category|categories|article section|product category|product type|genre|genres|department|kategorie|categoria|categorie|rubrik|категория',
    'articleSection category genre recipeCategory applicationCategory',
    'article:section product:category',
  ],
  [
    '!breadcrumb|breadcrumbs|path',
    'breadcrumb.itemListElement.name itemListElement.item.name itemListElement.name',
    '',
  ],
  ['isbn|isbn13|isbn10|isbn 13|isbn 10', 'isbn workExample.isbn', 'book:isbn citation_isbn books:isbn'],
  ['reviews|review|comments|bewertungen liste', 'review reviews comment', ''],
  [
    'duration|length|runtime|running time|dauer|laufzeit|spieldauer|duree|duracion|durata',
    'duration timeRequired',
    'video:duration music:duration og:video:duration',
  ],
  [
    'pages|page count|number of pages|seitenzahl|seiten|nombre de pages|numero de paginas|paginas',
    'numberOfPages',
    '',
  ],
  ['license|licence|lizenz', 'license', 'dc.rights'],
  [
    'video|video url|embed url',
    'contentUrl video.contentUrl embedUrl video.embedUrl',
    'og:video og:video:url twitter:player',
  ],
  ['views|view count|plays', 'interactionStatistic.userInteractionCount', ''],
  ['doi', 'doi identifier', 'citation_doi dc.identifier'],
  ['logo|logo url', 'logo.url logo publisher.logo.url', 'og:logo'],
  ['same as|social links|profiles|social', 'sameAs', ''],
  ['question|questions|faq|faqs', 'mainEntity Question/name', ''],
  ['answer|answers|accepted answer', 'acceptedAnswer.text acceptedAnswer suggestedAnswer', ''],
  [
    'upvotes|vote count|upvote count|up votes|likes|like count|votes',
    'upvoteCount aggregateRating.ratingCount',
    '',
  ],
  ['changes|change|changelog|release notes|what s new', 'releaseNotes', ''],
  [
    'audio|audio url|audio link|mp3 url|audio file',
    'associatedMedia.contentUrl audio.contentUrl contentUrl',
    'og:audio og:audio:url',
  ],
  ['series|podcast|show|reihe', 'partOfSeries.name isPartOf.name', ''],
  ['pdf|pdf url|pdf link', '', 'citation_pdf_url'],
  ['items|products|results|entries|records|listings|list', 'itemListElement.item itemListElement', ''],
];
