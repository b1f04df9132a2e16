import { dateStyles } from '@butaca/brand/dates';
import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { CounterSale, CounterSaleSummary, ReplacedTicket, SoldPerformance } from '@butaca/contract';
import { handOverProducts } from '@butaca/contract/box-office';
import { brandName } from '@butaca/contract/rules/card-brands';
import { readOrderNumber } from '@butaca/contract/rules/order-number';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { StateTag } from '../../account/orders/StateTag.tsx';
import { isKeyReused } from '../../calls/key-reused.ts';
import { loadClient } from '../../calls/load-client.ts';
import { clockIn } from '../../catalogue/calendar.ts';
import { dayOfWeekAndMonth, timeOf as hourOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { pathTo } from '../../paths.ts';
import counterStyles from '../Counter.module.css';
import { CounterBills } from '../CounterBills.tsx';
import { printedTickets } from '../print-tickets.ts';
import { isCoupon } from '../sale/slip.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { ChangePlaces, type Ticket } from './ChangePlaces.tsx';
import styles from './Day.module.css';
import { obstacles, type Undone, useVoid } from './use-void.ts';

type Text = TextKey<typeof boxOfficeTexts>;

interface SalesScreenProps {
  readonly search: string;
  readonly sales: readonly CounterSaleSummary[] | null;
  readonly sale: CounterSale | null;
}

/** Today's sales of this clerk, any sale that is looked for, and what can be done with the one that is open. */
export function SalesScreen({ search, sales, sale }: SalesScreenProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const navigate = useNavigate();
  const timeOf = useTimeOf();
  const nameOf = usePerformanceName();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useFirstFocus(field);
  const shown = `${search} ${sale?.id ?? ''}`;
  const shownBefore = useRef(shown);
  useEffect(() => {
    // To what was looked for or opened; what the page began with leaves the focus in the search.
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    const timer = setTimeout(() => {
      const shownFirst = title.current ?? list.current?.querySelector('a') ?? field.current;
      shownFirst?.focus({ preventScroll: true });
      // Below the list on a narrow screen.
      if (shownFirst && !isInView(shownFirst)) shownFirst.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [shown]);

  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(
      pathTo('counterSales', {}, { search: typedText(String(new FormData(event.currentTarget).get('search') ?? '')) || undefined }),
    );
  };

  return (
    <main id="main" className={counterStyles.counter}>
      <title>{`${t('sales.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('sales.title')}</h1>
      <search>
        <form onSubmit={find}>
          <Field
            ref={field}
            key={search}
            name="search"
            label={t('sales.search')}
            hint={t('sales.search.hint')}
            type="search"
            autoComplete="off"
            maxLength={100}
            defaultValue={search}
          />
        </form>
      </search>
      {sales === null && <Notice kind="warning">{t(readOrderNumber(search) === 'mistyped' ? 'sales.mistyped' : 'sales.failed')}</Notice>}
      <div className={styles.halves}>
        <section aria-labelledby="found">
          <h2 id="found">{t(search === '' ? 'sales.today' : 'sales.found')}</h2>
          {sales?.length === 0 && <p className={styles.soft}>{t(search === '' ? 'sales.none.today' : 'sales.none')}</p>}
          <ul ref={list} className={styles.list}>
            {sales?.map((each) => (
              <li key={each.id}>
                <Link
                  className={styles.line}
                  preventScrollReset
                  to={pathTo('counterSales', {}, { search: search || undefined, order: each.id })}
                  {...(each.id === sale?.id && { 'aria-current': 'true' })}
                >
                  <strong>{each.number ?? each.id}</strong>
                  <span className={styles.total}>{money(each.total)}</span>
                  <span className={styles.what}>
                    {each.sold.length === 0 && each.showNames.join(' · ')}
                    {each.sold.map((performance) => (
                      <span key={performance.id}>{nameOf(performance)}</span>
                    ))}
                  </span>
                  <span>{each.buyerName ?? t('sales.no-name')}</span>
                  {each.paidAt !== undefined && (
                    <span className={styles.soldAt}>
                      {t('sales.sold-at', { when: timeOf(each.paidAt) })}{' '}
                      {each.state !== 'paid' && <StateTag state={each.state} free={each.total === 0} />}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        {sale && <OpenSale key={sale.id} sale={sale} title={title} replaced={sales?.find(({ id }) => id === sale.id)?.replaced} />}
      </div>
    </main>
  );
}

const isInView = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** With what is below it, such as its error and the buttons. */
function goTo(field: HTMLInputElement | null) {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

const useTimeOf = () => {
  const { timeZone } = useFrame().brand.locale;
  return (epochMs: number) => dateStyles.DMY_HM(clockIn(timeZone, epochMs));
};

/** `Hamlet · vie 4 dic · 20:30`. */
const usePerformanceName = () => {
  const words = useCalendarWords();
  return ({ showName, date }: SoldPerformance) => `${showName} · ${dayOfWeekAndMonth(date, words)} · ${hourOf(date)}`;
};

/** What can be done with a sale, and its tickets that may still change. */
export function waysOf({ tickets, obstacle }: CounterSale) {
  const valid = tickets.filter(({ ticket, isUsed }) => ticket.state === 'valid' && !isUsed);
  return {
    valid,
    canVoid: obstacle === undefined && valid.length > 0,
    canPrint: tickets.some(({ ticket }) => ticket.state === 'valid'),
  };
}

interface OpenSaleProps {
  readonly sale: CounterSale;
  readonly title: Ref<HTMLHeadingElement>;
  /** The ticket that was looked for, if another one stands for it. */
  readonly replaced: ReplacedTicket | undefined;
}

function OpenSale({ sale, title, replaced }: OpenSaleProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const timeOf = useTimeOf();
  const nameOf = usePerformanceName();
  const { revalidate } = useRevalidator();
  const { valid, canVoid, canPrint } = waysOf(sale);
  const isCopy = sale.isCopy ?? sale.prints > 0;
  // By what is not chosen, so that tickets that stand for others are.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosenTickets = valid.flatMap(({ ticket }) => (left.has(ticket.id) ? [] : [ticket]));
  const chosen = new Set(chosenTickets.map(({ id }) => id));
  /** Those whose places are being changed, as they were when that began. */
  const [changing, setChanging] = useState<readonly Ticket[] | null>(null);
  const [said, setSaid] = useState<{ kind: 'info' | 'warning'; text: string } | null>(null);
  const [missing, setMissing] = useState<'reason' | 'coupon' | 'verb' | null>(null);
  /** What asked for the reason, and is done with Enter in its field. */
  const asked = useRef<'print' | 'void' | null>(null);
  const [busy, setBusy] = useState<'print' | 'void' | null>(null);
  const reason = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const coupon = useRef<HTMLInputElement>(null);
  const voidTickets = useVoid(sale.id);
  const ticketGroups = [...Map.groupBy(sale.tickets, ({ ticket }) => ticket.performanceId)].map(([performanceId, tickets], _, all) => {
    const performance = all.length > 1 ? sale.sold.find(({ id }) => id === performanceId) : undefined;
    return { performanceId, tickets, name: performance && nameOf(performance) };
  });
  const isAll = chosen.size === valid.length && valid.length === sale.tickets.length;
  const amount = isAll ? sale.kept : valid.reduce((sum, { ticket }) => (chosen.has(ticket.id) ? sum + ticket.final : sum), 0);
  // The card gets its part back first.
  const onCard = Math.min(amount, sale.terminal?.kept ?? 0);

  /** The reason that was typed; without one that is needed the field has the focus. */
  function typedReason(isNeeded: boolean): string | undefined | null {
    const text = typedText(reason.current?.value ?? '');
    setMissing(isNeeded && text === '' ? 'reason' : null);
    if (text !== '') return text;
    if (!isNeeded) return undefined;
    goTo(reason.current);
    return null;
  }

  const again = (event: FormEvent) => {
    event.preventDefault();
    const verb = asked.current ?? (canVoid ? null : 'print');
    if (verb === null) return setMissing('verb');
    void (verb === 'print' ? print() : undo());
  };

  async function print() {
    asked.current = 'print';
    const why = typedReason(isCopy);
    if (why === null || busy) return;
    setBusy('print');
    setSaid(null);
    const file = await printedTickets(sale.id, why);
    setBusy(null);
    if (file === 'said by the frame') return;
    asked.current = null;
    if (!(file instanceof File)) return setSaid({ kind: 'warning', text: t('print.failed.title') });
    keep(file);
    await revalidate();
    setSaid({ kind: 'info', text: t('sales.printed') });
  }

  async function placesChanged() {
    setChanging(null);
    await revalidate();
    setSaid({ kind: 'info', text: t(sale.obstacle === 'online' ? 'change.done.online' : 'change.done') });
  }

  async function undo() {
    asked.current = 'void';
    const why = typedReason(true);
    if (why === null || why === undefined || busy) return;
    const paper = onCard > 0 ? typedIdentifier(coupon.current?.value ?? '') : undefined;
    if (paper !== undefined && !isCoupon(paper)) {
      setMissing('coupon');
      return goTo(coupon.current);
    }
    setBusy('void');
    setSaid(null);
    const { undone, problem, isAnswered } = await voidTickets({ ticketIds: [...chosen], amount, onCard }, { reason: why, coupon: paper });
    setBusy(null);
    if (undone) {
      setSaid({ kind: 'info', text: doneText(undone) });
      asked.current = null;
      // What is left is voided for a reason of its own.
      for (const field of [reason.current, coupon.current]) if (field) field.value = '';
      setLeft(new Set());
    } else if (problem) setSaid({ kind: 'warning', text: t(problem) });
    if (isAnswered) await revalidate();
    // The button that had the focus may be gone with what it voided.
    if (undone) status.current?.focus();
  }

  const doneText = ({ count, onCard, inCash }: Undone) =>
    [
      t('void.done', { count }),
      inCash > 0 && t('void.done.cash', { amount: money(inCash) }),
      onCard > 0 && t('void.done.card', { amount: money(onCard) }),
    ]
      .filter(Boolean)
      .join(' ');

  return (
    <section className={styles.sale} aria-labelledby="sale">
      <h2 id="sale" ref={title} tabIndex={-1}>
        {t('sales.sale', { number: sale.number ?? sale.id })}
      </h2>
      {replaced && (
        <Notice kind="warning" title={t('sales.replaced', { number: replaced.number })}>
          {replaced.replacedBy === undefined ? t('sales.replaced.unknown') : t('sales.replaced.by', { number: replaced.replacedBy })}
        </Notice>
      )}
      {sale.sold.map((performance) => (
        <p key={performance.id} className={styles.performance}>
          <strong>{nameOf(performance)}</strong> {performance.venueName}
        </p>
      ))}
      <p>
        <StateTag state={sale.state} free={sale.total === 0} /> {sale.buyerName ?? t('sales.no-name')}
      </p>
      <p className={styles.soft}>
        {[
          sale.paidAt && t('sales.sold-at', { when: timeOf(sale.paidAt) }),
          sale.sellerName,
          ...(sale.sold.length === 0 ? sale.showNames : []),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {sale.terminal && (
        <p className={styles.soft}>
          {t('sales.terminal', {
            amount: money(sale.terminal.amount),
            card: [brandName(sale.terminal.brand), sale.terminal.lastFour].filter(Boolean).join(' ···· '),
            coupon: sale.terminal.coupon,
          })}
        </p>
      )}
      {ticketGroups.map(({ performanceId, name, tickets }) => (
        <fieldset key={performanceId} className={styles.tickets}>
          <legend>{name === undefined ? t('sales.tickets') : t('sales.tickets.of', { performance: name })}</legend>
          {tickets.map(({ ticket, isUsed }) => {
            const place = [ticket.sectorName, ticket.row, ticket.seat].filter(Boolean).join(' · ');
            const label = `${place} · ${money(ticket.final)}`;
            return ticket.state === 'void' || isUsed ? (
              <p key={ticket.id} className={styles.soft}>
                {label} · {t(isUsed ? 'sales.used' : 'sales.void')}
              </p>
            ) : (
              <Checkbox
                key={ticket.id}
                label={label}
                checked={chosen.has(ticket.id)}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.difference(new Set([ticket.id])) : left.union(new Set([ticket.id])))
                }
              />
            );
          })}
        </fieldset>
      ))}
      {sale.products.length > 0 && <Products sale={sale} />}
      <p>{t('sales.prints', { count: sale.prints })}</p>
      {canPrint && (
        <form className={styles.acts} onSubmit={again} noValidate>
          <Field
            ref={reason}
            name="reason"
            label={t('sales.reason')}
            hint={t('sales.reason.hint')}
            error={missing === 'reason' ? t('sales.reason.missing') : missing === 'verb' && t('sales.reason.which')}
            onChange={() => setMissing(null)}
            maxLength={300}
            autoComplete="off"
          />
          {canVoid && onCard > 0 && (
            <Field
              ref={coupon}
              name="coupon"
              label={t('void.coupon')}
              hint={t('void.coupon.hint')}
              error={missing === 'coupon' && t('void.coupon.missing')}
              onChange={() => setMissing(null)}
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
            />
          )}
          {canVoid && onCard > 0 && onCard < amount && (
            <p className={styles.soft}>{t('void.split', { card: money(onCard), cash: money(amount - onCard) })}</p>
          )}
          <div className={styles.verbs}>
            <Button busy={busy === 'print'} onClick={() => void print()} aria-keyshortcuts="F9">
              {t(isCopy ? 'print.again' : 'print')}
            </Button>
            {valid.length > 0 && (
              <Button kind="secondary" disabled={chosen.size === 0} onClick={() => setChanging(chosenTickets)} aria-keyshortcuts="F6">
                {t('change')}
              </Button>
            )}
            {canVoid && (
              <Button kind="danger" busy={busy === 'void'} disabled={chosen.size === 0} onClick={() => void undo()} aria-keyshortcuts="F10">
                {t('void', { amount: money(amount) })}
              </Button>
            )}
          </div>
          {/* With Enter in a field, whatever the buttons are for; a form of two fields needs one. */}
          <button type="submit" hidden />
        </form>
      )}
      {sale.obstacle !== undefined && canPrint && <p className={styles.soft}>{t(obstacles[sale.obstacle])}</p>}
      <div ref={status} tabIndex={-1} role="status">
        {said && <Notice kind={said.kind}>{said.text}</Notice>}
      </div>
      {sale.bills && <CounterBills orderId={sale.id} opened={sale.bills} heading="h3" />}
      {changing && <ChangePlaces sale={sale} tickets={changing} onClose={() => setChanging(null)} onChanged={() => void placesChanged()} />}
    </section>
  );
}

/** What is fetched with the order: handed over once, which is written down. */
function Products({ sale }: { sale: CounterSale }) {
  const { t } = useTranslation(boxOfficeTexts);
  const timeOf = useTimeOf();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<number | null>(null);
  const [problem, setProblem] = useState<Text | null>(null);
  const click = useClickKey();

  async function handOver({ performanceId, variantId }: CounterSale['products'][number]) {
    if (busy !== null) return;
    setBusy(variantId);
    setProblem(null);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(handOverProducts, { params: { orderId: sale.id }, body: { performanceId, variantId } });
    setBusy(null);
    if (outcome.status !== 'ok' && !isKeyReused(outcome))
      setProblem(outcome.status === 'refusal' && outcome.failure === 'handed_over' ? 'products.refused' : 'products.failed');
    await revalidate();
  }

  return (
    <section aria-labelledby="products">
      <h3 id="products">{t('products.title')}</h3>
      <ul className={styles.list}>
        {sale.products.map((product) => {
          const { performanceId, variantId, quantity, name, variantName, handedOverAt, handedOverBy, isReturned } = product;
          const what = `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`;
          return (
            <li key={`${performanceId} ${variantId}`} className={styles.product}>
              <span>
                <strong>{what}</strong>
                {isReturned && <span className={styles.soft}> · {t('products.returned')}</span>}
                {handedOverAt !== undefined && (
                  <span className={styles.soft}>
                    {' · '}
                    {t('products.handed-over', { when: timeOf(handedOverAt), who: handedOverBy ?? t('products.erased') })}
                  </span>
                )}
              </span>
              {handedOverAt === undefined && !isReturned && (
                <Button
                  small
                  kind="secondary"
                  busy={busy === variantId}
                  aria-label={t('products.hand-over.long', { what })}
                  onClick={() => void handOver(product)}
                >
                  {t('products.hand-over')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div role="status">{problem && <Notice kind="warning">{t(problem)}</Notice>}</div>
    </section>
  );
}

/** Opens the print dialog of the browser's reader, or keeps the file where there is none. */
function keep(file: File) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  if (navigator.pdfViewerEnabled) link.target = '_blank';
  else link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
