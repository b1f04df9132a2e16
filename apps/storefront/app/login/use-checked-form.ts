import { type FormEvent, useState } from 'react';

export type Problems<Field extends string> = Partial<Record<Field, string>>;

interface Options<Field extends string> {
  /** In the order of the form; the first wrong one gets the focus. */
  readonly order: readonly Field[];
  readonly check: (form: FormData) => Problems<Field>;
  /** Called with a form in which nothing is wrong; answers what the server finds wrong. */
  readonly send: (form: FormData) => Promise<Problems<Field> | undefined>;
}

/** State of a form: checked when it is sent, from then on with every change; what was typed stays after an error. */
export function useCheckedForm<Field extends string>({ order, check, send }: Options<Field>) {
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  const refuse = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    setProblems(found);
    const first = order.find((field) => found[field]);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    setSent(true);
    if (refuse(form, check(typed))) return;
    setBusy(true);
    const found = await send(typed);
    setBusy(false);
    if (found) refuse(form, found);
  };

  const recheck = (event: FormEvent<HTMLFormElement>) => {
    if (sent) setProblems(check(new FormData(event.currentTarget)));
  };

  return { problems, busy, submit, recheck };
}

/** What was typed into a field. */
export const typedInto = (form: FormData, field: string): string => String(form.get(field) ?? '');
