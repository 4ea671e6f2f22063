/** What `furniture.ts` looks for in other languages than English: in lower case, without the signs around. */

const helpful = [
  'war (?:diese seite|dieser (?:artikel|beitrag)|das|dies) (?:für (?:sie|dich) )?(?:hilfreich|nützlich)(?: für (?:sie|dich))?',
  'hat (?:ihnen|dir) (?:diese seite|dieser (?:artikel|beitrag)) geholfen',
  '(?:cela|cette page|cet article|ce contenu) (?:(?:vous )?a-t-(?:il|elle) été|était-(?:il|elle)|est-(?:il|elle)) utile',
  '(?:(?:te|le) )?(?:ha sido|fue|ha resultado|resultó) útil (?:esta página|este artículo|esto)',
  '(?:esta página|este artículo) (?:(?:te|le) )?(?:ha sido|fue|ha resultado|resultó) útil',
  '(?:questa pagina (?:ti )?è stata|questo articolo (?:ti )?è stato) utile',
  '(?:esta página|este artigo|isto|isso) (?:(?:lhe|te) )?(?:foi|é) útil(?: para (?:você|si))?',
  'was (?:deze pagina|dit artikel|dit) nuttig(?: voor (?:je|u))?',
  'czy (?:ta strona|ten artykuł) (?:jest|był|była|okazała? się) (?:pomocn|przydatn)[ay]',
  'была ли (?:эта )?(?:страница|статья) (?:вам )?полезн(?:а|ой)|помогла ли вам (?:эта )?(?:страница|статья)',
  'この(?:ページ|記事|情報)はお?役に立ちましたか',
  '(?:此|本|这个|这篇)(?:页面|文章|文档|内容)(?:对[您你])?(?:是否)?有所?帮助吗?',
  '이 (?:페이지|문서|글)[가이] 도움이 되(?:었나요|셨나요|었습니까)',
  'هل كانت? (?:هذا المقال|هذه المقالة|هذه الصفحة) مفيد(?:ا|ًا|ة)',
].join('|');

export const helpfulElsewhere = new RegExp(`^(?:${helpful})$`, 'u');

/** What is to be pressed below such a question. */
export const yesOrNo = /^(?:ja|nein|nee|oui|non|s[íì]|sim|não|да|нет|はい|いいえ|是|否|예|아니요|نعم|لا)$/;

export const editElsewhere =
  /^(?:(?:diese )?seite (?:bearbeiten|editieren)|(?:modifier|éditer) (?:cette|la) page|editar (?:esta |a |la )?p[áa]gina|modifica (?:questa |la )?pagina|(?:deze )?pagina bewerken|edytuj (?:tę )?stronę|редактировать (?:эту )?страницу|.{0,12}(?:编辑此页|編輯此頁|编辑本页|このページを編集).{0,8}|编辑|編輯|編集|이 페이지 편집|تعديل (?:هذه )?الصفحة)$/;

export const updatedElsewhere =
  /^(?:dernière (?:mise à jour|modification)|zuletzt (?:aktualisiert|geändert|bearbeitet)|letzte (?:aktualisierung|änderung)|última (?:actualización|atualização|modificación|modificação|edición)|ultimo aggiornamento|ultima modifica|laatst (?:bijgewerkt|gewijzigd)|последнее (?:обновление|изменение)|最后更新|上次更新|最終更新|آخر تحديث)/;

const units = [
  'le|il y a|une?|heures?|jours?|semaines?|mois|ans?',
  'am|um|uhr|vor|eine[mr]?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?',
  'el|de|hace|há|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?',
  'il|fa|ore|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|op|geleden',
];
const months = [
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  'januar|jänner|februar|märz|juni|juli|oktober|dezember|januari|februari|maart|mei|augustus',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre',
];
/** What is said beside the numbers of a time, or how long ago it was. */
export const timeElsewhere = new RegExp(`(?<!\\p{L})(?:${[...units, ...months].join('|')})(?!\\p{L})`, 'gu');

/** Who else looks at a page of a forum, as phpBB says it. */
export const onlineElsewhere =
  /^(?:wer ist online|qui est en ligne|quién está conectado|quem está (?:online|conectado)|chi c['’]è in linea|wie is er online|кто сейчас на (?:конференции|форуме))\s?\??$|^(?:mitglieder in diesem forum|utilisateurs parcourant ce forum|usuarios navegando por este foro|(?:usuários|utilizadores) (?:navegando neste|a ver este) fórum|visitano il forum|gebruikers op dit forum|сейчас этот форум просматривают)\s?: .{0,120}$/iu;

/** A word of each of them. */
export const hintElsewhere =
  /hilfreich|nützlich|geholfen|utile|útil|nuttig|pomocn|przydatn|полезн|помогла|役に立|帮助|도움|مفيد|editier|éditer|bewerken|edytuj|редакт|편집|تعديل|mise à jour|aktualisier|geändert|änderung|actualización|atualização|aggiornamento|bijgewerkt|gewijzigd|обновлен|изменен|تحديث/i;
