import { typedText } from '@butaca/contract/rules/typed';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the text contains every word that was typed; accents and capitals make no difference. */
export function hasWords(text: string, typed: string): boolean {
  const searched = plain(text);
  return plain(typedText(typed))
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
