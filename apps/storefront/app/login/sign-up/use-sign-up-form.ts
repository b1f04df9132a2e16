import { type FormEvent, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { checkedFields, type FormProblems, formProblems, type SignUpForm } from './form-problems.ts';
import type { SignUpRefusal } from './sign-up.ts';

interface Options {
  readonly captcha: () => Promise<string | undefined>;
  readonly onDone: (email: string) => void;
  readonly onRefused: () => void;
}

/** State of the sign-up form: checked when sent, from then on with every change, so that a message goes when its reason does. */
export function useSignUpForm({ captcha, onDone, onRefused }: Options) {
  const { timeZone } = useFrame().brand.locale;
  const [problems, setProblems] = useState<FormProblems>({});
  const [refusal, setRefusal] = useState<SignUpRefusal | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  const check = (form: HTMLFormElement) => formProblems(valuesOf(form), todayIn(timeZone));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = check(form);
    setSent(true);
    setRefusal(null);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirst(form, found);

    setBusy(true);
    const { signUp } = await import('./sign-up.ts');
    const result = await signUp(valuesOf(form), captcha);
    setBusy(false);
    if (result.status === 'done') return onDone(result.email);
    if (result.status === 'fields') {
      setProblems(result.problems);
      return focusFirst(form, result.problems);
    }
    setRefusal(result.refusal);
    onRefused();
  };

  const recheck = (event: FormEvent<HTMLElement>) => {
    const form = event.currentTarget.closest('form');
    if (sent && form) setProblems(check(form));
  };

  return { problems, refusal, busy, submit, recheck };
}

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) as unknown as SignUpForm;

/** `2026-11-21` where the brand is. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());

/** A birthday begins with its day. */
function focusFirst(form: HTMLFormElement, problems: FormProblems) {
  const first = checkedFields.find((field) => problems[field]);
  form.querySelector<HTMLElement>(`[name="${first === 'birthday' ? 'day' : first}"]`)?.focus();
}
