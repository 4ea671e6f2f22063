import type { ConceptRow } from './concept-row.ts';

/** What stands in lists of facts and heads of tables: of timetables, games, jobs, homes, cars, courses. */
export const listedConcepts: readonly ConceptRow[] = [
  ['time|uhrzeit|zeit|heure|hora|ora|orario|tijd|godzina|czas|時刻|時間', '', ''],
  [
    'departure|departure time|departs|abfahrt|abflug|depart|salida|partenza|vertrek|odjazd|出発',
    'departureTime',
    '',
  ],
  ['arrival|arrival time|arrives|ankunft|arrivee|llegada|arrivo|aankomst|przyjazd|到着', 'arrivalTime', ''],
  ['destination|to|ziel|richtung|nach|destino|destinazione|bestemming|kierunek|行先|行き先', '', ''],
  [
    'platform|track|gleis|steig|quai|voie|via|anden|binario|spoor|perron|peron|のりば|番線',
    'operatingSystem',
    '',
  ],
  ['train|zug|tren|treno|trein|pociag|列車', '', ''],
  [
    'remarks|remark|note|notes|comments|bemerkung|bemerkungen|hinweis|hinweise|remarque|remarques|observaciones|opmerking|opmerkingen|uwagi|備考',
    '',
    '',
  ],
  ['team|club|verein|mannschaft|equipe|equipo|squadra|ploeg|druzyna|チーム', '', ''],
  ['points|pts|punkte|puntos|punti|punten|punkty|勝点', '', ''],
  [
    'responsibilities|duties|tasks|key responsibilities|what you ll do|what you will do|your role|your responsibilities|aufgaben|deine aufgaben|ihre aufgaben|das erwartet dich|missions|vos missions|funciones|responsabilidades|responsabilita|taken|obowiazki|仕事内容',
    'responsibilities',
    '',
  ],
  [
    'requirements|qualifications|what you bring|what you ll bring|your profile|who you are|what we re looking for|what we are looking for|dein profil|ihr profil|profil|anforderungen|das bringst du mit|profil recherche|votre profil|requisitos|requisiti|functie eisen|wymagania|応募資格',
    'qualifications experienceRequirements skills',
    '',
  ],
  [
    'employee benefits|perks|what we offer|we offer|wir bieten|was wir bieten|das bieten wir|unser angebot|nous offrons|ce que nous offrons|ofrecemos|que ofrecemos|cosa offriamo|wat wij bieden|oferujemy|福利厚生',
    'jobBenefits',
    '',
  ],
  ['weekly hours|hours per week|working hours per week|wochenstunden|wochenarbeitszeit', 'workHours', ''],
  ['elevator|lift|aufzug|fahrstuhl|ascenseur|ascensor|ascensore|winda|エレベーター', '', ''],
  ['balcony|balkon|balcon|balcone', '', ''],
  ['terrace|terrasse|terraza|terrazza|terras|taras', '', ''],
  [
    'parking|parking space|garage|stellplatz|parkplatz|garaje|aparcamiento|parcheggio|parkeren|駐車場',
    '',
    '',
  ],
  ['pets|pets allowed|haustiere|animaux|mascotas|animali|huisdieren', 'petsAllowed', ''],
  [
    'year built|built|built in|construction year|ano de construccion|annee de construction|anno di costruzione|bouwjaar|rok budowy|築年',
    'yearBuilt',
    '',
  ],
  [
    'energy class|energy rating|energy efficiency class|energy label|energieeffizienzklasse|classe energetique|dpe|certificado energetico|classe energetica|energielabel|klasa energetyczna',
    '',
    '',
  ],
  [
    'power|engine power|horsepower|leistung|puissance|potencia|potenza|vermogen|moc|出力',
    'vehicleEngine.enginePower.value',
    '',
  ],
  [
    'doors|number of doors|turen|anzahl der turen|portes|nombre de portes|puertas|porte|deuren|liczba drzwi',
    'numberOfDoors',
    '',
  ],
  [
    'seats|number of seats|sitze|sitzplatze|anzahl sitzplatze|places|plazas|posti|zitplaatsen|liczba miejsc|席数',
    'vehicleSeatingCapacity',
    '',
  ],
  [
    'credits|credit points|ects|ects credits|ects points|leistungspunkte|kreditpunkte|creditos|crediti|cfu|studiepunten',
    'numberOfCredits',
    '',
  ],
  ['check in|check in time|checkin|checkin time|anreise', 'checkinTime', ''],
  ['check out|check out time|checkout|checkout time|abreise', 'checkoutTime', ''],
  ['closed|closed on|ruhetag|geschlossen|定休日|fermeture|cerrado|chiuso', '', ''],
  ['origin|from|departure station|von|ab|de|origen|da|van|出発地', '', ''],
  ['status|estado|stato|statut|状況', 'eventStatus', ''],
  ['rank|pos|rang|platz|platzierung|classement|posicion|posizione|pozycja|順位', '', ''],
  [
    'games|games played|matches played|played|spiele|matchs|partidos|partite|wedstrijden|mecze|試合|試合数',
    '',
    '',
  ],
  ['won|wins|siege|victoires|ganados|vinte|gewonnen|勝', '', ''],
  ['drawn|draws|unentschieden|nuls|empates|pareggi|gelijk|分', '', ''],
  ['lost|losses|niederlagen|defaites|perdidos|perse|verloren|敗', '', ''],
  [
    'revenue|turnover|annual revenue|umsatz|jahresumsatz|chiffre d affaires|facturacion|ingresos|fatturato|omzet|przychody|売上高',
    '',
    '',
  ],
  [
    'headquarters|headquarter|hq|head office|sitz|hauptsitz|firmensitz|siege social|sede|sede legal|sede central|hoofdkantoor|siedziba|本社',
    '',
    '',
  ],
  ['industry|sector|branche|secteur|settore|branza|業種', 'industry', ''],
  ['warranty|guarantee|garantie|garantia|garanzia|gwarancja|保証', '', ''],
];
