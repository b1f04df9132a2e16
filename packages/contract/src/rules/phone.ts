import { bounds } from './bounds.ts';

/** Digits only; blanks, hyphens, brackets and a leading plus are how people write them. */
export const normalPhone = (typed: string): string => typed.replace(/[\s().+-]/g, '');

/** Digits with area code, 6 to 15 (EN-088). */
export function phoneProblem(typed: string): 'missing' | 'invalid' | 'too_short' | 'too_long' | null {
  const digits = normalPhone(typed);
  if (digits === '') return 'missing';
  if (!/^\d+$/.test(digits)) return 'invalid';
  if (digits.length < bounds.phoneMinDigits) return 'too_short';
  return digits.length > bounds.phoneMaxDigits ? 'too_long' : null;
}
