import { useClickKey } from '@butaca/browser/click-key.ts';
import { typedText } from '@butaca/contract/rules/typed';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../FormDialog.tsx';
import officeTexts from '../i18n/es/office.json';
import styles from '../orders/Orders.module.css';
import { ReasonField } from '../ReasonField.tsx';
import { type MailProblem, putAside } from './calls.ts';

interface PutAsideProps {
  readonly mail: OfficeMail;
  readonly onDone: (mail: OfficeMail) => void;
  readonly onClose: () => void;
}

const focusReason = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[name="reason"]')?.focus();

/** Asks why nothing is to be done about a mail. */
export function PutAside({ mail, onDone, onClose }: PutAsideProps) {
  const { t } = useTranslation(officeTexts);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<MailProblem>();
  const click = useClickKey();
  const form = useRef<HTMLFormElement>(null);
  const { id, kind, address, buyerName } = mail;

  useEffect(() => focusReason(form.current), []);

  const send = async () => {
    setTried(true);
    if (typedText(reason) === '') return focusReason(form.current);
    setBusy(true);
    setProblem(undefined);
    const result = await putAside(id, typedText(reason), click);
    setBusy(false);
    if (typeof result === 'string') setProblem(result);
    else onDone(result);
  };
  return (
    <FormDialog form={form} title={t('mails.aside.title')} go={t('mails.aside')} busy={busy} onSubmit={send} onClose={onClose}>
      <p>
        <strong>{t(`mails.kind.${kind}`)}</strong>
        <span className={styles.soft}>{[buyerName, address].filter(Boolean).join(' · ')}</span>
      </p>
      <p>{t('mails.aside.explain')}</p>
      <ReasonField value={reason} tried={tried} onType={setReason} />
      {problem && <Notice kind="error">{t(`mails.problem.${problem}`)}</Notice>}
    </FormDialog>
  );
}
