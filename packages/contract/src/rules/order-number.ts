import { typedIdentifier } from './typed.ts';

/**
 * The number of an order that people read out: `7KM-4PX-9TH`. Eight characters are 40 random bits, so that numbers say nothing of how many
 * orders there are; the ninth is a check character.
 */

/** Crockford's base32: no I, L, O or U, so that no letter is taken for a figure. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGN_COUNT = 8;

/** Numbers are integers below this. */
export const ORDER_NUMBERS = 2 ** (5 * SIGN_COUNT);

export function formatOrderNumber(number: number): string {
  const signs = Array.from({ length: SIGN_COUNT }, (_, index) => Math.floor(number / 32 ** (SIGN_COUNT - 1 - index)) % 32);
  return [...signs, checkOf(signs)]
    .map((sign) => SIGNS[sign])
    .join('')
    .replace(/(.{3})(?=.)/g, '$1-');
}

/** What stands before a number where it is quoted: `N.º`, `Nº`, `Nro.`, `#`, `Orden N.º`. */
const PREFIX = /^(?:(?:ORDEN|PEDIDO|COMPRA|OPERACI[OÓ]N|ORDER)\b[\s:]*)?(?:N[.\s]*[º°]|N\s*\.\s*O?|NO\b|NRO\b|N[UÚ]M(?:ERO)?\b|#)?[\s.:]*/;

/**
 * The number that was typed or quoted, in either case, with any separators, with O, I or L for 0 and 1. `mistyped`: it looks like one and its
 * check character is wrong, or a character is missing or too many. Null: something else, such as an address or a name.
 */
export function readOrderNumber(typed: string): number | 'mistyped' | null {
  const text = typedIdentifier(typed).normalize('NFC').toUpperCase();
  const whole = readSigns(text);
  // A number may begin with the letters of a prefix.
  return typeof whole === 'number' ? whole : (readSigns(text.replace(PREFIX, '')) ?? whole);
}

/** Letters alone are a name of that length, unless they are grouped as numbers are: of a hundred numbers, three have no figure. */
const LIKE_A_NUMBER = /\d|^\s*[^\s-]{3}-[^\s-]{3}-/;

function readSigns(text: string): number | 'mistyped' | null {
  const plain = text
    .replace(/[\s.\-_/]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (!/^[0-9A-Z]{8,10}$/.test(plain)) return null;
  const signs = [...plain].map((sign) => SIGNS.indexOf(sign));
  if (signs.includes(-1) || signs.length !== SIGN_COUNT + 1 || checkOf(signs.slice(0, -1)) !== signs.at(-1))
    return LIKE_A_NUMBER.test(text) ? 'mistyped' : null;
  return signs.slice(0, -1).reduce((number, sign) => number * 32 + sign, 0);
}

/**
 * The sum of the characters in the field of 32 elements, each times a power of a generator that only its position has. Two characters
 * that changed places, or one that is another, always change it.
 */
const checkOf = (signs: readonly number[]): number => signs.reduce((check, sign) => double(check ^ sign), 0);

/** Times the generator: a shift, reduced by x⁵ + x² + 1. */
const double = (sign: number): number => (sign & 16 ? ((sign << 1) & 31) ^ 5 : sign << 1);
