import { emailConfirmationProblem } from '@butaca/contract/rules/email';
import { askedEmailProblem } from '@butaca/contract/rules/email-typo';
import { passwordConfirmationProblem, personProblems, phoneProblem, readDay, signUpProblems } from '@butaca/contract/rules/person';

/** The fields of the form, as typed. */
export interface SignUpForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly email: string;
  /** The address whose domain was said to be meant, though it looks misspelt. */
  readonly emailKept?: string;
  readonly emailConfirmation: string;
  readonly password: string;
  readonly passwordConfirmation: string;
  readonly phoneType: string;
  readonly phoneNumber: string;
  readonly country: string;
  /** The version of the text that was agreed to; left out when the box is empty. */
  readonly news?: string;
  /** Left out when the box is empty, or not there. */
  readonly terms?: string;
}

/** Fields that are checked, in the order of the form; a birthday is one field of three parts. */
export const checkedFields = [
  'firstName',
  'lastName',
  'gender',
  'birthday',
  'country',
  'documentType',
  'documentNumber',
  'email',
  'emailConfirmation',
  'password',
  'passwordConfirmation',
  'phoneNumber',
  'terms',
] as const;
export type CheckedField = (typeof checkedFields)[number];

export type FormProblems = Partial<Record<CheckedField, string>>;

/** The part of a birthday that is wrong, where it is one alone. */
const birthdayParts: Readonly<Record<string, 'day' | 'month' | 'year'>> = {
  ...{ invalid_day: 'day', invalid_month: 'month', year_too_high: 'year', year_too_low: 'year' },
};
export const birthdayPartOf = (reason: string | undefined) => birthdayParts[reason ?? ''];

/** The name of the control that a problem is about; a birthday has three. */
export const controlOf = (field: CheckedField, reason: string | undefined): string =>
  field === 'birthday' ? (birthdayPartOf(reason) ?? 'day') : field;

const number = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN);

/** `1990-05-03` when day, month and year are numbers; else a text that is no date. */
export const birthdayOf = ({ day, month, year }: Pick<SignUpForm, 'day' | 'month' | 'year'>): string =>
  [String(number(year)).padStart(4, '0'), String(number(month)).padStart(2, '0'), String(number(day)).padStart(2, '0')].join('-');

type Birthday = Pick<SignUpForm, 'day' | 'month' | 'year'>;

const isBlank = ({ day, month, year }: Birthday) => day.trim() === '' && month.trim() === '' && year.trim() === '';

/** Checks the form: the server's own rules (packages/contract), and what only the form knows (VA-011, VA-012, VA-017). */
export function formProblems(form: SignUpForm, today: string, { asksTerms }: { readonly asksTerms: boolean }): FormProblems {
  const found: Record<string, string | null> = Object.fromEntries(
    signUpProblems({ ...form, birthday: birthdayOf(form) }, readDay(today)).map(({ field, reason }) => [field, reason]),
  );
  if (form.gender === '') found.gender = 'missing';
  if (isBlank(form)) found.birthday = 'missing';
  found.email = askedEmailProblem(form.email, form.emailKept ?? '');
  found.emailConfirmation = emailConfirmationProblem(form.email, form.emailConfirmation);
  found.passwordConfirmation = passwordConfirmationProblem(form.password, form.passwordConfirmation);
  if (asksTerms && form.terms === undefined) found.terms = 'missing';
  return inOrder(found);
}

/** The same for what a form asks of a person; the fields that it does not have are left out. */
export function personFormProblems(form: Partial<SignUpForm>, today: string): FormProblems {
  const { day, month, year } = form;
  const typed = day === undefined || month === undefined || year === undefined ? undefined : { day, month, year };
  const found: Record<string, string | null> = Object.fromEntries(
    personProblems({ ...form, birthday: typed && birthdayOf(typed) }, readDay(today)).map(({ field, reason }) => [field, reason]),
  );
  if (form.gender === '') found.gender = 'missing';
  if (typed && isBlank(typed)) found.birthday = 'missing';
  if (form.phoneNumber !== undefined) found.phoneNumber = phoneProblem(form.phoneNumber, form.country);
  return inOrder(found);
}

const inOrder = (found: Record<string, string | null | undefined>): FormProblems =>
  Object.fromEntries(checkedFields.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
