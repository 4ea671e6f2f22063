import type { ConceptRow } from './concept-row.ts';

/** What is said of people, companies, places, events, jobs and recipes. */
export const otherConcepts: readonly ConceptRow[] = [
  [
    'telephone|phone|phone number|tel|mobile|contact number|telefon|telefono|telefone|телефон|電話|電話番号|الهاتف|رقم الهاتف',
    'telephone contactPoint.telephone address.telephone author.telephone',
    'og:phone_number business:contact_data:phone_number',
  ],
  ['fax|fax number|telefax|faxnummer|telecopie', 'faxNumber address.faxNumber', ''],
  [
    'vat id|vat number|vat|tax id|ust idnr|ust id|ust id nr|umsatzsteuer id|steuernummer|uid|n tva|tva|nif|cif|partita iva|p iva',
    'vatID taxID',
    '',
  ],
  [
    'ceo|chief executive|managing director|managing directors|geschaftsfuhrer|geschaftsfuhrerin|geschaftsfuhrung|vertreten durch|gerant|administrador|amministratore|代表者|代表取締役|代表',
    '',
    '',
  ],
  [
    'email|e mail|email address|mail|contact email|correo|correo electronico|メール|メールアドレス|البريد الإلكتروني',
    'email contactPoint.email',
    'og:email',
  ],
  [
    'address|full address|postal address|adresse|direccion|indirizzo|endereco|anschrift|domicilio|адрес|住所|所在地|العنوان',
    'address location.address jobLocation.address',
    '',
  ],
  [
    'street address|street|address line|strasse|rue|calle',
    'address.streetAddress location.address.streetAddress jobLocation.address.streetAddress streetAddress',
    'og:street-address business:contact_data:street_address',
  ],
  [
    'city|town|locality|address locality|ort|stadt|ville|ciudad|citta|cidade|город|المدينة',
    'address.addressLocality location.address.addressLocality jobLocation.address.addressLocality addressLocality',
    'og:locality business:contact_data:locality',
  ],
  [
    'region|state|province|address region|county|bundesland',
    'address.addressRegion location.address.addressRegion jobLocation.address.addressRegion addressRegion',
    'og:region business:contact_data:region',
  ],
  [
    'postal code|zip|zip code|postcode|plz|cap|code postal',
    'address.postalCode location.address.postalCode jobLocation.address.postalCode postalCode',
    'og:postal-code business:contact_data:postal_code',
  ],
  [
    'country|address country|land|pays|pais|paese|страна|البلد|الدولة',
    'address.addressCountry address.addressCountry.name location.address.addressCountry jobLocation.address.addressCountry addressCountry',
    'og:country-name business:contact_data:country_name',
  ],
  [
    'latitude|lat',
    'geo.latitude location.geo.latitude latitude',
    'og:latitude place:location:latitude geo.position',
  ],
  [
    'longitude|lng|lon|long',
    'geo.longitude location.geo.longitude longitude',
    'og:longitude place:location:longitude',
  ],
  [
    'opening hours|hours|business hours|offnungszeiten|horaires|horario|horarios|orari|営業時間',
    'openingHours openingHoursSpecification',
    '',
  ],
  [
    'location|venue|place|venue name|where|job location|standort|arbeitsort|einsatzort|lieu|lugar|ubicacion|luogo|勤務地|場所|veranstaltungsort|ort|sede|recinto|会場|المكان|الموقع',
    'location.name location jobLocation.address.addressLocality jobLocation contentLocation.name',
    'geo.placename',
  ],
  [
    'start date|start|starts at|start time|begins|event date|when|from date|beginn|startdatum|date de debut|fecha de inicio|debut|inicio|開催日|開始日|تاريخ البدء',
    'startDate',
    'event:start_time',
  ],
  [
    'end date|end|ends at|end time|until|to date|ende|enddatum|date de fin|fecha de fin|fin|終了日',
    'endDate',
    'event:end_time',
  ],
  [
    'organizer|organiser|host|hosted by|presented by|organized by|veranstalter|organisateur|organizador|organizzatore|主催|主催者|المنظم',
    'organizer.name organizer',
    '',
  ],
  [
    'performer|performers|artist|artists|band|lineup|line up|kunstler',
    'performer.name performer byArtist.name',
    'music:musician',
  ],
  [
    'company|company name|employer|organization|organisation|hiring organization|firma|unternehmen|arbeitgeber|entreprise|empresa|azienda|会社名|企業名|employeur|empleador|datore di lavoro|الشركة',
    'hiringOrganization.name hiringOrganization worksFor.name Organization/name publisher.name',
    '',
  ],
  [
    'salary|base salary|pay|compensation|wage|gehalt|vergutung|salaire|remuneration|salario|stipendio|給与|年収|الراتب|月給|年俸',
    'baseSalary.value.value baseSalary.value.minValue baseSalary baseSalary.value',
    '',
  ],
  [
    'salary min|minimum salary|min salary',
    'baseSalary.value.minValue baseSalary.minValue value.minValue minValue',
    '',
  ],
  [
    'salary max|maximum salary|max salary',
    'baseSalary.value.maxValue baseSalary.maxValue value.maxValue maxValue',
    '',
  ],
  [
    'salary period|salary unit|pay period|pay frequency',
    'baseSalary.value.unitText value.unitText unitText',
    '',
  ],
  [
    'employment type|job type|contract type|position type|type of employment|beschaftigungsart|anstellungsart|vertragsart|type de contrat|tipo de contrato|雇用形態',
    'employmentType',
    '',
  ],
  ['remote|is remote|job location type', 'jobLocationType', ''],
  [
    'ingredients|recipe ingredients|zutaten|ingredientes|ingredienti|材料|المكونات',
    'recipeIngredient ingredients',
    '',
  ],
  [
    'instructions|steps|directions|method|preparation|recipe instructions|zubereitung|anleitung|schritte|etapes|instrucciones|pasos|preparacion|preparazione|elaboracion|作り方',
    'recipeInstructions.itemListElement.text recipeInstructions.text recipeInstructions step.text',
    '',
  ],
  [
    'prep time|preparation time|vorbereitungszeit|preparation|temps de preparation|tiempo de preparacion',
    'prepTime',
    '',
  ],
  [
    'cook time|cooking time|kochzeit|backzeit|garzeit|cuisson|coccion|cottura|temps de cuisson|tiempo de coccion',
    'cookTime performTime',
    '',
  ],
  ['total time|time required|reading time|gesamtzeit|temps total|tiempo total', 'totalTime timeRequired', ''],
  [
    'servings|yield|portions|serves|recipe yield|portionen|raciones|porciones|pour|personen|personnes|人数|分量',
    'recipeYield yield',
    '',
  ],
  ['calories|kcal|energy|kalorien', 'nutrition.calories calories', ''],
  ['cuisine|recipe cuisine', 'recipeCuisine servesCuisine', ''],
  ['director|directors|directed by|regie', 'director.name director', 'video:director'],
  ['actors|actor|cast|starring|besetzung', 'actor.name actor', 'video:actor'],
  ['temperature|temp|temperatur', '', ''],
  [
    'instructor|instructors|teacher|taught by|lecturer|dozent|dozentin|formateur',
    'instructor.name hasCourseInstance.instructor.name',
    '',
  ],
  [
    'represented by|vertreten durch|representative|legal representative|代表者|代表取締役|representant legal|representante legal',
    '',
    '',
  ],
  ['job|position|role', 'jobTitle title', ''],
  ['job title|role|position|occupation|current title|current position|current role', 'title jobTitle', ''],
  ['day|weekday|day of week|days|wochentag|jour|giorno', 'dayOfWeek', ''],
  ['opens|opens at|opening time|open time|open', 'opens', ''],
  ['closes|closes at|closing time|close time|close', 'closes', ''],
  [
    'founded|founding date|year founded|founded year|founding year|gegrundet|founded in|established|foundation date|grundung|grundungsjahr|fundada|fundada en|fundado|fundacion|fondee|fondee en|date de creation|fondata|fondazione|設立|設立日|創業|創立|تأسست',
    'foundingDate',
    '',
  ],
  [
    'employees|number of employees|employee count|staff size|mitarbeiter|mitarbeiterzahl|mitarbeitende|beschaftigte|empleados|numero de empleados|effectif|effectifs|dipendenti|従業員数|社員数|عدد الموظفين',
    'numberOfEmployees.value numberOfEmployees',
    '',
  ],
  ['free|is free|free admission|accessible for free', 'isAccessibleForFree', ''],
  ['capital|share capital|stammkapital|grundkapital|capital social|資本金', '', ''],
];
