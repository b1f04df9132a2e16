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
import { useRef, useState } from 'react';
import { addresses, orderQuery } from '../address.ts';
import { BillLine } from '../bills/BillLine.tsx';
import { RetryBill } from '../bills/RetryBill.tsx';
import officeTexts from '../i18n/es/office.json';
import { CorrectMailbox } from '../mails/CorrectMailbox.tsx';
import { MailLine } from '../mails/MailLine.tsx';
import { type DoneMail, type MailDone, MailNews } from '../mails/MailNews.tsx';
import { PutAside } from '../mails/PutAside.tsx';
import { performancesQuery } from '../performances/calls.ts';
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
  | { readonly at: 'mail_aside'; readonly mail: OfficeMail }
  | { readonly at: 'close_given_back'; readonly amount: number }
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
  const { id, number, state, showNames, buyerName, buyerEmail, accountEmail, total, kept, tickets, undelivered, givenBack } = order;
  const refused = undelivered.find(isOpenToBuyer);
  const valid = tickets.filter(({ ticket }) => ticket.state === 'valid');

  const finish = (changed: OfficeOrder) => {
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
            <Notice kind={done === 'asked.unlike' ? 'warning' : 'success'}>{t(textOf(done))}</Notice>
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
                onCorrect={({ address }) => setStep({ at: 'correct_mailbox', address })}
                onAside={(each) => setStep({ at: 'mail_aside', mail: each })}
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
      {step?.at === 'mail_aside' && <PutAside mail={step.mail} onDone={(mail) => finishMail('aside', mail)} onClose={close} />}
      {step?.at === 'bill_again' && <RetryBill orderId={id} bill={step.bill} onDone={finishBill} onClose={close} />}
      {(step?.at === 'resend' ||
        step?.at === 'clear_name' ||
        step?.at === 'settle' ||
        step?.at === 'take_back' ||
        step?.at === 'close_given_back') && (
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
type Done = DoneMail | Exclude<Step['at'], 'mail_aside'> | 'asked.same' | 'asked.news' | 'asked.unlike';

function whatWasDone(step: Step, { before, changed }: { readonly before: OfficeOrder; readonly changed: OfficeOrder }): Done | null {
  if (step.at === 'resend') {
    // A mailbox that has refused may do so again.
    const mail = changed.undelivered.find((each) => each.kind === 'tickets' && isOpenToBuyer(each));
    return mail ? { done: 'again', mail } : 'resend';
  }
  const { reference } = step.at === 'settle' && !step.payment.inDoubt ? step.payment : {};
  if (changed.payments.some((payment) => payment.reference === reference && payment.unlike)) return 'asked.unlike';
  if (reference) return changed.refunds.length > before.refunds.length ? 'asked.news' : 'asked.same';
  return step.at === 'mail_aside' ? null : step.at;
}

const textOf = (done: Exclude<Done, DoneMail>) =>
  done === 'correct_mailbox' ? (`mails.done.${done}` as const) : (`orders.done.${done}` as const);

/** What is being paid: places, and until when they are held for it. */
function AwaitedPlaces({ order: { places, performances, heldUntil } }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  return (
    <section className={styles.section} aria-labelledby="places-title">
      <h3 id="places-title">{t('orders.places')}</h3>
      <p className={styles.soft}>
        {heldUntil === undefined ? t('orders.places.lost') : t('orders.places.until', { when: momentText(heldUntil) })}
      </p>
      <ul className={styles.lines}>
        {places.map((place, index) => {
          const performance = performances.find(({ id }) => id === place.performanceId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without a number are alike, and their order never changes
            <li key={index} className={styles.line}>
              <span className={styles.lineMain}>
                <PlaceName place={place} />
                <span className={styles.soft}>
                  {[place.priceTypeName, performance && momentText(performance.startsAt)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={styles.lineEnd}>
                <Money amount={place.final} locale={settings.locale} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PlaceName({ place: { sectorName, row, seat } }: { place: Pick<OfficeTicket, 'sectorName' | 'row' | 'seat'> }) {
  const { t } = useTranslation(officeTexts);
  return <strong>{[sectorName, row && t('orders.row', { row }), seat && t('orders.seat', { seat })].filter(Boolean).join(' · ')}</strong>;
}

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
                <PlaceName place={ticket} />
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
  const { reference, kind, state, amount, fromBalance, startedAt, brand, lastFour, inDoubt, isAwaited, mayAsk, unlike } = payment;
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
          {doubtVerbs.map((verb) => (
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

/** Money that goes back, or went; one that is not done says what the provider answers. */
export function RefundLine({
  refund: { way, amount, covered = 0, isForNoTicket, ticketCount, isDone, startedAt, reason, tries, trouble },
}: {
  refund: Refund;
}) {
  const { t } = useTranslation(officeTexts);
  return (
    <li className={styles.line}>
      <span className={styles.lineMain}>
        <strong>{t(isForNoTicket ? 'orders.way.closed' : `orders.way.${way}`)}</strong>
        <span className={styles.soft}>
          {[
            momentText(startedAt),
            ticketCount > 0 && t('orders.ticket-count', { count: ticketCount }),
            covered > 0 &&
              t(isForNoTicket ? 'orders.refund.for-no-ticket' : 'orders.refund.covered', { amount: formatMoney(covered, settings.locale) }),
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
            {linked && orderId !== undefined && <OrderLink orderId={orderId} orderNumber={orderNumber} />}
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
