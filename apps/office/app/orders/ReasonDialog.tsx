import { formatMoney } from '@butaca/brand/money';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { OfficeOrder } from '@butaca/contract/office-orders';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormDialog } from '../FormDialog.tsx';
import officeTexts from '../i18n/es/office.json';
import { ReasonField } from '../ReasonField.tsx';
import { settings } from '../settings.ts';
import {
  closeGiven,
  type DoubtVerb,
  endRefund,
  type OrderProblem,
  reissue,
  reopenGiven,
  resend,
  type SettledOrder,
  settle,
  takeBack,
  takeNameOff,
} from './calls.ts';
import styles from './Orders.module.css';

/** Who enters with a ticket; empty without a name. */
export const nameOf = ({ nomination }: OfficeOrder['tickets'][number]['ticket']): string =>
  nomination ? `${nomination.firstName} ${nomination.lastName} (${nomination.documentNumber})` : '';

interface ReasonDialogProps {
  readonly order: OfficeOrder;
  readonly step:
    | { readonly at: 'resend' | 'reissue' }
    | { readonly at: 'take_back'; readonly account: string }
    | { readonly at: 'close_given_back'; readonly amount: number }
    | { readonly at: 'reopen_given_back' | 'close_refund'; readonly refundId: string; readonly amount: number }
    | { readonly at: 'clear_name'; readonly ticket: OfficeOrder['tickets'][number]['ticket'] }
    | { readonly at: 'settle'; readonly payment: OfficeOrder['payments'][number]; readonly verb: DoubtVerb };
  /** A mail of the order that its mailbox did not take. */
  readonly refused: OfficeMail | undefined;
  readonly onCorrect: (address: string) => void;
  readonly onDone: (order: OfficeOrder | SettledOrder) => void;
  readonly onClose: () => void;
}

/** Says what is about to happen, and asks for a reason; to book a payment as paid also for its number at the provider. */
export function ReasonDialog({ order, step, refused, onCorrect, onDone, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(officeTexts);
  const [reason, setReason] = useState('');
  const [paymentId, setPaymentId] = useState('');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<OrderProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusOn = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const click = useClickKey();
  const queries = useQueryClient();
  const verb = step.at === 'settle' ? (step.payment.isAwaited && step.verb === 'give_back' ? 'call_off' : step.verb) : step.at;
  const needsPaymentId = verb === 'book_as_paid';
  const valid = order.tickets.filter(({ ticket }) => ticket.state === 'valid').length;

  const send = async () => {
    setTried(true);
    if (needsPaymentId && typedIdentifier(paymentId) === '') return focusOn('payment-id');
    if (typedText(reason) === '') return focusOn('reason');
    setBusy(true);
    setProblem(null);
    const given = { reason: typedText(reason), click };
    const result =
      step.at === 'settle'
        ? await settle(step.payment.reference, {
            ...given,
            verb: step.verb,
            paymentId: needsPaymentId ? typedIdentifier(paymentId) : undefined,
          })
        : step.at === 'clear_name'
          ? await takeNameOff(order.id, { ...given, ticketId: step.ticket.id })
          : step.at === 'take_back'
            ? await takeBack(order.id, { ...given, account: step.account })
            : step.at === 'close_given_back'
              ? await closeGiven(order.id, { ...given, amount: step.amount })
              : step.at === 'reopen_given_back'
                ? await reopenGiven(order.id, { ...given, refundId: step.refundId })
                : step.at === 'close_refund'
                  ? await endRefund(order.id, { ...given, refundId: step.refundId, amount: step.amount })
                  : await (step.at === 'reissue' ? reissue : resend)(order.id, given);
    setBusy(false);
    if (typeof result !== 'string') return onDone(result);
    setProblem(result);
    if (result === 'key_reused') void queries.invalidateQueries({ queryKey: ['order', order.id] });
  };

  return (
    <FormDialog
      form={form}
      title={t(`orders.verb.${verb}`)}
      go={t(`orders.go.${verb}`)}
      danger={verb === 'give_back' || verb === 'call_off' || verb === 'reissue'}
      busy={busy}
      onSubmit={send}
      onClose={onClose}
    >
      {step.at === 'settle' ? (
        <>
          <p>{t(step.payment.inDoubt ? `orders.explain.${verb}` : 'orders.explain.ask_paid')}</p>
          <dl className={styles.numbers}>
            <div className={styles.strong}>
              <dt>{t('orders.amount')}</dt>
              <dd>
                <Money amount={step.payment.amount} locale={settings.locale} />
              </dd>
            </div>
          </dl>
        </>
      ) : step.at === 'clear_name' ? (
        <p>{t('orders.explain.clear_name', { name: nameOf(step.ticket) })}</p>
      ) : step.at === 'close_given_back' || step.at === 'reopen_given_back' || step.at === 'close_refund' ? (
        <p>{t(`orders.explain.${step.at}`, { amount: formatMoney(step.amount, settings.locale) })}</p>
      ) : step.at === 'take_back' ? (
        <p>{t('orders.explain.take_back', { email: step.account })}</p>
      ) : (
        <>
          <p>
            {step.at === 'reissue'
              ? t('orders.explain.reissue', { email: order.buyerEmail ?? '' })
              : t('orders.explain.resend', { count: valid, email: order.buyerEmail ?? '' })}
          </p>
          {refused && (
            <Notice
              kind="warning"
              title={t('mails.resend.refused', { address: refused.address })}
              actions={
                <Button small kind="secondary" onClick={() => onCorrect(refused.address)}>
                  {t('mails.correct')}
                </Button>
              }
            >
              {t(`mails.reason.${refused.reason}`)} {t('mails.resend.again')}
            </Notice>
          )}
        </>
      )}
      {needsPaymentId && (
        <Field
          name="payment-id"
          label={t('orders.payment-id')}
          hint={t('orders.payment-id.hint')}
          value={paymentId}
          maxLength={100}
          required
          autoComplete="off"
          error={tried && typedIdentifier(paymentId) === '' && t('orders.payment-id.missing')}
          onChange={(event) => setPaymentId(event.target.value)}
        />
      )}
      <ReasonField value={reason} tried={tried} onType={setReason} />
      {problem && <Notice kind="error">{t(`orders.problem.${problem}`)}</Notice>}
    </FormDialog>
  );
}
