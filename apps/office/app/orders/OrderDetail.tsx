import { formatMoney } from '@butaca/brand/money';
import type { OfficeBill } from '@butaca/contract/bill';
import type { OfficeOrder } from '@butaca/contract/office-orders';
import { brandName } from '@butaca/contract/rules/card-brands';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BillLine } from '../bills/BillLine.tsx';
import { RetryBill } from '../bills/RetryBill.tsx';
import officeTexts from '../i18n/es/office.json';
import { CorrectMailbox } from '../mails/CorrectMailbox.tsx';
import { MailLine } from '../mails/MailLine.tsx';
import { type DoneMail, type MailDone, MailNews } from '../mails/MailNews.tsx';
import { PutAside } from '../mails/PutAside.tsx';
import { providerName } from '../money/provider-name.ts';
import { performancesQuery } from '../performances/calls.ts';
import { settings } from '../settings.ts';
import { ActionList } from './ActionList.tsx';
import type { DoubtVerb, SettledOrder } from './calls.ts';
import { Delivery } from './Delivery.tsx';
import { momentText, performanceText } from './moment.ts';
import { AwaitedPlaces, type OfficeTicket, Tickets } from './OrderPlaces.tsx';
import { OrderProducts } from './OrderProducts.tsx';
import { OrderState } from './OrderState.tsx';
import styles from './Orders.module.css';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { RefundLine } from './RefundLine.tsx';
import { Reissues } from './Reissues.tsx';

type Payment = OfficeOrder['payments'][number];

type Step =
  | { readonly at: 'refund'; readonly ticketIds: readonly string[] }
  | { readonly at: 'resend' | 'reissue' }
  | { readonly at: 'take_back'; readonly account: string }
  | { readonly at: 'correct_mailbox'; readonly address: string }
  | { readonly at: 'mail_aside'; readonly mail: OfficeMail }
  | { readonly at: 'close_given_back'; readonly amount: number }
  | { readonly at: 'reopen_given_back' | 'close_refund'; readonly refundId: string; readonly amount: number }
  | { readonly at: 'bill_again'; readonly bill: OfficeBill }
  | { readonly at: 'clear_name'; readonly ticket: OfficeTicket }
  | { readonly at: 'settle'; readonly payment: Payment; readonly verb: DoubtVerb };

