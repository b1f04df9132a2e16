import type { Order, PurchasePerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { imageOf } from '../../catalogue/card.ts';
import orderTexts from '../../i18n/es/order.json';
import { PlaceList } from '../../purchase/buy/summary/PerformanceTickets.tsx';
import { FullScreenCodes } from './FullScreenCodes.tsx';
import styles from './Order.module.css';
import { PerformanceWhen } from './PerformanceWhen.tsx';
import { TicketCard } from './TicketCard.tsx';
import { TicketStrip } from './TicketStrip.tsx';

interface PerformanceSectionProps {
  readonly order: Order;
  readonly performance: PurchasePerformance;
  /** Whether the section shows the name of its show, as in an order with several. */
  readonly named: boolean;
}

/** The tickets of one performance; the places that were chosen while there are none. */
export function PerformanceSection({ order, performance, named }: PerformanceSectionProps) {
  const { t } = useTranslation(orderTexts);
  const [shown, setShown] = useState<string>();
  const tickets = order.tickets.filter(({ performanceId }) => performanceId === performance.id);
  const titleId = `tickets-${performance.id}`;
  if (tickets.length === 0) {
    return (
      <section className={styles.chosen} aria-labelledby={titleId}>
        <h2 id={titleId}>{named ? performance.show?.name : t('chosen.title')}</h2>
        {named && <PerformanceWhen order={order} performance={performance} />}
        <PlaceList places={performance.places ?? []} />
      </section>
    );
  }
  const ink = performance.show && imageOf(performance.show.images, 'poster')?.ink;
  return (
    <section className={styles.performance} aria-labelledby={titleId}>
      {named ? (
        <div className={styles.named}>
          <h2 id={titleId}>{performance.show?.name}</h2>
          <PerformanceWhen order={order} performance={performance} />
        </div>
      ) : (
        <h2 id={titleId} className="visually-hidden">
          {t('tickets.title')}
        </h2>
      )}
      <TicketStrip
        tickets={tickets}
        label={t('tickets.title')}
        card={(ticket, turn) => (
          <TicketCard
            ticket={ticket}
            turn={turn}
            count={tickets.length}
            holder={order.holder}
            collected={order.delivery?.kind === 'box_office'}
            ink={ink}
            onEnlarge={() => setShown(ticket.id)}
          />
        )}
      />
      <FullScreenCodes tickets={tickets.filter(({ code }) => code !== undefined)} shown={shown} onShow={setShown} />
    </section>
  );
}
