import { type DeliveryState, orderPage, toldDeliveryStep } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { AddressedOrder } from '../orders/index.ts';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import { listed, type Sender, wordsOf } from './sender.ts';

/** Tells a buyer that tickets on paper wait for them or are on their way; null when that is no longer so, or nothing is left to hand over. */
export function deliveryMail(order: AddressedOrder, state: DeliveryState, sender: Sender): Mail | null {
  const { id, number, buyer, delivery, tickets, performances } = order;
  const valid = new Set(tickets.flatMap((ticket) => (ticket.state === 'valid' ? [ticket.performanceId] : [])));
  if (!delivery || delivery.kind === 'eticket' || delivery.state !== state || valid.size === 0) return null;
  if (toldDeliveryStep[delivery.kind] !== state) return null;
  const t = wordsOf(sender);
  const shows = listed(
    performances.flatMap((performance) => (valid.has(performance.id) ? [performance.showName] : [])),
    sender,
  );
  return plainMail(
    buyer,
    {
      name: `tell-of-delivery.${state}.${id}`,
      subject: t(`delivery.${delivery.kind}.subject`, { shows }),
      paragraphs: [
        t(`delivery.${delivery.kind}.text`, { shows, where: whereOf(delivery) }),
        t('delivery.needed', { number: formatOrderNumber(number) }),
      ],
      action: { label: t('seeOrder'), url: `${sender.publicOrigin}${orderPage(id)}` },
    },
    sender,
  );
}

/** Name, address and hours of a point of sale, or the address of a home; empty for the venue's box office. */
function whereOf({ point, address }: NonNullable<AddressedOrder['delivery']>): string {
  if (!point) return (address ?? '').replace(/\.$/, '');
  return `${[point.name, point.address, point.city].join(', ')}${point.hours ? ` (${point.hours})` : ''}`;
}
