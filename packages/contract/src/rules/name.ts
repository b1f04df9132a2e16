import { bounds } from './bounds.ts';

/** Digits (VA-037) and the listed symbols, the hyphen among them (VA-038, C-38), and what no keyboard types. */
const FORBIDDEN = /[\p{Nd}\p{Cc}%#@$&*<>\\+{}~|!()-]/u;

export function nameProblem(typed: string): 'missing' | 'too_long' | 'forbidden_characters' | null {
  const name = typed.trim();
  if (name === '') return 'missing';
  if (name.length > bounds.nameLength) return 'too_long';
  return FORBIDDEN.test(name) ? 'forbidden_characters' : null;
}

/** The name without what is flagged, offered as a correction and never applied unasked (VA-039). */
export const correctedName = (typed: string): string => typed.replace(new RegExp(FORBIDDEN, 'gu'), '').replace(/\s+/g, ' ').trim();
