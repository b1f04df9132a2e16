import { bounds } from './bounds.ts';

const NUMERIC = new Set(['dni', 'cuit', 'cuil']);
const LETTERS_AND_DIGITS = /^[\p{L}\p{Nd}]+$/u;

/** Without the dots, hyphens and blanks that people put into numbers; letters in capitals. */
export const normalDocument = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase();

/** Bounds by type (VA-018..VA-020): DNI as a number of no more signs than any other, CUIT and CUIL 11 digits, everything else letters and digits. */
export function documentProblem(
  type: string,
  typed: string,
): 'missing' | 'invalid' | 'too_low' | 'too_high' | 'too_short' | 'too_long' | null {
  const number = normalDocument(typed);
  if (number === '') return 'missing';
  if (NUMERIC.has(type) && !/^\d+$/.test(number)) return 'invalid';
  if (type === 'dni') {
    // Zeros before it change nothing of the number, but are stored with it.
    if (number.length > bounds.documentMaxLength) return 'too_long';
    if (Number(number) < bounds.dniLowest) return 'too_low';
    return Number(number) > bounds.dniHighest ? 'too_high' : null;
  }
  const [shortest, longest] = NUMERIC.has(type)
    ? [bounds.taxIdDigits, bounds.taxIdDigits]
    : [bounds.documentMinLength, bounds.documentMaxLength];
  if (number.length < shortest) return 'too_short';
  if (number.length > longest) return 'too_long';
  return LETTERS_AND_DIGITS.test(number) ? null : 'invalid';
}