/** An order with its tickets, its money and its log; each thing that can be done is seen in numbers before it is done. */
export function OrderDetail({ order }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<Step | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const { id, number, state, showNames, sold, buyerName, buyerEmail, accountEmail, total, kept, tickets, undelivered, givenBack } = order;
  const refused = undelivered.find(isOpenToBuyer);
  const valid = tickets.filter(({ ticket }) => ticket.state === 'valid');

  const finish = (changed: OfficeOrder | SettledOrder) => {
    queries.setQueryData(['order', id], changed);
    for (const queryKey of [['money'], ['mails']]) void queries.invalidateQueries({ queryKey });
    setChosen(new Set());
    setDone(step && whatWasDone(step, { before: order, changed }));
    setStep(null);
    // The button that was pressed may be gone.
    status.current?.focus();
  };
  const finishBill = () => {
    for (const queryKey of [['order', id], ['bills']]) void queries.invalidateQueries({ queryKey });
    setDone('bill_again');
    setStep(null);
  };
  const finishMail = (what: MailDone, mail: OfficeMail) => {
    for (const queryKey of [['order', id], ['mails'], performancesQuery.queryKey]) void queries.invalidateQueries({ queryKey });
    setDone({ done: what, mail });
    setStep(null);
    // The button that was pressed goes away.
    status.current?.focus();
  };
  // A refused dialog means that the order has changed, for example because the worker has settled the payment: read it again.
  const close = () => {
    void queries.invalidateQueries({ queryKey: ['order', id] });
    setStep(null);
  };
  const toggle = (ticketId: string) =>
    setChosen((before) => (before.has(ticketId) ? without(before, ticketId) : new Set([...before, ticketId])));
  const refund = (ticketIds: readonly string[]) => setStep({ at: 'refund', ticketIds });

  return (
    <article className={styles.order} aria-labelledby="order-title">
      <header className={styles.head}>
        <div>
          <h2 id="order-title">{showNames.join(', ') || t('orders.one')}</h2>
          {sold.length > 0 && <p>{sold.map(performanceText).join(' · ')}</p>}
          <p className={styles.soft}>{[buyerName, buyerEmail].filter(Boolean).join(' · ')}</p>
          {accountEmail && (
            <p className={styles.soft}>
              {t('mails.account', { email: accountEmail })}{' '}
              <Button small kind="quiet" onClick={() => setStep({ at: 'take_back', account: accountEmail })}>
                {t('orders.verb.take_back')}
              </Button>
            </p>
          )}
          {number && <p className={styles.operation}>{t('money.open', { order: number })}</p>}
          <p className={styles.number}>{id}</p>
        </div>
        <div className={styles.headEnd}>
          <OrderState state={state} total={total} />
          <p className={styles.total}>
            <Money amount={kept} locale={settings.locale} />
          </p>
          {kept !== total && (
            <p className={styles.soft}>
              {t('orders.of')} <Money amount={total} locale={settings.locale} />
            </p>
          )}
        </div>
      </header>
      <div ref={status} tabIndex={-1} aria-live="polite" className={styles.live}>
        {done &&
          (typeof done === 'string' ? (
            <Notice kind={done === 'asked.unlike' ? 'warning' : done === 'asked.by-another' ? 'info' : 'success'}>{t(textOf(done))}</Notice>
          ) : (
            <MailNews news={done} mails={undelivered} />
          ))}
      </div>

      {givenBack !== undefined && (
        <Notice
          kind="warning"
          actions={
            <Button small kind="secondary" onClick={() => setStep({ at: 'close_given_back', amount: givenBack })}>
              {t('orders.given-back.close')}
            </Button>
          }
        >
          {t('orders.given-back', { amount: formatMoney(givenBack, settings.locale) })}
        </Notice>
      )}

      {order.places.length > 0 && <AwaitedPlaces order={order} />}

      {tickets.length > 0 && (
        <section className={styles.section} aria-labelledby="tickets-title">
          <h3 id="tickets-title">{t('orders.tickets')}</h3>
          <Tickets order={order} chosen={chosen} onToggle={toggle} onClearName={(ticket) => setStep({ at: 'clear_name', ticket })} />
          <div className={styles.verbs}>
            {chosen.size > 0 && <Button onClick={() => refund([...chosen])}>{t('orders.refund.chosen', { count: chosen.size })}</Button>}
            {valid.length > 0 && chosen.size === 0 && (
              <Button kind="secondary" onClick={() => refund(valid.map(({ ticket }) => ticket.id))}>
                {t('orders.refund.all')}
              </Button>
            )}
            {valid.length > 0 && buyerEmail !== undefined && (
              <Button kind="secondary" onClick={() => setStep({ at: 'resend' })}>
                {t('orders.resend')}
              </Button>
            )}
            {valid.length > 0 && buyerEmail !== undefined && order.delivery?.kind === 'eticket' && (
              <Button kind="quiet" onClick={() => setStep({ at: 'reissue' })}>
                {t('orders.reissue')}
              </Button>
            )}
          </div>
          <Reissues order={order} />
        </section>
      )}

      {undelivered.length > 0 && (
        <section className={styles.section} aria-labelledby="mails-title">
          <h3 id="mails-title">{t('mails.title')}</h3>
          <ul className={styles.lines}>
            {undelivered.map((mail) => (
              <MailLine
                key={mail.id}
                mail={mail}
                onDone={finishMail}
                onCorrect={({ address }) => setStep({ at: 'correct_mailbox', address })}
                onAside={(each) => setStep({ at: 'mail_aside', mail: each })}
              />
            ))}
          </ul>
        </section>
      )}

      {order.products.length > 0 && <OrderProducts order={order} onRefund={() => refund([])} />}

      <Delivery order={order} />

      <section className={styles.section} aria-labelledby="payments-title">
        <h3 id="payments-title">{t('orders.payments')}</h3>
        <ul className={styles.lines}>
          {order.payments.map((payment) => (
            <PaymentLine key={payment.reference} payment={payment} onSettle={(verb) => setStep({ at: 'settle', payment, verb })} />
          ))}
        </ul>
      </section>

      {order.refunds.length > 0 && (
        <section className={styles.section} aria-labelledby="refunds-title">
          <h3 id="refunds-title">{t('orders.refunds')}</h3>
          <ul className={styles.lines}>
            {order.refunds.map((each) => (
              <RefundLine
                key={each.id}
                refund={each}
                onClose={() => setStep({ at: 'close_refund', refundId: each.id, amount: each.amount })}
                onReopen={() => setStep({ at: 'reopen_given_back', refundId: each.id, amount: each.covered ?? 0 })}
              />
            ))}
          </ul>
        </section>
      )}

      {order.bills.length > 0 && (
        <section className={styles.section} aria-labelledby="bills-title">
          <h3 id="bills-title">{t('bills.title')}</h3>
          <ul className={styles.lines}>
            {order.bills.map((bill) => (
              <BillLine key={bill.id} orderId={id} bill={bill} onRetry={() => setStep({ at: 'bill_again', bill })} />
            ))}
          </ul>
        </section>
      )}

      {order.actions.length > 0 && (
        <section className={styles.section} aria-labelledby="log-title">
          <h3 id="log-title">{t('orders.log')}</h3>
          <ActionList actions={order.actions} />
        </section>
      )}

      {step?.at === 'refund' && <RefundDialog order={order} ticketIds={step.ticketIds} onDone={finish} onClose={close} />}
      {step?.at === 'correct_mailbox' && (
        <CorrectMailbox
          orderId={id}
          address={step.address}
          isHeld={undelivered.some((mail) => isOpenToBuyer(mail) && mail.address === step.address && mail.reason === 'held')}
          onDone={finish}
          onClose={close}
        />
      )}
      {step?.at === 'mail_aside' && <PutAside mail={step.mail} onDone={(mail) => finishMail('aside', mail)} onClose={close} />}
      {step?.at === 'bill_again' && <RetryBill orderId={id} bill={step.bill} onDone={finishBill} onClose={close} />}
      {(step?.at === 'resend' ||
        step?.at === 'reissue' ||
        step?.at === 'clear_name' ||
        step?.at === 'settle' ||
        step?.at === 'take_back' ||
        step?.at === 'close_given_back' ||
        step?.at === 'reopen_given_back' ||
        step?.at === 'close_refund') && (
        <ReasonDialog
          order={order}
          step={step}
          refused={refused}
          onCorrect={(address) => setStep({ at: 'correct_mailbox', address })}
          onDone={finish}
          onClose={close}
        />
      )}
    </article>
  );
}

