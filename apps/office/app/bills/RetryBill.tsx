import { useClickKey } from '@butaca/browser/click-key.ts';
import {
  documentsFor,
  firstProblem,
  type ReceiverProblems,
  receiverForm,
  receiverFormProblems,
  receiverOf,
  withCondition,
} from '@butaca/browser/receiver-form.ts';
import type { OfficeBill } from '@butaca/contract/bill';
import { isNumericDocument } from '@butaca/contract/rules/person';
import { typedText } from '@butaca/contract/rules/typed';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { ReceiverFields } from '@butaca/ui/components/ReceiverFields.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormDialog } from '../FormDialog.tsx';
import officeTexts from '../i18n/es/office.json';
import styles from '../orders/Orders.module.css';
import { ReasonField } from '../ReasonField.tsx';
import { settings } from '../settings.ts';
import { askForBillAgain, type Retried } from './calls.ts';

interface RetryBillProps {
  readonly orderId: string;
  readonly bill: OfficeBill;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Problem = Extract<Retried, { status: 'problem' }>['problem'];

/** Asks the authority for a refused bill again: for a reason, and made out to somebody else where that is what was wrong. */
export function RetryBill({ orderId, bill, onDone, onClose }: RetryBillProps) {
  const { t } = useTranslation(officeTexts);
  const { documentTypes } = settings;
  const [reason, setReason] = useState('');
  const [changes, setChanges] = useState(bill.problems.some(({ field }) => field !== undefined));
  const [form, setForm] = useState(() => receiverForm(undefined, documentTypes));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ReceiverProblems>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const click = useClickKey();
  const root = useRef<HTMLFormElement>(null);
  // A credit note is made out as its bill is.
  const withReceiver = bill.kind === 'bill' && changes;
  const found = tried && withReceiver ? { ...receiverFormProblems(form), ...refused } : {};
  const told = Object.fromEntries(Object.entries(found).map(([field, why]) => [field, t(problemKey(field, why ?? ''))]));
  const focusOn = (name: string) => root.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  const type = (next: typeof form) => {
    setForm(next);
    setRefused({});
  };

  const send = async () => {
    flushSync(() => {
      setTried(true);
      setProblem(null);
    });
    const first = withReceiver ? firstProblem(receiverFormProblems(form)) : undefined;
    if (first) return focusOn(`receiver-${first}`);
    if (typedText(reason) === '') return focusOn('reason');
    setBusy(true);
    const receiver = withReceiver ? receiverOf(form) : undefined;
    const result = await askForBillAgain({ orderId, billId: bill.id, reason: typedText(reason), receiver, click });
    flushSync(() => setBusy(false));
    if (result.status === 'asked') return onDone();
    if (result.status === 'problem') return setProblem(result.problem);
    flushSync(() => setRefused(result.problems));
    focusOn(`receiver-${firstProblem(result.problems)}`);
  };

  return (
    <FormDialog form={root} title={t('bills.retry')} go={t('bills.retry.go')} busy={busy} onSubmit={send} onClose={onClose}>
      <dl className={styles.numbers}>
        <div className={styles.strong}>
          <dt>{t(`bills.kind.${bill.kind}`)}</dt>
          <dd>
            <Money amount={bill.amount} locale={settings.locale} />
          </dd>
        </div>
      </dl>
      {bill.receiver && <p className={styles.soft}>{t('bills.receiver', { receiver: bill.receiver })}</p>}
      {bill.problems.map(({ code, message }) => (
        <p key={`${code} ${message}`} className={styles.trouble}>
          {t(code ? 'bills.says.code' : 'bills.says', { code, message })}
        </p>
      ))}
      {bill.kind === 'bill' ? (
        <Checkbox label={t('bills.retry.change')} checked={changes} onChange={({ currentTarget }) => setChanges(currentTarget.checked)} />
      ) : (
        <p className={styles.soft}>{t('bills.retry.note')}</p>
      )}
      {withReceiver && (
        <ReceiverFields
          t={t}
          form={form}
          problems={told}
          documentTypes={documentsFor(form.condition, documentTypes).map((each) => ({ type: each, name: t(documentKey(each)) }))}
          isNumeric={isNumericDocument(form.documentType)}
          onCondition={(condition) => type(withCondition(form, condition))}
          onTyped={(typed) => type({ ...form, ...typed })}
        />
      )}
      <ReasonField value={reason} tried={tried} onType={setReason} />
      {problem && <Notice kind="error">{t(`bills.problem.${problem}`)}</Notice>}
    </FormDialog>
  );
}

type DocumentKey = Extract<keyof typeof officeTexts, `document.${string}`>;
const documentKey = (type: string): DocumentKey => {
  const key = `document.${type}`;
  return key in officeTexts ? (key as DocumentKey) : 'document.other';
};

type ProblemKey = Extract<keyof typeof officeTexts, `receiver.problem.${string}`>;
/** The field's own sentence for the reason, if it has one. */
const problemKey = (field: string, reason: string): ProblemKey => {
  const key = `receiver.problem.${field}.${reason}`;
  return key in officeTexts ? (key as ProblemKey) : 'receiver.problem.other';
};
