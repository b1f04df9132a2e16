import type { HeldPlace, Purchase } from '@butaca/contract';
import { pricePurchase } from './price/price-purchase.ts';
import type { PricedTicket, PurchaseRow } from './queries.ts';
import type { SaleWorld } from './world.ts';

/** A purchase as its buyer sees it: what is in it, what it costs, until when. */
export async function presentPurchase(row: PurchaseRow, world: SaleWorld): Promise<Purchase> {
  const { tickets, totals } = await pricePurchase(row, world);
  const cards = await world.cardsOf([...new Set(tickets.map(({ performanceId }) => performanceId))]);
  const performances = cards.map((card) => {
    const own = tickets.filter(({ performanceId }) => performanceId === card.id);
    return { ...card, placeCount: own.length, total: own.reduce((sum, { quote }) => sum + quote.final, 0), places: own.map(presentPlace) };
  });
  return {
    id: row.id,
    performances,
    quantity: { total: tickets.length },
    stage: row.stage,
    type: row.channel === 'online' ? 'cart' : 'box',
    startedAt: Math.round(row.startedAtMs),
    deadline: Math.round(row.deadlineMs),
    serverNow: Math.round(row.nowMs),
    totals,
    ...(row.deliveryTypeId === null ? {} : { deliveryTypeId: row.deliveryTypeId }),
    ...(row.paymentMethodId === null ? {} : { paymentMethodId: row.paymentMethodId }),
  };
}

const presentPlace = ({ performanceId: _, quote, ...place }: PricedTicket): HeldPlace => ({ ...place, final: quote.final });
