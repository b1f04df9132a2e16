import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import accountTexts from '../i18n/es/account.json';
import type { FieldRefusal } from './account-outcome.ts';
import styles from './EntryList.module.css';

export type Problems<Field extends string> = Partial<Record<Field, string>>;

interface EntryFormProps<Field extends string> {
  readonly label: string;
  readonly busy: boolean;
  readonly refused: readonly FieldRefusal[];
  readonly fieldsByWireName: ReadonlyMap<string, Field>;
  /** In the order of the form; the first wrong one gets the focus. */
  readonly order: readonly Field[];
  readonly check: (form: FormData) => Problems<Field>;
  readonly onSave: (form: FormData) => void;
  readonly onCancel: () => void;
  /** Whether this entry is the preferred one already, which only another one can end. */
  readonly isPreferred: boolean;
  readonly children: (problems: Problems<Field>) => ReactNode;
}

/** A form of the account: checked when it is sent, from then on with every change; what was typed stays after an error. */
export function EntryForm<Field extends string>({
  label,
  busy,
  refused,
  fieldsByWireName,
  order,
  check,
  onSave,
  onCancel,
  isPreferred,
  children,
}: EntryFormProps<Field>) {
  const { t } = useTranslation(accountTexts);
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [sent, setSent] = useState(false);

  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, []);

  // What only the server finds wrong is shown like what the browser finds.
  useEffect(() => {
    const known = refused.flatMap(({ name, reason }) => {
      const field = fieldsByWireName.get(name);
      return field ? [[field, reason] as const] : [];
    });
    if (known.length === 0) return;
    setProblems(Object.fromEntries(known) as Problems<Field>);
    ref.current?.querySelector<HTMLElement>(`[name="${known[0]?.[0]}"]`)?.focus();
  }, [refused, fieldsByWireName]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = check(form);
    setSent(true);
    setProblems(found);
    const first = order.find((field) => found[field]);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!busy) onSave(form);
  };

  return (
    <form
      ref={ref}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onInput={(event) => sent && setProblems(check(new FormData(event.currentTarget)))}
    >
      {children(problems)}
      {isPreferred ? (
        <p className={styles.soft}>{t('preferred.already')}</p>
      ) : (
        <Checkbox name="preferred" value="yes" label={t('preferred.use')} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {busy ? t('saving') : t('save')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
