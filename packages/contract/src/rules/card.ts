import { brandOf, hasCheckDigit } from './card-brands.ts';
import { emailProblem } from './email.ts';
import { bounds, documentProblem } from './person.ts';
import { typedIdentifier, typedText } from './typed.ts';

/** A month of a calendar; the month counts from 1. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** Which parts of a card a deployment checks (VA-041..VA-043). */
export interface CardChecks {
  readonly number: boolean;
  readonly code: boolean;
  readonly expiry: boolean;
}

/** Number lengths of a brand that is not in our table. */
const LENGTHS_OF_ANY_CARD = [13, 14, 15, 16, 17, 18, 19];

/** No card is good for longer than this. */
const LONGEST_VALIDITY_YEARS = 20;

/** Without the blanks and hyphens that people and password managers put in. */
export const cardDigits = (typed: string): string => typedIdentifier(typed).replace(/[\s.-]/g, '');

/** The check digit of ISO/IEC 7812: every second digit from the right counts double. */
function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** VA-027, VA-028; `lengths` are the issuer's own when they are known. With the check off a number only has to be there. */
export function cardNumberProblem(
  typed: string,
  { check = true, lengths }: { check?: boolean; lengths?: readonly number[] | undefined } = {},
): 'missing' | 'incomplete' | 'invalid' | null {
  const digits = cardDigits(typed);
  if (digits === '') return 'missing';
  if (!check) return null;
  if (!/^[1-9]\d*$/.test(digits)) return 'invalid';
  const brand = brandOf(digits);
  const allowed = lengths ?? brand?.numberLengths ?? LENGTHS_OF_ANY_CARD;
  if (digits.length > Math.max(...allowed)) return 'invalid';
  if (!allowed.includes(digits.length)) return 'incomplete';
  const isChecked = !brand || hasCheckDigit(brand, digits);
  return !isChecked || hasRightCheckDigit(digits) ? null : 'invalid';
}

/** `8/30`, `08/30`, `0830`, `08 / 2030`, as people and browsers write it; a year of two digits is of this century. */
export function readExpiry(typed: string): CalendarMonth | null {
  const text = typedIdentifier(typed);
  const parts = /^(\d{1,2})\s*[/.\s-]\s*(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (!parts) return null;
  const [month, year] = [Number(parts[1]), Number(parts[2])];
  return { month, year: year < 100 ? 2000 + year : year };
}

const monthsOf = ({ year, month }: CalendarMonth) => year * 12 + month;

/** VA-029, VA-030: a card is good through the last day of its month. With the check off it may be of the past. */
export function cardExpiryProblem(
  typed: string,
  now: CalendarMonth,
  check = true,
): 'missing' | 'incomplete' | 'invalid_month' | 'invalid' | 'expired' | null {
  if (typedIdentifier(typed) === '') return 'missing';
  const expiry = readExpiry(typed);
  if (!expiry) return 'incomplete';
  if (expiry.month < 1 || expiry.month > 12) return 'invalid_month';
  if (!check) return null;
  if (monthsOf(expiry) < monthsOf(now)) return 'expired';
  return expiry.year > now.year + LONGEST_VALIDITY_YEARS ? 'invalid' : null;
}

/** VA-031: three or four digits whatever the brand; with the check off anything, even nothing. */
export function securityCodeProblem(typed: string, check = true): 'missing' | 'invalid' | null {
  const code = typedIdentifier(typed);
  if (!check) return null;
  if (code === '') return 'missing';
  return /^\d{3,4}$/.test(code) ? null : 'invalid';
}

/**
 * What no card carries. Embossed are letters, figures, and the signs of double surnames, of `SURNAME/NAME` and of companies; the sentinels of a
 * magnetic stripe (`%`, `^`, `?`, `;`, `=`: ISO/IEC 7813) never are.
 */
const NEVER_EMBOSSED = /[^\p{L}\p{M}\p{Nd} .,'’‘ʻʼ´`&/()-]/gu;

/** Of the cardholder as the card has it (VA-032), which is no name of a person (VA-037..VA-039): a company may hold one. */
export function holderProblem(typed: string): 'missing' | 'too_long' | 'forbidden_characters' | null {
  const holder = typedText(typed);
  if (holder === '') return 'missing';
  if (holder.length > bounds.nameLength) return 'too_long';
  return correctedHolder(holder) === holder.normalize('NFKC').replace(/\s+/g, ' ') ? null : 'forbidden_characters';
}

/** The cardholder without what no card carries, offered as a correction; a blank in its place, so that no two names become one. */
export const correctedHolder = (typed: string): string =>
  typedText(typed).normalize('NFKC').replace(NEVER_EMBOSSED, ' ').replace(/\s+/g, ' ').trim();

/** The month it is in a time zone, because a card expires where it is charged (VA-030). */
export function monthIn(timeZone: string, nowMs: number): CalendarMonth {
  const [year = '', month = ''] = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' })
    .format(nowMs)
    .split('-');
  return { year: Number(year), month: Number(month) };
}

export interface CardInput {
  readonly number: string;
  /** Month and year in one. */
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly email: string;
}

interface Circumstances {
  readonly now: CalendarMonth;
  readonly checks: CardChecks;
  /** The acquirer's facts about numbers with these first six digits. */
  readonly lengths?: readonly number[] | undefined;
}

/** Everything that is wrong with a card as typed, by field (EN-100..EN-108). */
export const cardProblems = (input: CardInput, { now, checks, lengths }: Circumstances): Record<keyof CardInput, string | null> => ({
  number: cardNumberProblem(input.number, { check: checks.number, lengths }),
  expiry: cardExpiryProblem(input.expiry, now, checks.expiry),
  code: securityCodeProblem(input.code, checks.code),
  holder: holderProblem(input.holder),
  documentType: null,
  documentNumber: documentProblem(input.documentType, input.documentNumber),
  email: emailProblem(input.email),
});
