import { typedText } from '@butaca/contract/rules/typed';
/** Fewer characters than this start no search (VA-001, CO-016); bar 2 and the search page. */
export const SEARCH_MIN_CHARACTERS = 3;

/** The text to search for, or null when it is too short and nothing happens (VA-004). */
export function searchable(typed: string, minimum = SEARCH_MIN_CHARACTERS): string | null {
  const text = typedText(typed).replace(/\s+/g, ' ');
  return [...text].length >= minimum ? text : null;
}
