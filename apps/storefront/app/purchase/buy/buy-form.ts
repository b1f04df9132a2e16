import { type CalendarMonth, type CardChecks, cardProblems } from '@butaca/contract/rules/card';
import { birthdayProblem, type CalendarDay, readDay } from '@butaca/contract/rules/person';

/** What stands in the fields, as typed. It lives in the page's inputs alone and is never stored (EN-100). */
export interface BuyForm {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
  readonly documentType: string;
  readonly documentNumber: string;
  /** `1990-05-03`; empty when nothing was typed. */
  readonly birthday: string;
  readonly email: string;
}

/** Everything that can be wrong, in the order of the page. */
export const checkedFields = ['delivery', 'number', 'expiry', 'code', 'holder', 'documentNumber', 'birthday', 'email', 'terms'] as const;
export type CheckedField = (typeof checkedFields)[number];
export type BuyProblems = Partial<Record<CheckedField, string>>;

interface Circumstances {
  /** Nothing is to be paid, so that there is no card. */
  readonly free?: boolean;
  readonly today: CalendarDay;
  readonly checks: CardChecks;
  readonly lengths?: readonly number[] | undefined;
  readonly deliveryChosen: boolean;
  readonly termsAccepted: boolean;
}

/** What keeps this from being paid, by field; empty when nothing does. */
export function buyProblems(form: BuyForm, circumstances: Circumstances): BuyProblems {
  const { free = false, today, checks, lengths, deliveryChosen, termsAccepted } = circumstances;
  const now: CalendarMonth = { year: today.year, month: today.month };
  const found: Partial<Record<CheckedField, string | null>> = {
    ...(free ? {} : cardProblems(form, { now, checks, lengths })),
    delivery: deliveryChosen ? null : 'missing',
    birthday: free || form.birthday === '' ? null : birthdayProblem(readDay(form.birthday), today),
    terms: termsAccepted ? null : 'missing',
  };
  return Object.fromEntries(checkedFields.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
}

const number = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN);

/** The form's values; a birthday of three parts becomes one, and none when all three are empty. */
export function readBuyForm(data: FormData): BuyForm {
  const text = (name: string) => String(data.get(name) ?? '');
  const [day, month, year] = ['day', 'month', 'year'].map(text) as [string, string, string];
  const birthday = [String(number(year)).padStart(4, '0'), String(number(month)).padStart(2, '0'), String(number(day)).padStart(2, '0')];
  return {
    number: text('number'),
    expiry: text('expiry'),
    code: text('code'),
    holder: text('holder'),
    documentType: text('documentType'),
    documentNumber: text('documentNumber'),
    birthday: `${day}${month}${year}`.trim() === '' ? '' : birthday.join('-'),
    email: text('email'),
  };
}
