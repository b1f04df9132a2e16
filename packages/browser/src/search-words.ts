import { typedText } from '@butaca/contract/rules/typed';
import { closenessOf } from '@butaca/contract/rules/typing-errors';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): readonly string[] => plain(text).split(/[\s,]+/);

/** As closely as a word is asked for where one has it: a number is no part of a longer one but an hour, and has no typing errors. */
const fits = [
  (typed: string, word: string) => (/\d/.test(typed) ? word === typed || word.startsWith(`${typed}:`) : word.includes(typed)),
  (typed: string, word: string) => (/\d/.test(typed) ? word.startsWith(typed) : closenessOf(typed, word) > 0),
] as const;

/**
 * The items whose text has every word that was typed; accents and capitals make no difference. A word that no item has as it was typed stands
 * for words with a typing error, as in the search of shows, and a number for those that it is the beginning of.
 */
export function withWords<Item>(items: readonly Item[], textOf: (item: Item) => string, typed: string): Item[] {
  const asked = plain(typedText(typed)).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [...items];
  const texts = items.map((item) => wordsOf(textOf(item)));
  const judges = asked.map((word) => {
    const fit = fits.find((each) => texts.some((words) => words.some((own) => each(word, own))));
    return (words: readonly string[]) => fit !== undefined && words.some((own) => fit(word, own));
  });
  return items.filter((_, index) => judges.every((judge) => judge(texts[index] ?? [])));
}
