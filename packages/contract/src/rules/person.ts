import { EMAIL_LENGTH, emailProblem } from './email.ts';
import { isPrinted } from './printed-name.ts';
import { typedIdentifier, typedText } from './typed.ts';

/** Bounds of what people type, for the forms and for the server (VA-046); this is the only place that knows them. */
export const bounds = {
  emailLength: EMAIL_LENGTH,
  nameLength: 80,
  passwordMinLength: 8,
  /** Keeps a hash from being fed megabytes. */
  passwordMaxLength: 200,
  dniLowest: 1_000_000,
  dniHighest: 99_999_999,
  taxIdDigits: 11,
  documentMinLength: 4,
  documentMaxLength: 20,
  birthYearLowest: 1900,
  phoneMinDigits: 6,
  phoneMaxDigits: 15,
  supportMessageLength: 4000,
} as const;

/**
 * Digits (VA-037) and the listed symbols, the hyphen among them (VA-038, C-38), what no keyboard types, and what makes an address or a
 * sentence of a name: names stand in mails to people who may not have asked for them.
 */
const FORBIDDEN = /[\p{Nd}\p{Cc}\p{Zl}\p{Zp}%#@$&*<>\\+{}~|!()/:;?=_[\]"-]/u;
/** `bit.ly`: mail clients make a link of it. `J. R.` and `Ma.` stay. */
const DOT_INSIDE = /[.\u3002](?=\p{L}{2})/u;

export function nameProblem(typed: string): 'missing' | 'too_long' | 'forbidden_characters' | null {
  const name = typedText(typed);
  if (name === '') return 'missing';
  if (name.length > bounds.nameLength) return 'too_long';
  // As it reads: a fullwidth dot or at sign is one, too.
  const read = name.normalize('NFKC');
  return FORBIDDEN.test(read) || DOT_INSIDE.test(read) ? 'forbidden_characters' : null;
}

/** Of a name that will stand on tickets. */
export const printedNameProblem = (typed: string): ReturnType<typeof nameProblem> | 'unprintable' =>
  nameProblem(typed) ?? (isPrinted(typedText(typed)) ? null : 'unprintable');

/** The name with blanks for what is flagged, so that no two names become one; offered as a correction and never applied unasked (VA-039). */
export const correctedName = (typed: string): string =>
  typedText(typed)
    .normalize('NFKC')
    .replace(new RegExp(FORBIDDEN, 'gu'), ' ')
    .replace(new RegExp(DOT_INSIDE, 'gu'), '. ')
    .replace(/\s+/g, ' ')
    .trim();

const NUMERIC = new Set(['dni', 'cuit', 'cuil']);
/** Whether a document of this type is typed with figures alone. */
export const isNumericDocument = (type: string): boolean => NUMERIC.has(type);

const LETTERS_AND_DIGITS = /^[\p{L}\p{Nd}]+$/u;

/** Without the dots, hyphens and blanks that people put into numbers; letters in capitals. */
export const normalDocument = (typed: string): string =>
  typedIdentifier(typed)
    .replace(/[\s.-]/g, '')
    .toUpperCase();

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

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** The first thing wrong with a birthday (VA-022..VA-026); no minimum age. */
export function birthdayProblem(
  { year, month, day }: CalendarDay,
  today: CalendarDay,
): 'invalid_day' | 'invalid_month' | 'year_too_high' | 'year_too_low' | 'invalid_date' | 'in_the_future' | null {
  if (!between(day, 1, 31)) return 'invalid_day';
  if (!between(month, 1, 12)) return 'invalid_month';
  if (!Number.isInteger(year) || year < bounds.birthYearLowest) return 'year_too_low';
  if (year > today.year) return 'year_too_high';
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return 'invalid_date';
  const isLater = year === today.year && (month > today.month || (month === today.month && day > today.day));
  return isLater ? 'in_the_future' : null;
}

const between = (value: number, lowest: number, highest: number) => Number.isInteger(value) && value >= lowest && value <= highest;

/** `2026-11-21`, as the contract carries it. */
export const writeDay = ({ year, month, day }: CalendarDay): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export function readDay(text: string): CalendarDay {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = text.split('-').map(Number);
  return { year, month, day };
}

export interface PersonInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly documentType: string;
  readonly documentNumber: string;
  /** `2026-11-21`. */
  readonly birthday: string;
}

