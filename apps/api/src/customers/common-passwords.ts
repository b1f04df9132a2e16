import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 passwords that leaks show most often, in small letters; the list comes with the product. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Whether a guesser tries this one early: a common password, in any case, also with digits and signs after it, which is how people
 * fulfil the rules of a form.
 */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  if (common.has(typed)) return true;
  const word = typed.replace(/[^\p{L}]+$/u, '');
  return word !== typed && word.length >= SHORTEST_WORD && common.has(word);
}

/** Shorter words are in the list too, and are parts of many good passwords. */
const SHORTEST_WORD = 4;
