import { readDay } from '@butaca/contract/rules/person';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { type BuyForm, type BuyProblems, buyProblems, type CheckedField, checkedFields, readBuyForm } from './buy-form.ts';

interface Options {
  /** There is no card to check. */
  readonly free: boolean;
  readonly deliveryChosen: boolean;
  /** Of the card's number, when the acquirer told them. */
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

/** Checks a field when it is left, everything when it is sent, and from then on with each change. */
export function useBuyForm({ free, deliveryChosen, lengths }: Options) {
  const { flags, locale } = useFrame().brand;
  const [problems, setProblems] = useState<BuyProblems>({});

  const check = (form: HTMLFormElement): { values: BuyForm; found: BuyProblems } => {
    const data = new FormData(form);
    const values = readBuyForm(data);
    const found = buyProblems(values, {
      today: readDay(new Intl.DateTimeFormat('sv-SE', { timeZone: locale.timeZone }).format(Date.now())),
      checks: { number: flags.validateCardNumber, code: flags.validateSecurityCode, expiry: flags.validateCardExpiry },
      free,
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
    if (!field || input.type === 'checkbox' || input.value.trim() === '') return;
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