/** A mail of the order that waits for another address or another try. */
const isOpenToBuyer = ({ ending, isToBuyer, kind }: OfficeMail): boolean => ending === undefined && isToBuyer && kind !== 'code';

/** What was done last: with a mail, of which news may come, or anything else. */
type Done = DoneMail | Exclude<Step['at'], 'mail_aside'> | 'asked.same' | 'asked.news' | 'asked.unlike' | 'asked.by-another';

function whatWasDone(
  step: Step,
  { before, changed }: { readonly before: OfficeOrder; readonly changed: OfficeOrder | SettledOrder },
): Done | null {
  if (step.at === 'resend') {
    // A mailbox that has refused may do so again.
    const mail = changed.undelivered.find((each) => each.kind === 'tickets' && isOpenToBuyer(each));
    return mail ? { done: 'again', mail } : 'resend';
  }
  const { reference } = step.at === 'settle' && !step.payment.inDoubt ? step.payment : {};
  if (step.at === 'settle' && 'isByAnother' in changed && changed.isByAnother) return 'asked.by-another';
  if (changed.payments.some((payment) => payment.reference === reference && payment.unlike)) return 'asked.unlike';
  if (reference) return changed.refunds.length > before.refunds.length ? 'asked.news' : 'asked.same';
  return step.at === 'mail_aside' ? null : step.at;
}

