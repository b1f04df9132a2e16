import { type FormEvent, useEffect, useRef, useState } from 'react';
import { onFault } from '../session/exit-to-login.ts';
import type { FieldRefusal } from './account-outcome.ts';
import { keepForm, restoreForm } from './kept-form.ts';

export type Problems<Field extends string> = Partial<Record<Field, string>>;

export interface AccountFormOptions<Field extends string> {
  /** Tells the forms of a page apart. */
  readonly name: string;
  readonly busy: boolean;
  /** Fields that the server refused, by the wire's names. */
  readonly refused: readonly FieldRefusal[];
  readonly fieldsByWireName: ReadonlyMap<string, Field>;
  /** In the order of the form; the first wrong one gets the focus. */
  readonly order: readonly Field[];
  /** The control of a field that is not named like it. */
  readonly controls?: Partial<Record<Field, string>>;
  readonly check: (form: FormData) => Problems<Field>;
  /** Keeps what is typed for a reload too. */
  readonly isKeptTyped?: boolean | undefined;
  readonly onSave: (form: FormData) => void;
}

/** A form of the account: checked when it is sent, from then on with every change; what was typed stays after an error. */
export function useAccountForm<Field extends string>({
  name,
  busy,
  refused,
  fieldsByWireName,
  order,
  controls = {},
  check,
  isKeptTyped = false,
  onSave,
}: AccountFormOptions<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [sent, setSent] = useState(false);

  const focus = (field: Field) => ref.current?.querySelector<HTMLElement>(`[name="${controls[field] ?? field}"]`)?.focus();
  const latestFocus = useRef(focus);
  latestFocus.current = focus;

  // What only the server finds wrong is shown like what the browser finds.
  useEffect(() => {
    const known = refused.flatMap(({ name, reason }) => {
      const field = fieldsByWireName.get(name);
      return field ? [[field, reason] as const] : [];
    });
    const [first] = known;
    if (!first) return;
    setProblems(Object.fromEntries(known) as Problems<Field>);
    latestFocus.current(first[0]);
  }, [refused, fieldsByWireName]);

  useEffect(() => {
    if (ref.current) restoreForm(name, ref.current);
    return onFault(() => ref.current && keepForm(name, ref.current));
  }, [name]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = check(form);
    setSent(true);
    setProblems(found);
    const first = order.find((field) => found[field]);
    if (first) focus(first);
    else if (!busy) onSave(form);
  };

  const recheck = () => {
    if (isKeptTyped && ref.current) keepForm(name, ref.current);
    if (sent && ref.current) setProblems(check(new FormData(ref.current)));
  };

  return { problems, recheck, form: { ref, noValidate: true, onSubmit: submit, onInput: recheck } };
}
