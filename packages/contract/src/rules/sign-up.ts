import { birthdayProblem, type CalendarDay, readDay } from './birthday.ts';
import { bounds } from './bounds.ts';
import { documentProblem } from './document.ts';
import { emailProblem } from './email.ts';
import { nameProblem } from './name.ts';

export interface SignUpInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly documentType: string;
  readonly documentNumber: string;
  /** `2026-11-21`. */
  readonly birthday: string;
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string;
}

export interface FieldProblem {
  readonly field: keyof SignUpInput;
  readonly reason: string;
}

/** Everything that is wrong with a sign-up, in the order of its form; the same answer in the browser and on the server. */
export function signUpProblems(input: SignUpInput, today: CalendarDay): FieldProblem[] {
  const reasons: Record<keyof SignUpInput, string | null> = {
    firstName: nameProblem(input.firstName),
    lastName: nameProblem(input.lastName),
    documentType: null,
    documentNumber: documentProblem(input.documentType, input.documentNumber),
    birthday: birthdayProblem(readDay(input.birthday), today),
    email: emailProblem(input.email),
    password: passwordProblem(input.password),
    phoneNumber: phoneProblem(input.phoneNumber),
  };
  return Object.entries(reasons).flatMap(([field, reason]) => (reason ? [{ field: field as keyof SignUpInput, reason }] : []));
}

/** Asked when a password is set, never at log in (VA-013..VA-015). Accented capitals and Ñ count as capitals. */
export function passwordProblem(password: string): 'missing' | 'too_short' | 'too_long' | 'no_capital' | 'no_number' | null {
  if (password === '') return 'missing';
  if ([...password].length < bounds.passwordMinLength) return 'too_short';
  if (password.length > bounds.passwordMaxLength) return 'too_long';
  if (!/\p{Lu}/u.test(password)) return 'no_capital';
  return /\d/.test(password) ? null : 'no_number';
}

export const passwordConfirmationProblem = (password: string, confirmation: string): 'mismatch' | null =>
  password === confirmation ? null : 'mismatch';

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
