const LONGEST = 40;
const MOST_WORDS = 6;
/** Fewer than a telephone number has. */
const MOST_DIGITS = 5;

/** What names of devices and streets are made of; a mark belongs to the letter before it. */
const OTHERS = /[^\p{L}\p{M}\p{Nd} .'’&+·ºª-]/gu;
/** `bit.ly`, `192.0`: mail clients make a link of it. `Av. Rivadavia` stays. */
const DOT_INSIDE = /[.\u3002](?=[\p{L}\p{Nd}])/gu;
/** More marks on one letter than any language has. */
const PILED_MARKS = /(?<=\p{M}{2})\p{M}+/gu;

/**
 * A name that somebody in the account chose, as it stands in a mail to the owner and on the page of its link: the one may be a stranger who
 * wants the other to read something else. Cut, without control signs, quotes, links and numbers to call. Null when nothing is left of it.
 */
export function shownName(name: string): string | null {
  const read = name.normalize('NFKC').replace(OTHERS, ' ').replace(DOT_INSIDE, ' ').replace(PILED_MARKS, '');
  const digits = read.match(/\p{Nd}/gu)?.length ?? 0;
  const words = (digits > MOST_DIGITS ? read.replace(/\p{Nd}/gu, '') : read).split(/\s+/u).filter((word) => /[\p{L}\p{Nd}]/u.test(word));
  const whole = words.join(' ');
  const cut = [...words.slice(0, MOST_WORDS).join(' ')].slice(0, LONGEST).join('').trim();
  if (cut === '') return null;
  return cut === whole ? cut : `${cut}…`;
}
