import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type ReactNode, type Ref, useId } from 'react';
import officeTexts from './i18n/es/office.json';
import styles from './orders/Orders.module.css';

interface FormDialogProps {
  readonly title: string;
  /** What its button does. */
  readonly go: string;
  readonly busy: boolean;
  /** It cannot be done as it stands; the button keeps the focus, and does nothing. */
  readonly blocked?: boolean;
  readonly danger?: boolean;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly form?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A dialog in which staff say what is to be done, and why; a press outside does not close it. */
export function FormDialog({ title, go, busy, blocked = false, danger = false, onSubmit, onClose, form, children }: FormDialogProps) {
  const { t } = useTranslation(officeTexts);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !blocked) onSubmit();
  };
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={title}
      closeLabel={t('orders.close')}
      actions={
        <>
          <Button type="submit" form={formId} kind={danger ? 'danger' : 'primary'} busy={busy} aria-disabled={blocked || undefined}>
            {busy ? t('orders.busy') : go}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('orders.cancel')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
