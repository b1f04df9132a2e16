import type { PaymentResult } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFrame, useMoney } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import { PerformanceTickets } from '../purchase/buy/summary/PerformanceTickets.tsx';
import counterStyles from './Counter.module.css';
import { NewSale } from './CounterOver.tsx';
import { printedTickets } from './print-tickets.ts';
import styles from './Sold.module.css';
import type { Tender } from './sale/sell.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** After the key that sold has been released, so that it does not print as well. */
const FOCUS_AFTER_MS = 600;

/** After the sale: the change, printing the tickets, and on to the next customer. */
export function SoldScreen({ payment: { orderId, orderNumber, amount = 0, purchase } }: { payment: PaymentResult }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const { state } = useLocation() as { state: { tender?: Tender } | null };
  const { onTerminal, received } = state?.tender ?? { onTerminal: 0, received: null };
  const due = amount - onTerminal;
  const printing = usePrinting(orderId ?? purchase.id, t('print.again.reason'));
  const print = useRef<HTMLButtonElement>(null);
  useFirstFocus(print, { afterMs: FOCUS_AFTER_MS });

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
        <Button
          ref={print}
          className={styles.way}
          busy={printing.state === 'fetching'}
          onClick={() => void printing.print()}
          aria-keyshortcuts="F9"
        >
          {t(printing.state === 'fetching' ? 'print.busy' : printing.state === 'ready' ? 'print.again' : 'print')}
        </Button>
        <NewSale kind="secondary" className={styles.way ?? ''} />
      </div>
      {printing.url !== null && (
        <p className={styles.open}>
          {t('print.ready')}{' '}
          <a
            ref={printing.file}
            href={printing.url}
            {...(printing.frame
              ? { target: '_blank', rel: 'noopener' }
              : { download: `ticket-${orderNumber ?? orderId ?? purchase.id}.pdf` })}
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

/** False on phones and in headless browsers. */
const showsDocuments = () => navigator.pdfViewerEnabled;

/**
 * Fetches an order's tickets and opens the browser's print dialog on them; a browser that shows no documents keeps them as a
 * file. Printed again, they are fetched again: every paper has its line in the log.
 */
function usePrinting(orderId: string, reasonOfCopies: string) {
  const [state, setState] = useState<'idle' | 'fetching' | 'ready' | 'failed'>('idle');
  const [url, setUrl] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useRef<HTMLAnchorElement>(null);
  const navigate = useNavigate();
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);

  const open = () => {
    if (!showsDocuments()) return file.current?.click();
    const { contentWindow } = frame.current ?? {};
    contentWindow?.focus();
    contentWindow?.print();
  };
  useEffect(() => {
    if (url !== null && !showsDocuments()) file.current?.click();
  }, [url]);

  const print = async () => {
    if (state === 'fetching') return;
    setState('fetching');
    const tickets = await printedTickets(orderId, url === null ? undefined : reasonOfCopies);
    if (tickets === 'log-in') return void navigate(pathTo('login', {}, { next: pathTo('BuyTicketBox', {}, { purchase: orderId }) }));
    setState(tickets === 'failed' ? 'failed' : 'ready');
    if (tickets !== 'failed') setUrl(URL.createObjectURL(tickets));
  };

  return { state, url, print, file, frame: url !== null && showsDocuments() ? { ref: frame, src: url, onLoad: open } : null };
}
