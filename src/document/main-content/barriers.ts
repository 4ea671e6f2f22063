/** In characters. */
export const longestBarrier = 200;

const enter =
  'subscribe|sign[ -]?(?:up|in)|log[ -]?in|register|join(?: now| us| free)?|upgrade|(?:create|start) (?:an?|your) (?:free )?(?:account|subscription|trial)|become (?:an? )?(?:paid |paying )?(?:member|subscriber)|get (?:a )?(?:subscription|membership)';
const goOn =
  '(?:read on|(?:continue|keep|carry on|go on|finish) reading|(?:continue|keep|go on) to (?:the )?(?:full )?(?:article|story|post)|(?:read|unlock|access|see|view) (?:(?:the|this|full|whole|entire|complete|rest|of|our) )+(?:article|story|post|text|piece|interview)s?)';

const known =
  '(?:(?:are you )?already|(?:already )?have) (?:an? )?(?:paid |registered |paying )?(?:subscribers?|subscribed|members?|registered|account|subscription)';

/** What bars the way to the rest of a text, or sells what opens it. The whole of a line says so, and nothing else. */
const barriers: readonly RegExp[] = [
  `(?:please |you (?:must|need to|have to) )?(?:${enter})(?:(?:,| or| \\/)+ (?:${enter}))*(?: (?:here|now|today|for free|free|below))*,? (?:to|and) ${goOn}`,
  `to ${goOn},? (?:please )?(?:${enter})(?:(?:,| or) (?:${enter}))*[^.!?]{0,20}`,
  `${goOn} (?:with|by) [^.!?]{0,20}(?:subscription|membership|account|trial|subscribing|signing (?:up|in))`,
  `${known}\\? ?(?:please )?(?:sign|log)[ -]?in(?: here| now| to (?:continue|read on|your account))?`,
  `(?:sie sind|bist du) (?:bereits|schon) (?:abonnent(?:in)?|abonniert|registriert)\\? ?(?:jetzt |hier )?(?:anmelden|einloggen)`,
  `(?:thanks|thank you) for reading(?: [^.!?]{1,80})?[.!] ?(?:${enter}|share)[^.!?]{0,60}`,
  `[^.!?]{1,80} is a (?:reader|listener|community)-supported (?:publication|newsletter|podcast)\\. [^.!?]*subscriber`,
  `(?:vous êtes )?déjà (?:un |une )?abonnée?s? ?\\? ?(?:se connecter|connectez-vous|connexion)`,
  `¿?ya (?:eres|tienes) (?:suscriptor|suscripción|una cuenta)\\? ?(?:inicia sesión|iniciar sesión|accede)`,
].map((pattern) => new RegExp(`^(?:${pattern})\\s*[.!…:»→>]*$`, 'iu'));

/** Most lines are seen at once to be none. */
const mayBar = /read|article|story|subscri|account|member|regist|abonn|suscri|cuenta/i;

export const isBarrier = (text: string): boolean =>
  mayBar.test(text) && barriers.some((barrier) => barrier.test(text));

/** What stands beside a barrier, its button left out. Alone it may be a question that is answered, or an offer. */
export const isBesideBarrier = (text: string): boolean => besideBarrier.test(text);

const offer =
  '(?:get|enjoy) (?:unlimited|unrestricted|full|complete|instant|all)(?: [^.!?]{1,30})? access\\b[^!?]{0,80}|cancel (?:at )?any ?time';
const besideBarrier = new RegExp(`^(?:${known}\\?|(?:${offer})[.!]?)$`, 'iu');
