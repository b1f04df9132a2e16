import type { HeldPlace, Purchase } from '@butaca/contract';
import { type Prices, pricePurchase } from './price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import type { PricedTicket, PurchaseRow } from './queries-purchases.ts';
import type { SaleWorld } from './world.ts';

/** A purchase of this customer as its buyer sees it; `not_found` for another customer's. */
export async function findPurchase(world: SaleWorld, own: OwnPurchase): Promise<Purchase> {
  return presentPurchase(await requireOwnPurchase(world, own), world);
}

/** What a purchase holds, what it costs, and when it expires. */
export async function presentPurchase(row: PurchaseRow, world: Prices & Pick<SaleWorld, 'cardsOf'>): Promise<Purchase> {
  const { tickets, totals } = await pricePurchase(row, world);
  const cards = await world.cardsOf([...new Set(tickets.map(({ performanceId }) => performanceId))]);
  return {
    id: row.id,
    performances: cards.map((card) => ({ ...card, ...presentTickets(tickets, card.id) })),
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

function presentTickets(tickets: readonly PricedTicket[], performanceId: number) {
  const own = tickets.filter((ticket) => ticket.performanceId === performanceId);
  return { placeCount: own.length, total: own.reduce((sum, { quote }) => sum + quote.final, 0), places: own.map(presentPlace) };
}

const presentPlace = ({ performanceId: _, quote, ...place }: PricedTicket): HeldPlace => ({ ...place, final: quote.final });