const textOf = (done: Exclude<Done, DoneMail>) =>
  done === 'correct_mailbox' ? (`mails.done.${done}` as const) : (`orders.done.${done}` as const);

function without(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const rest = new Set(set);
  rest.delete(value);
  return rest;
}

const doubtVerbs: readonly DoubtVerb[] = ['ask_again', 'book_as_paid', 'give_back'];

function PaymentLine({ payment, onSettle }: { payment: Payment; onSettle: (verb: DoubtVerb) => void }) {
  const { t } = useTranslation(officeTexts);
  const {
    reference,
    kind,
    provider,
    state,
    amount,
    fromBalance,
    startedAt,
    brand,
    lastFour,
    inDoubt,
    isAwaited,
    mayCallOff,
    mayAsk,
    unlike,
  } = payment;
  const verbs = doubtVerbs.filter((verb) => verb !== 'give_back' || !isAwaited || mayCallOff);
  const what = lastFour
    ? `${brand ? brandName(brand) : ''} ··· ${lastFour}`
    : [t(`orders.kind.${kind}`), provider && providerName(provider, t)].filter(Boolean).join(' · ');
  return (
    <li className={styles.line}>
      <span className={styles.lineMain}>
        <strong>{what}</strong>
        <span className={styles.soft}>
          {momentText(startedAt)} · <span className={styles.number}>{reference}</span>
        </span>
        {fromBalance !== undefined && (
          <span className={styles.soft}>
            {t('orders.payment.from-balance')} <Money amount={fromBalance} locale={settings.locale} />
          </span>
        )}
        {isAwaited && !mayCallOff && <span className={styles.soft}>{t('orders.payment.goes-on')}</span>}
        {unlike && <span className={styles.trouble}>{t('orders.payment.unlike', { said: t(`doubt.said.${unlike}`) })}</span>}
      </span>
      <span className={styles.lineEnd}>
        <Tag tone={isAwaited ? 'accent' : inDoubt || unlike ? 'danger' : 'plain'}>
          {t(
            isAwaited ? 'orders.payment.awaited' : isPaymentState(state) && !unlike ? `orders.payment.${state}` : 'orders.payment.unknown',
          )}
        </Tag>
        <Money amount={amount} locale={settings.locale} />
      </span>
      {inDoubt && (
        <div className={styles.lineVerbs}>
          {verbs.map((verb) => (
            <Button key={verb} small kind="secondary" onClick={() => onSettle(verb)}>
              {t(`orders.verb.${isAwaited && verb === 'give_back' ? 'call_off' : verb}`)}
            </Button>
          ))}
        </div>
      )}
      {mayAsk && !inDoubt && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" onClick={() => onSettle('ask_again')}>
            <span>
              {t('orders.ask-paid')}
              <span className="visually-hidden">: {what}</span>
            </span>
          </Button>
        </div>
      )}
    </li>
  );
}

const paymentStates = [
  'started',
  'unknown',
  'pending',
  'processing',
  'approved',
  'offered',
  'secured',
  'declined',
  'cancelled',
  'returning',
  'reversed',
  'refunded',
] as const;
const isPaymentState = (state: string): state is (typeof paymentStates)[number] => paymentStates.some((each) => each === state);
