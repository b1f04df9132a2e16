import type { Order } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import orderTexts from '../../i18n/es/order.json';
import { watchPayment } from '../../purchase/confirmation/watch-payment.ts';

/** Reads the order again while its payment waits, and announces that it is paid; what else becomes of it its notice announces. */
export function PaymentWatch({ order: { id: orderId, state, payableUntil, isPerformanceCancelled, delivery } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { revalidate } = useRevalidator();
  const [first] = useState(state);
  const isWaiting = state === 'pending';
  // biome-ignore lint/correctness/useExhaustiveDependencies: one payment is asked about for as long as it waits
  useEffect(() => {
    if (!isWaiting) return;
    const asSeen = (seen: Pick<Order, 'payableUntil' | 'isPerformanceCancelled'>) => `${seen.payableUntil} ${seen.isPerformanceCancelled}`;
    let known = asSeen({ payableUntil, isPerformanceCancelled });
    return watchPayment(async (signal) => {
      const [{ getOrder }, client] = await Promise.all([import('@butaca/contract/order'), loadClient()]);
      const order = await client.ask(getOrder, { params: { orderId }, query: {} }, { signal });
      if (order && (order.state !== 'pending' || asSeen(order) !== known)) await revalidate();
      known = order ? asSeen(order) : known;
    });
  }, [orderId, isWaiting, revalidate]);
  return (
    <p className="visually-hidden" role="status">
      {first === 'pending' && state === 'paid' && t(delivery && delivery.kind !== 'eticket' ? 'paid.news.paper' : 'paid.news')}
    </p>
  );
}
