import type { PublicBrand } from '@butaca/brand';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { type CalendarMonth, type CardChecks, cardProblems, securityCodeProblem } from '@butaca/contract/rules/card';
import { birthdayProblem, type CalendarDay, readDay } from '@butaca/contract/rules/person';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFrame } from '../../frame/use-frame.ts';

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
  /** Of a wallet that asks for one. */
  readonly phone: string;
  /** Whether the provider shall keep the card. */
  readonly keepCard: boolean;
}

/** Everything that can be wrong, in the order of the page. */
const checkedFields = [
  'delivery',
  'phone',
  'firstPart',
  'number',
  'expiry',
  'code',
  'holder',
  'documentNumber',
  'birthday',
  'email',
  'terms',
] as const;
export type CheckedField = (typeof checkedFields)[number];
export type BuyProblems = Partial<Record<CheckedField, string>>;

interface Circumstances {
  /** It is paid with a card that is typed here. */
  readonly card?: boolean;
  /** It is paid with a kept card, of which only the security code is typed. */
  readonly kept?: boolean;
  /** The method asks for a phone; whether it is one is judged by the server. */
  readonly phone?: boolean;
  /** What the first of two cards pays is not what it may pay. */
  readonly firstPartIsOff?: boolean;
  readonly today: CalendarDay;
  readonly checks: CardChecks;
  readonly lengths?: readonly number[] | undefined;
  readonly deliveryChosen: boolean;
  readonly termsAccepted: boolean;
}

/** What keeps this from being paid, by field; empty when nothing does. */
export function buyProblems(form: BuyForm, circumstances: Circumstances): BuyProblems {
  const {
    card = true,
    kept = false,
    phone = false,
    firstPartIsOff = false,
    today,
    checks,
    lengths,
    deliveryChosen,
    termsAccepted,
  } = circumstances;
  const now: CalendarMonth = { year: today.year, month: today.month };
  const found: Partial<Record<CheckedField, string | null>> = {
    ...(card ? cardProblems(form, { now, checks, lengths }) : {}),
    ...(kept ? { code: securityCodeProblem(form.code, checks.code) } : {}),
    delivery: deliveryChosen ? null : 'missing',
    phone: phone && typedIdentifier(form.phone) === '' ? 'missing' : null,
    firstPart: firstPartIsOff ? 'invalid' : null,
    birthday: !card || form.birthday === '' ? null : birthdayProblem(readDay(form.birthday), today),
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
    phone: text('phone'),
    keepCard: data.has('keepCard'),
  };
}

interface Options {
  /** It is paid with a card that is typed here. */
  readonly card: boolean;
  readonly kept?: boolean;
  readonly phone?: boolean;
  readonly firstPartIsOff?: boolean;
  readonly deliveryChosen: boolean;
  /** Of the card's number, when the acquirer's answer had them. */
  readonly lengths: readonly number[] | undefined;
}

/** Which input stands for a field where they differ. */
const inputNames: Partial<Record<CheckedField, string>> = { birthday: 'day', delivery: 'deliveryTypeId' };
const partsOf: Readonly<Record<string, CheckedField>> = {
  day: 'birthday',
  month: 'birthday',
  year: 'birthday',
  documentType: 'documentNumber',
};

/** What of a card this deployment checks before it is sent (FL-024). */
export const checksOf = (flags: PublicBrand['flags']) => ({
  number: flags.validateCardNumber,
  code: flags.validateSecurityCode,
  expiry: flags.validateCardExpiry,
});

/** Checks a field when it is left, everything when it is sent, and from then on with each change. */
export function useBuyForm({ card, kept = false, phone = false, firstPartIsOff = false, deliveryChosen, lengths }: Options) {
  const { flags, locale } = useFrame().brand;
  const [problems, setProblems] = useState<BuyProblems>({});

  const check = (form: HTMLFormElement): { values: BuyForm; found: BuyProblems } => {
    const data = new FormData(form);
    const values = readBuyForm(data);
    const found = buyProblems(values, {
      today: readDay(new Intl.DateTimeFormat('sv-SE', { timeZone: locale.timeZone }).format(serverClock.now())),
      checks: checksOf(flags),
      card,
      kept,
      phone,
      firstPartIsOff,
      lengths,
      deliveryChosen,
      termsAccepted: data.has('terms'),
    });
    return { values, found };
  };

  const fieldOf = (event: FormEvent<HTMLElement>): CheckedField | undefined => {
    const { name } = event.target as HTMLInputElement;
    return partsOf[name] ?? checkedFields.find((field) => field === name);
  };

  const showOnly = (found: BuyProblems, fields: readonly CheckedField[]) =>
    setProblems(Object.fromEntries(fields.flatMap((field) => (found[field] ? [[field, found[field]]] : []))));

  /** Checks a field when the focus leaves it; an empty one is a problem only once the form is sent. */
  const left = (event: FormEvent<HTMLFormElement>) => {
    const field = fieldOf(event);
    const input = event.target as HTMLInputElement;
    if (!field || input.type === 'checkbox' || typedText(input.value) === '') return;
    // A date is complete when its last part is.
    const next = (event as unknown as FocusEvent).relatedTarget as HTMLInputElement | null;
    if (field === 'birthday' && next && partsOf[next.name] === 'birthday') return;
    showOnly(
      check(event.currentTarget).found,
      checkedFields.filter((each) => each === field || problems[each]),
    );
  };

  /** A field that is being corrected loses its problem at once. */
  const changed = (event: FormEvent<HTMLElement>) => {
    const form = event.currentTarget.closest('form');
    const shown = checkedFields.filter((each) => problems[each]);
    if (form && shown.length > 0) showOnly(check(form).found, shown);
  };

  /** The values when the form is valid; else focuses the first wrong field. */
  const send = (form: HTMLFormElement): BuyForm | null => {
    const { values, found } = check(form);
    refuse(form, found);
    return Object.keys(found).length === 0 ? values : null;
  };

  const refuse = (form: HTMLFormElement, found: BuyProblems) => {
    setProblems(found);
    const first = checkedFields.find((field) => found[field]);
    if (first) form.querySelector<HTMLElement>(`[name="${inputNames[first] ?? first}"]`)?.focus();
  };

  return { problems, left, changed, send, refuse };
}

/** Goes to the number of a card that is typed, after `chooseTyped` has put it in the place of a saved one; what stands there is replaced. */
export function askOtherCard(form: HTMLFormElement | null, chooseTyped: () => void): void {
  flushSync(chooseTyped);
  const number = form?.querySelector<HTMLInputElement>('[name="number"]');
  number?.focus();
  number?.select();
}
