import { currentSession } from '../session/store.ts';

/**
 * What was typed into a form that a fault of the server led away from (C-01), or a reload, where the form is kept as it is typed. For the way back:
 * in this tab, once, for the same person.
 */
const KEY = 'butaca.form';

interface KeptForm {
  /** Whose it is. */
  readonly email: string;
  readonly pathname: string;
  readonly name: string;
  readonly values: readonly (readonly [string, string])[];
}

/** Passwords are never kept. */
export function keepForm(name: string, form: HTMLFormElement): void {
  const email = currentSession()?.user.email;
  if (email === undefined) return;
  const values = fieldsOf(form).map((field) => [field.name, isTicked(field) ? String(field.checked) : field.value] as const);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, pathname: location.pathname, name, values } satisfies KeptForm));
  } catch {
    // Then it is typed again.
  }
}

/** The name of the form of this page that was left; null when none was. */
export const nameOfKeptForm = (): string | null => read()?.name ?? null;

/** Puts back what was typed into this form, if it was the one that was left. */
export function restoreForm(name: string, form: HTMLFormElement): void {
  const kept = read();
  if (kept?.name !== name) return;
  sessionStorage.removeItem(KEY);
  const write = () => {
    const values = new Map(kept.values);
    for (const field of fieldsOf(form)) {
      const value = values.get(field.name);
      if (value !== undefined) setField(field, value);
    }
  };
  // Once the form has noted what it began with; some choices follow from others, which are drawn by the second time.
  requestAnimationFrame(() => {
    write();
    requestAnimationFrame(write);
  });
}

export function forgetForm(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then there is nothing kept.
  }
}

function read(): KeptForm | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptForm | null;
    return kept?.pathname === location.pathname && kept.email === currentSession()?.user.email ? kept : null;
  } catch {
    return null;
  }
}

type FormField = HTMLInputElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement): FormField[] =>
  [...form.querySelectorAll<FormField>('input[name], select[name]')].filter(({ type }) => type !== 'password' && type !== 'radio');

const isTicked = (field: FormField): field is HTMLInputElement => field.type === 'checkbox';

/** As if it had been typed, so that React and the form's own listeners notice. */
function setField(field: FormField, value: string): void {
  if (isTicked(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  if (field.value === value) return;
  // React remembers what it set by the element's own property, which would hide the change.
  const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}
