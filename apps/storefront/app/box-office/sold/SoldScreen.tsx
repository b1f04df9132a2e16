import type { PaymentResult } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { PerformanceTickets } from '../../purchase/buy/summary/PerformanceTickets.tsx';
import counterStyles from '../Counter.module.css';
import { NewSale } from '../NewSale.tsx';
import { boxOfficeTexts } from '../texts.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Sold.module.css';
import { usePrinting } from './use-printing.ts';

/** Later than the key that sold is let go: it may not begin the next sale as well. */
const FOCUS_AFTER_MS = 600;

/** Sold: what goes back to the customer, the tickets on paper, and on to the next in line. */
export function SoldScreen({ payment: { orderId, amount = 0, purchase } }: { payment: PaymentResult }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const { state } = useLocation() as { state: { received?: number | null } | null };
  const received = state?.received ?? null;
  const printing = usePrinting(orderId ?? purchase.id);
  const next = useRef<HTMLAnchorElement>(null);
  useFirstFocus(next, { afterMs: FOCUS_AFTER_MS });

  return (
    <main id="main" className={styles.sold} data-outcome="approved">
      <title>{`${t('sold.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('sold.title')}</h1>
        <p className={counterStyles.where}>
          {t('sold.order')} <span className={styles.number}>{orderId}</span>
        </p>
      </header>
      <dl className={styles.money}>
        <div>
          <dt>{t('cash.total')}</dt>
          <dd>{amount === 0 ? t('cash.none.title') : money(amount)}</dd>
        </div>
        {received !== null && (
          <>
            <div>
              <dt>{t('cash.received')}</dt>
              <dd>{money(received)}</dd>
            </div>
            <div className={styles.change}>
              <dt>{t('cash.change')}</dt>
              <dd>{money(received - amount)}</dd>
            </div>
          </>
        )}
      </dl>
      <div className={styles.ways}>
        <Button className={styles.way} busy={printing.state === 'fetching'} onClick={() => void printing.print()}>
          {t(printing.state === 'fetching' ? 'print.busy' : printing.state === 'ready' ? 'print.again' : 'print')}
        </Button>
        <NewSale ref={next} kind="secondary" className={styles.way ?? ''} />
      </div>
      {printing.url !== null && (
        <p className={styles.open}>
          {t('print.ready')}{' '}
          <a
            ref={printing.file}
            href={printing.url}
            {...(printing.frame ? { target: '_blank', rel: 'noopener' } : { download: `${orderId ?? purchase.id}.pdf` })}
          >
            {t(printing.frame ? 'print.open' : 'print.keep')}
          </a>
        </p>
      )}
      {printing.frame && <iframe {...printing.frame} className={styles.frame} title={t('print.frame')} tabIndex={-1} aria-hidden="true" />}
      {printing.state === 'failed' && (
        <Notice kind="error" title={t('print.failed.title')} message="print_failed">
          {t('print.failed.text')}
        </Notice>
      )}
      <section className={styles.tickets} aria-labelledby="tickets-title">
        <h2 id="tickets-title">{t('sold.tickets', { count: purchase.quantity.total })}</h2>
        {purchase.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} />
        ))}
      </section>
    </main>
  );
}
