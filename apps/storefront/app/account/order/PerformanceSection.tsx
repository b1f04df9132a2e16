import type { Order, PurchasePerformance, Ticket } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { imageOf } from '../../catalogue/card.ts';
import orderTexts from '../../i18n/es/order.json';
import { PlaceList } from '../../purchase/buy/summary/PerformanceTickets.tsx';
import { ProductList } from '../../purchase/buy/summary/ProductList.tsx';
import { FullScreenCodes } from './FullScreenCodes.tsx';
import { Nominations } from './Nominations.tsx';
import styles from './Order.module.css';
import { PerformanceWhen } from './PerformanceWhen.tsx';
import { TicketCard } from './TicketCard.tsx';
import { TicketStrip } from './TicketStrip.tsx';

interface PerformanceSectionProps {
  readonly order: Order;
  readonly performance: PurchasePerformance;
  /** Whether the section shows the name of its show, as in an order with several. */
  readonly named: boolean;
  /** The codes may have become void, and are not shown. */
  readonly isWithheld: boolean;
}

/** The tickets of one performance; the places that were chosen while there are none. */
export function PerformanceSection({ order, performance, named, isWithheld }: PerformanceSectionProps) {
  const { t } = useTranslation(orderTexts);
  const [shown, setShown] = useState<string>();
  const tickets = order.tickets.filter(({ performanceId }) => performanceId === performance.id);
  const titleId = `tickets-${performance.id}`;
  const products = (order.purchase.products ?? []).filter(({ performanceId }) => performanceId === performance.id);
  if (tickets.length === 0) {
    return (
      <section className={styles.chosen} aria-labelledby={titleId}>
        <h2 id={titleId}>{named ? performance.show?.name : t(order.state === 'cancelled' ? 'cancelled.places' : 'chosen.title')}</h2>
        {named && <PerformanceWhen order={order} performance={performance} />}
        <PlaceList places={performance.places ?? []} />
        <ProductList products={products} />
      </section>
    );
  }
  const rule = order.performances.find(({ id }) => id === performance.id)?.nominations;
  const ink = performance.show && imageOf(performance.show.images, 'poster')?.ink;
  // Nobody enters with a void one: those that count come first, on a phone in a strip of their own.
  const good = tickets.filter(({ state }) => state !== 'void');
  const voided = tickets.filter(({ state }) => state === 'void');
  const card = (ticket: Ticket, turn: number, count: number) => (
    <TicketCard
      ticket={ticket}
      turn={turn}
      count={count}
      holder={ticket.nomination ? `${ticket.nomination.firstName} ${ticket.nomination.lastName}` : order.holder}
      delivery={order.delivery?.kind}
      ink={ink}
      isWithheld={isWithheld}
      onEnlarge={() => setShown(ticket.id)}
    />
  );
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
      {good.length > 0 && (
        <TicketStrip tickets={good} label={t('tickets.title')} card={(ticket, turn) => card(ticket, turn, good.length)} />
      )}
      {voided.length > 0 && (
        <details className={styles.voided} open={good.length === 0}>
          <summary>{t('void.title', { count: voided.length })}</summary>
          <ul>
            {voided.map((ticket, index) => (
              <li key={ticket.id}>{card(ticket, index + 1, voided.length)}</li>
            ))}
          </ul>
        </details>
      )}
      <ProductList products={products} />
      {rule && <Nominations order={order} rule={rule} tickets={tickets} />}
      <FullScreenCodes tickets={tickets.filter(({ code }) => code !== undefined)} shown={shown} onShow={setShown} />
    </section>
  );
}
