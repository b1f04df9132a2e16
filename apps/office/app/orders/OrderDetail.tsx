import { formatMoney } from '@butaca/brand/money';
import type { OfficeBill } from '@butaca/contract/bill';
import type { OfficeOrder, Refund, StaffAction } from '@butaca/contract/office-orders';
import { brandName } from '@butaca/contract/rules/card-brands';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addresses, orderQuery } from '../address.ts';
import { BillLine } from '../bills/BillLine.tsx';
import { RetryBill } from '../bills/RetryBill.tsx';
import officeTexts from '../i18n/es/office.json';
import { CorrectMailbox } from '../mails/CorrectMailbox.tsx';
import { type MailDone, MailLine } from '../mails/MailLine.tsx';
import { settings } from '../settings.ts';
import type { DoubtVerb } from './calls.ts';
import { Delivery } from './Delivery.tsx';
import { momentText } from './moment.ts';
import { OrderState } from './OrderState.tsx';
import styles from './Orders.module.css';
import { nameOf, ReasonDialog } from './ReasonDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';

type Payment = OfficeOrder['payments'][number];
type OfficeTicket = OfficeOrder['tickets'][number]['ticket'];

type Step =
  | { readonly at: 'refund'; readonly ticketIds: readonly string[] }
  | { readonly at: 'resend' }
  | { readonly at: 'take_back'; readonly account: string }
  | { readonly at: 'correct_mailbox'; readonly address: string }
  | { readonly at: 'bill_again'; readonly bill: OfficeBill }
  | { readonly at: 'clear_name'; readonly ticket: OfficeTicket }
  | { readonly at: 'settle'; readonly payment: Payment; readonly verb: DoubtVerb };

