import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect } from 'react';
import accountTexts from '../i18n/es/account.json';
import styles from './EntryList.module.css';
import { type AccountFormOptions, type Problems, useAccountForm } from './use-account-form.ts';

interface EntryFormProps<Field extends string> extends AccountFormOptions<Field> {
  readonly label: string;
  readonly onCancel: () => void;
  /** Whether this entry is the preferred one already, which only another one can end. */
  readonly isPreferred: boolean;
  readonly children: (problems: Problems<Field>) => ReactNode;
}

/** The form of one entry of a list, which takes the focus when it opens. */
export function EntryForm<Field extends string>({ label, onCancel, isPreferred, children, ...options }: EntryFormProps<Field>) {
  const { t } = useTranslation(accountTexts);
  const { problems, form } = useAccountForm(options);
  const { ref } = form;

  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [ref]);

  return (
    <form {...form} className={styles.form} aria-label={label}>
      {children(problems)}
      {isPreferred ? (
        <p className={styles.soft}>{t('preferred.already')}</p>
      ) : (
        <Checkbox name="preferred" value="yes" label={t('preferred.use')} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={options.busy}>
          {options.busy ? t('saving') : t('save')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
