import { useClickKey } from '@butaca/browser/click-key.ts';
import type { OfficeOrder } from '@butaca/contract/office-orders';
import { normalEmail } from '@butaca/contract/rules/email';
import { askedEmailProblem } from '@butaca/contract/rules/email-typo';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { EmailField } from '@butaca/ui/components/EmailField.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../FormDialog.tsx';
import officeTexts from '../i18n/es/office.json';
import { readOrder } from '../orders/calls.ts';
import styles from '../orders/Orders.module.css';
import { ReasonField } from '../ReasonField.tsx';
import { type CodeProblem, correct, sendCode } from './calls.ts';

/** A mail server that refuses a code does so at once. */
const POLL_MS = 3000;

interface CorrectMailboxProps {
  readonly orderId: string;
  /** That did not take the order's mails. */
  readonly address: string;
  /** Nobody has confirmed it, which is why it was not sent. */
  readonly isHeld: boolean;
  readonly onDone: (order: OfficeOrder) => void;
  readonly onClose: () => void;
}

/** Another address for an order's mails: its buyer proves it, by reading out the code that is mailed there. */
export function CorrectMailbox({ orderId, address, isHeld, onDone, onClose }: CorrectMailboxProps) {
  const { t } = useTranslation(officeTexts);
  const [sent, setSent] = useState<{ readonly to: string; readonly refusedBeforeAt: number | undefined }>();
  const { data: order } = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => readOrder(orderId, signal),
    refetchInterval: sent === undefined ? false : POLL_MS,
  });
  const [isAnother, setIsAnother] = useState(false);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<CodeProblem>();
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState({ email: '', kept: '', code: '', reason: '' });
  const click = useClickKey();
  const form = useRef<HTMLFormElement>(null);
  /** When an address refused its last code; the one before does not count. */
  const refusedAt = (email: string) =>
    order?.undelivered.find((mail) => mail.kind === 'code' && mail.ending === undefined && mail.address === email)?.at;
  const lastRefusedAt = sent && refusedAt(sent.to);
  const isRefused = lastRefusedAt !== undefined && lastRefusedAt !== sent?.refusedBeforeAt;
  const isWaiting = sent !== undefined && !isRefused;
  const emailProblem = isWaiting ? null : askedEmailProblem(typed.email, typed.kept);
  const missing = {
    email: emailProblem !== null,
    code: isWaiting && typedIdentifier(typed.code) === '',
    reason: isWaiting && typedText(typed.reason) === '',
  };
  const focusOn = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  useEffect(() => form.current?.querySelector<HTMLElement>(isWaiting ? '[name="code"]' : '[name="email"]')?.focus(), [isWaiting]);

  const ask = async (email: string) => {
    setBusy(true);
    setProblem(undefined);
    const result = await sendCode(orderId, email, click);
    setBusy(false);
    if (result !== null) return setProblem(result);
    setTried(false);
    setIsAnother(isWaiting);
    setTyped((before) => ({ ...before, code: '' }));
    setSent({ to: email, refusedBeforeAt: refusedAt(email) });
    focusOn('code');
  };
  const submit = async () => {
    setTried(true);
    const first = (['email', 'code', 'reason'] as const).find((name) => missing[name]);
    if (first) return focusOn(first);
    if (!isWaiting) return ask(normalEmail(typed.email));
    setBusy(true);
    setProblem(undefined);
    const result = await correct(orderId, { email: sent.to, code: typedIdentifier(typed.code), reason: typedText(typed.reason) }, click);
    setBusy(false);
    if (typeof result !== 'string') return onDone(result);
    setProblem(result);
    if (result === 'wrong_code') focusOn('code');
  };
  const field = (name: 'email' | 'code') => ({
    name,
    value: typed[name],
    required: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  });

  return (
    <FormDialog
      form={form}
      title={t('orders.verb.correct_mailbox')}
      go={t(isWaiting ? 'mails.correct.go' : 'mails.correct.send')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {isWaiting ? (
        <>
          <p role="status">{t(isAnother ? 'mails.correct.sent.another' : 'mails.correct.sent', { email: sent.to })}</p>
          <Field
            {...field('code')}
            label={t('confirm.code')}
            hint={t('mails.correct.code.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            error={problem === 'wrong_code' ? t('confirm.wrong') : tried && missing.code && t('factor.code.missing')}
          />
          <ReasonField value={typed.reason} tried={tried} onType={(reason) => setTyped((before) => ({ ...before, reason }))} />
          <div className={styles.verbs}>
            <Button kind="secondary" small onClick={() => void ask(sent.to)}>
              {t('confirm.again')}
            </Button>
            <Button kind="secondary" small onClick={() => setSent(undefined)}>
              {t('mails.correct.other')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t(isHeld ? 'mails.correct.explain.held' : 'mails.correct.explain', { address })}</p>
          <EmailField
            {...field('email')}
            typo={{
              question: (email) => t('mails.correct.typo', { email }),
              accept: t('mails.correct.typo.accept'),
              keep: t('mails.correct.typo.keep'),
            }}
            isAsked={tried && emailProblem === 'typo'}
            onAnswer={(email, isKept) => setTyped((before) => ({ ...before, email, kept: isKept ? email : '' }))}
            label={t('mails.correct.email')}
            autoComplete="off"
            error={
              tried && missing.email && emailProblem !== 'typo'
                ? t('mails.correct.email.wrong')
                : isRefused && t('mails.correct.refused', { email: sent?.to ?? '' })
            }
          />
        </>
      )}
      {problem && problem !== 'wrong_code' && (
        <Notice kind="error">
          {typeof problem === 'string' ? t(`mails.problem.${problem}`) : t('mails.problem.wait', { seconds: problem.seconds })}
        </Notice>
      )}
    </FormDialog>
  );
}
