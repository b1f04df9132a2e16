import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Order } from '@butaca/contract';
import { calendarOf, placesOf } from '@butaca/contract/calendar';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import { saveFile } from '../save-file.ts';
import styles from './Order.module.css';
import { rangeOf } from './OrderParts.tsx';
import { ReissueTickets } from './reissue/ReissueTickets.tsx';
import { ticketsFile } from './tickets-file.ts';

/** Print the tickets, add the date to a calendar, have the tickets issued anew. */
export function OrderActions({ order, isUnread, onVoided }: { order: Order; isUnread: boolean; onVoided: () => void }) {
  const { t } = useTranslation(orderTexts);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const toEnter = order.tickets.some(({ code }) => code !== undefined);

  const download = async () => {
    setBusy(true);
    const file = await ticketsFile(order.id, order.part?.number);
    setBusy(false);
    setFailed(file === 'failed');
    if (file === 'log-in') return navigate(pathTo('login', {}, { next: pathname }));
    if (file !== 'failed') saveFile(file);
  };

  return (
    <div className={`${styles.actions} screen-only`}>
      {toEnter && (
        <Button wide busy={busy} onClick={() => void download()}>
          {order.part ? t('pdf.a4.part', { range: rangeOf(order.part) }) : t('pdf.a4')}
        </Button>
      )}
      {failed && <Notice kind="error">{t('pdf.failed')}</Notice>}
      {order.state === 'paid' && (
        <Button
          wide
          kind="secondary"
          onClick={() =>
            saveFile(
              calendarFile(order, { page: location.href, now: serverClock.now(), words: { row: t('seat.row'), seat: t('seat.seat') } }),
            )
          }
        >
          {t('calendar')}
        </Button>
      )}
      <ReissueTickets order={order} isUnread={isUnread} onVoided={onVoided} />
      <Link className={styles.home} to={pathTo('TechnicalSupport', {}, { order: order.id })}>
        {t('to-support')}
      </Link>
      <Link className={styles.home} to={pathTo('cartelera', {})}>
        {t('to-billboard')}
      </Link>
    </div>
  );
}

/** The performances of an order for the buyer's calendar, the same ones as in its mail; `page` is the order's own address. */
export function calendarFile(
  order: Order,
  { page, now, words }: { page: string; now: number; words: { row: string; seat: string } },
): File {
  const events = order.performances.map((performance) => {
    const { show } = order.purchase.performances.find(({ id }) => id === performance.id) ?? {};
    return { ...performance, showName: show?.name ?? performance.venueName, places: placesOf(order.tickets, performance.id, words) };
  });
  const text = calendarOf(events, { calendarId: order.id, page, stampedAt: now });
  return new File([text], 'funcion.ics', { type: 'text/calendar;charset=utf-8' });
}