export interface SignUpInput extends PersonInput {
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string;
  /** Whose numbers are written without a calling code. */
  readonly country: string;
}

export interface FieldProblem {
  readonly field: keyof SignUpInput;
  readonly reason: string;
}

/** Everything that is wrong with what is given of a person, in the order of the form; the same answer in the browser and on the server. */
export function personProblems(
  { firstName, lastName, documentType, documentNumber, birthday }: { readonly [Field in keyof PersonInput]?: string | undefined },
  today: CalendarDay,
): FieldProblem[] {
  return listProblems({
    firstName: firstName === undefined ? null : printedNameProblem(firstName),
    lastName: lastName === undefined ? null : printedNameProblem(lastName),
    documentNumber: documentNumber === undefined ? null : documentProblem(documentType ?? '', documentNumber),
    birthday: birthday === undefined ? null : birthdayProblem(readDay(birthday), today),
  });
}

/** The same for a sign-up. */
export const signUpProblems = (input: SignUpInput, today: CalendarDay): FieldProblem[] => [
  ...personProblems(input, today),
  ...listProblems({
    email: emailProblem(input.email),
    password: passwordProblem(input.password),
    phoneNumber: phoneProblem(input.phoneNumber, input.country),
  }),
];

const listProblems = (reasons: { readonly [Field in keyof SignUpInput]?: string | null }): FieldProblem[] =>
  Object.entries(reasons).flatMap(([field, reason]) => (reason ? [{ field: field as keyof SignUpInput, reason }] : []));

/** What a new password needs, and which of it this one has (VA-013..VA-015). Accented capitals and Ñ count as capitals. */
export const passwordRules = (password: string) => ({
  length: [...password].length >= bounds.passwordMinLength,
  capital: /\p{Lu}/u.test(password),
  number: /\d/.test(password),
});

/** Asked when a password is set, never at log in. */
export function passwordProblem(password: string): 'missing' | 'too_short' | 'too_long' | 'no_capital' | 'no_number' | null {
  if (password === '') return 'missing';
  const kept = passwordRules(password);
  if (!kept.length) return 'too_short';
  if (password.length > bounds.passwordMaxLength) return 'too_long';
  if (!kept.capital) return 'no_capital';
  return kept.number ? null : 'no_number';
}

export const passwordConfirmationProblem = (password: string, confirmation: string): 'mismatch' | null =>
  password === confirmation ? null : 'mismatch';

/** Digits only; blanks, dashes, slashes, brackets and a leading plus are how people write them. */
export const normalPhone = (typed: string): string => typedIdentifier(typed).replace(/[\s().+/-]/g, '');

/** How mobiles are told and dialled within an area of Argentina, where no area code begins like this. */
const MOBILE_WITHOUT_AREA = /^15\d{6,8}$/;

/** Digits with area code, 6 to 15 (EN-088); what is wrong with the numbers of a country is known where that is given. */
export function phoneProblem(typed: string, country?: string): 'missing' | 'invalid' | 'no_area_code' | 'too_short' | 'too_long' | null {
  const digits = normalPhone(typed);
  if (digits === '') return 'missing';
  if (!/^\d+$/.test(digits)) return 'invalid';
  if (digits.length < bounds.phoneMinDigits) return 'too_short';
  if (country === 'ar' && !typed.includes('+') && MOBILE_WITHOUT_AREA.test(digits)) return 'no_area_code';
  return digits.length > bounds.phoneMaxDigits ? 'too_long' : null;
}
