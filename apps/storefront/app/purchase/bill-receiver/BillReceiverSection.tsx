import { withCondition } from '@butaca/browser/receiver-form.ts';
import type { BillReceiver } from '@butaca/contract';
import { formatTaxId } from '@butaca/contract/rules/bill-receiver';
import { isNumericDocument } from '@butaca/contract/rules/person';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { ReceiverFields } from '@butaca/ui/components/ReceiverFields.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { KeyboardEvent } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import receiverTexts from '../../i18n/es/bill-receiver.json';
import styles from './BillReceiver.module.css';
import type { BillReceiverState } from './use-bill-receiver.ts';

/** Whom the bill is made out to: closed it says so, open it asks. Part of the form around it, which it never sends. */
export function BillReceiverSection({ state }: { state: BillReceiverState }) {
  const { t } = useTranslation(receiverTexts);
  const money = useMoney();
  const { root, receiver, form, problems, trouble, busy, said, open, changed, isNeeded, documents } = state;
  if (!state.isOffered) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void state.save();
  };
  const told = Object.fromEntries(Object.entries(problems).map(([field, reason]) => [field, t(problemKey(field, reason ?? ''))]));

  return (
    <section ref={root} className={styles.section} aria-labelledby="bill-title">
      <h2 id="bill-title">{t('title')}</h2>
      <details className={styles.receiver} open={open} onToggle={({ currentTarget }) => state.toggle(currentTarget.open)}>
        <summary>
          <span className={styles.question}>{t('question')}</span>
          <span className={styles.answer}>
            {receiver ? <Receiver receiver={receiver} /> : t(state.isOfPayer ? 'nobody.payer' : 'nobody')}
            {changed && !open && <span className={styles.unsaved}>{t('unsaved')}</span>}
          </span>
        </summary>
        {open && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds
          <div className={styles.form} role="group" aria-label={t('question')} onKeyDown={onKeyDown}>
            {isNeeded && (
              <Notice kind="warning" message="bill_receiver_needed">
                {t('law', { amount: money(state.namedFrom) })}
              </Notice>
            )}
            <ReceiverFields
              t={t}
              form={form}
              problems={told}
              documentTypes={documents.map((type) => ({ type, name: t(documentKey(type)) }))}
              isNumeric={isNumericDocument(form.documentType)}
              onCondition={(condition) => state.type(withCondition(form, condition))}
              onTyped={(typed) => state.type({ ...form, ...typed })}
            />
            {trouble && <Notice kind="error">{t(`trouble.${trouble}`)}</Notice>}
            <div className={styles.verbs}>
              <Button kind="secondary" busy={busy} onClick={() => void state.save()}>
                {t(busy ? 'saving' : 'save')}
              </Button>
              {changed && (
                <Button kind="quiet" onClick={state.discard}>
                  {t('discard')}
                </Button>
              )}
              {receiver && !changed && (
                <Button kind="quiet" onClick={() => void state.remove()}>
                  {t('remove')}
                </Button>
              )}
            </div>
          </div>
        )}
      </details>
      <p role="status" className={styles.said}>
        {said && t(said)}
      </p>
    </section>
  );
}

/** Name and document, as they will stand on the bill. */
function Receiver({ receiver: { condition, documentType, documentNumber, name } }: { receiver: BillReceiver }) {
  const { t } = useTranslation(receiverTexts);
  const number = documentType === 'cuit' || documentType === 'cuil' ? formatTaxId(documentNumber) : documentNumber;
  return (
    <>
      <strong>{name}</strong>
      <span>{t(`receiver.condition.${condition}`)}</span>
      <span className={styles.document}>{`${t(documentKey(documentType))} ${number}`}</span>
    </>
  );
}

type DocumentKey = Extract<keyof typeof receiverTexts, `document.${string}`>;
const documentKey = (type: string): DocumentKey => {
  const key = `document.${type}`;
  return key in receiverTexts ? (key as DocumentKey) : 'document.other';
};

type ProblemKey = Extract<keyof typeof receiverTexts, `problem.${string}`>;
/** The field's own sentence for the reason, if it has one. */
const problemKey = (field: string, reason: string): ProblemKey => {
  const key = `problem.${field}.${reason}`;
  return key in receiverTexts ? (key as ProblemKey) : 'problem.other';
};