/** An order with its tickets, its money and its log; each thing that can be done is seen in numbers before it is done. */
export function OrderDetail({ order }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<Step | null>(null);
  const [done, setDone] = useState<Step['at'] | MailDone | 'resend.again' | null>(null);
  const { id, number, state, showNames, buyerName, buyerEmail, accountEmail, total, kept, tickets, undelivered } = order;
  const refused = undelivered.find(isOpenToBuyer);
  const valid = tickets.filter(({ ticket }) => ticket.state === 'valid');

  const finish = (changed: OfficeOrder) => {
    queries.setQueryData(['order', id], changed);
    for (const queryKey of [['money'], ['mails']]) void queries.invalidateQueries({ queryKey });
    setChosen(new Set());
    // A mailbox that has refused may do so again.
    setDone(step?.at === 'resend' && refused ? 'resend.again' : (step?.at ?? null));
    setStep(null);
  };
  const finishBill = () => {
    for (const queryKey of [['order', id], ['bills']]) void queries.invalidateQueries({ queryKey });
    setDone('bill_again');
    setStep(null);
  };
  const finishMail = (what: MailDone) => {
    for (const queryKey of [['order', id], ['mails']]) void queries.invalidateQueries({ queryKey });
    setDone(what);
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
      <div aria-live="polite" className={styles.live}>
        {done && <Notice kind="success">{t(isOfMail(done) ? `mails.done.${done}` : `orders.done.${done}`)}</Notice>}
      </div>

      {order.givenBack !== undefined && (
        <Notice kind="warning">{t('orders.given-back', { amount: formatMoney(order.givenBack, settings.locale) })}</Notice>
      )}

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
          </div>
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
                onCorrect={() => setStep({ at: 'correct_mailbox', address: mail.address })}
              />
            ))}
          </ul>
        </section>
      )}

      {order.products.length > 0 && (
        <section className={styles.section} aria-labelledby="products-title">
          <h3 id="products-title">{t('orders.products')}</h3>
          <ul className={styles.lines}>
            {order.products.map(({ variantId, performanceId, quantity, name, variantName, total: amount, handedOverAt, handedOverBy }) => (
              <li key={`${performanceId} ${variantId}`} className={styles.line}>
                <strong className={styles.lineMain}>
                  {quantity} × {[name, variantName].filter(Boolean).join(', ')}
                </strong>
                {handedOverAt !== undefined && (
                  <span className={styles.soft}>
                    {t('orders.products.handed-over', { when: momentText(handedOverAt), who: handedOverBy ?? t('orders.erased') })}
                  </span>
                )}
                <span className={styles.lineEnd}>
                  <Money amount={amount} locale={settings.locale} />
                </span>
              </li>
            ))}
          </ul>
          {tickets.length === 0 && order.refunds.length === 0 && (
            <div className={styles.verbs}>
              <Button kind="secondary" onClick={() => refund([])}>
                {t('orders.products.refund')}
              </Button>
            </div>
          )}
        </section>
      )}

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
              <RefundLine key={each.id} refund={each} />
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
      {step?.at === 'correct_mailbox' && <CorrectMailbox orderId={id} address={step.address} onDone={finish} onClose={close} />}
      {step?.at === 'bill_again' && <RetryBill orderId={id} bill={step.bill} onDone={finishBill} onClose={close} />}
      {(step?.at === 'resend' || step?.at === 'clear_name' || step?.at === 'settle' || step?.at === 'take_back') && (
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

const isOfMail = (done: string): done is MailDone | 'correct_mailbox' => done === 'again' || done === 'aside' || done === 'correct_mailbox';

function without(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const rest = new Set(set);
  rest.delete(value);
  return rest;
}

interface TicketsProps {
  readonly order: OfficeOrder;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (ticketId: string) => void;
  readonly onClearName: (ticket: OfficeTicket) => void;
}

/** Valid tickets can be ticked; what was used or is void says so. */
function Tickets({ order: { tickets, performances }, chosen, onToggle, onClearName }: TicketsProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <ul className={styles.lines}>
      {tickets.map(({ ticket, isUsed }) => {
        const place = [
          ticket.sectorName,
          ticket.row && t('orders.row', { row: ticket.row }),
          ticket.seat && t('orders.seat', { seat: ticket.seat }),
        ];
        const performance = performances.find(({ id }) => id === ticket.performanceId);
        return (
          <li key={ticket.id} className={styles.line}>
            <label className={styles.ticket}>
              <input
                type="checkbox"
                checked={chosen.has(ticket.id)}
                disabled={ticket.state === 'void'}
                onChange={() => onToggle(ticket.id)}
              />
              <span>
                <strong>{place.filter(Boolean).join(' · ')}</strong>
                <span className={styles.soft}>
                  {[ticket.priceTypeName, performance && momentText(performance.startsAt), ticket.number].filter(Boolean).join(' · ')}
                </span>
                {ticket.nomination && <span className={styles.soft}>{t('orders.enters', { name: nameOf(ticket) })}</span>}
              </span>
            </label>
            <span className={styles.lineEnd}>
              {ticket.nomination && ticket.state === 'valid' && !isUsed && (
                <Button
                  small
                  kind="quiet"
                  aria-label={t('orders.clear-name.long', { name: nameOf(ticket) })}
                  onClick={() => onClearName(ticket)}
                >
                  {t('orders.clear-name')}
                </Button>
              )}
              {ticket.state === 'void' && <Tag tone="danger">{t('orders.void')}</Tag>}
              {isUsed && <Tag>{t('orders.used')}</Tag>}
              <Money amount={ticket.final} locale={settings.locale} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const doubtVerbs: readonly DoubtVerb[] = ['ask_again', 'book_as_paid', 'give_back'];

function PaymentLine({ payment, onSettle }: { payment: Payment; onSettle: (verb: DoubtVerb) => void }) {
  const { t } = useTranslation(officeTexts);
  const { reference, kind, state, amount, fromBalance, startedAt, brand, lastFour, inDoubt } = payment;
  const what = lastFour ? `${brand ? brandName(brand) : ''} ··· ${lastFour}` : t(`orders.kind.${kind}`);
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
      </span>
      <span className={styles.lineEnd}>
        <Tag tone={inDoubt ? 'danger' : 'plain'}>{t(isPaymentState(state) ? `orders.payment.${state}` : 'orders.payment.unknown')}</Tag>
        <Money amount={amount} locale={settings.locale} />
      </span>
      {inDoubt && (
        <div className={styles.verbs}>
          {doubtVerbs.map((verb) => (
            <Button key={verb} small kind="secondary" onClick={() => onSettle(verb)}>
              {t(`orders.verb.${verb}`)}
            </Button>
          ))}
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

/** Money that goes back, or went; one that is not done says what the provider answers. */
export function RefundLine({
  refund: { way, amount, covered = 0, ticketCount, isDone, startedAt, reason, tries, trouble },
}: {
  refund: Refund;
}) {
  const { t } = useTranslation(officeTexts);
  return (
    <li className={styles.line}>
      <span className={styles.lineMain}>
        <strong>{t(`orders.way.${way}`)}</strong>
        <span className={styles.soft}>
          {[
            momentText(startedAt),
            ticketCount > 0 && t('orders.ticket-count', { count: ticketCount }),
            covered > 0 && t('orders.refund.covered', { amount: formatMoney(covered, settings.locale) }),
            reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {trouble && <span className={styles.trouble}>{t('orders.trouble', { count: tries, trouble })}</span>}
      </span>
      <span className={styles.lineEnd}>
        <Tag tone={isDone ? 'plain' : 'danger'}>{t(isDone ? 'orders.refund.done' : 'orders.refund.open')}</Tag>
        {/* What was counted moved no money now. */}
        {(amount > 0 || covered === 0) && <Money amount={amount} locale={settings.locale} />}
      </span>
    </li>
  );
}

/** The way to an order from elsewhere. */
export function OrderLink({ orderId, orderNumber }: { orderId: string; orderNumber: string | undefined }) {
  const { t } = useTranslation(officeTexts);
  return (
    <a className={styles.number} href={`${addresses.orders}${orderQuery(orderId)}`}>
      {t('money.open', { order: orderNumber ?? orderId })}
    </a>
  );
}

/** The staff's log; the newest first; with links to its orders where it is about several. */
export function ActionList({ actions, linked = false }: { actions: readonly StaffAction[]; linked?: boolean }) {
  const { t } = useTranslation(officeTexts);
  return (
    <ol className={styles.lines}>
      {actions.map(({ at, staffName, verb, reason, amount, ticketCount, mailboxBefore, mailbox, orderId, orderNumber }) => (
        <li key={`${at} ${orderId} ${verb}`} className={styles.line}>
          <span className={styles.lineMain}>
            <strong>{t(`orders.verb.${verb}`)}</strong>
            <span className={styles.soft}>
              {[
                momentText(at),
                staffName ?? t('orders.erased'),
                ticketCount !== undefined && t('orders.ticket-count', { count: ticketCount }),
                mailbox !== undefined && `${mailboxBefore ?? ''} → ${mailbox}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span>{reason}</span>
            {linked && <OrderLink orderId={orderId} orderNumber={orderNumber} />}
          </span>
          {amount !== undefined && (
            <span className={styles.lineEnd}>
              <Money amount={amount} locale={settings.locale} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
