import type { Bill, PaymentResult } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useFrame, useMoney } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import { PerformanceTickets } from '../purchase/buy/summary/PerformanceTickets.tsx';
import counterStyles from './Counter.module.css';
import { CounterBills } from './CounterBills.tsx';
import { NewSale } from './CounterOver.tsx';
import { Printed, usePrinting } from './Printing.tsx';
import { printedTickets } from './print-tickets.ts';
import styles from './Sold.module.css';
import type { Tender } from './sale/sell.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** After the key that sold has been released, so that it does not print as well. */
const FOCUS_AFTER_MS = 600;

interface SoldScreenProps {
  readonly payment: PaymentResult;
  /** Undefined where they could not be read. */
  readonly bills: readonly Bill[] | undefined;
}

/** After the sale: the change, printing tickets and bill, and on to the next customer. */
export function SoldScreen({ payment: { orderId, orderNumber, amount = 0, purchase }, bills }: SoldScreenProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const { state } = useLocation() as { state: { tender?: Tender } | null };
  const { onTerminal, received } = state?.tender ?? { onTerminal: 0, received: null };
  const due = amount - onTerminal;
  const saleId = orderId ?? purchase.id;
  const printing = usePrinting(() => printedTickets(saleId));
  const print = useRef<HTMLButtonElement>(null);
  useFirstFocus(print, { afterMs: FOCUS_AFTER_MS });
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Printed: the next key is the next customer's.
    if (printing.state === 'ready') next.current?.focus({ preventScroll: true });
  }, [printing.state]);

  return (
    <main id="main" className={styles.sold} data-outcome="approved">
      <title>{`${t('sold.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('sold.title')}</h1>
        <p className={counterStyles.where}>
          {t('sold.order')} <strong className={styles.number}>{orderNumber ?? orderId}</strong>
        </p>
      </header>
      <dl className={styles.money}>
        <div>
          <dt>{t('cash.total')}</dt>
          <dd>{amount === 0 ? t('cash.none.title') : money(amount)}</dd>
        </div>
        {onTerminal > 0 && (
          <div>
            <dt>{t('terminal.amount')}</dt>
            <dd>{money(onTerminal)}</dd>
          </div>
        )}
        {onTerminal > 0 && due > 0 && (
          <div>
            <dt>{t('terminal.rest')}</dt>
            <dd>{money(due)}</dd>
          </div>
        )}
        {received !== null && (
          <>
            <div>
              <dt>{t('cash.received')}</dt>
              <dd>{money(received)}</dd>
            </div>
            <div className={styles.change}>
              <dt>{t('cash.change')}</dt>
              <dd>{money(received - due)}</dd>
            </div>
          </>
        )}
      </dl>
      <div className={styles.ways}>
        {printing.state === 'ready' ? (
          // A copy is made where its reason is asked for.
          <LinkButton as={Link} className={styles.way ?? ''} to={pathTo('counterSales', {}, { order: saleId })} aria-keyshortcuts="F9">
            {t('print.again')}
          </LinkButton>
        ) : (
          <Button
            ref={print}
            className={styles.way}
            busy={printing.state === 'fetching'}
            onClick={() => void printing.print()}
            aria-keyshortcuts="F9"
          >
            {t(printing.state === 'fetching' ? 'print.busy' : 'print')}
          </Button>
        )}
        <NewSale ref={next} kind="secondary" className={styles.way ?? ''} />
      </div>
      <Printed of="print" printing={printing} />
      <CounterBills orderId={saleId} opened={bills} heading="h2" />
      <section className={styles.tickets} aria-labelledby="tickets-title">
        <h2 id="tickets-title">{t('sold.tickets', { count: purchase.quantity.total })}</h2>
        {purchase.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} />
        ))}
      </section>
    </main>
  );
}
