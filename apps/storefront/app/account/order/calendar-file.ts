import type { Order } from '@butaca/contract';
import { calendarOf } from '@butaca/contract/calendar';

/** The performances of an order for the buyer's calendar, the same ones as in its mail; `page` is the order's own address. */
export function calendarFile(order: Order, { page, now }: { page: string; now: number }): File {
  const events = order.performances.map((performance) => {
    const { show } = order.purchase.performances.find(({ id }) => id === performance.id) ?? {};
    return { ...performance, showName: show?.name ?? performance.venueName };
  });
  const text = calendarOf(events, { orderId: order.id, page, stampedAt: now });
  return new File([text], 'funcion.ics', { type: 'text/calendar;charset=utf-8' });
}
