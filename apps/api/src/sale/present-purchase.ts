import type { HeldPlace, Purchase } from '@butaca/contract';
import { type Prices, pricePurchase } from './price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import type { PricedTicket, PurchaseRow } from './queries-purchases.ts';
import type { SaleWorld } from './world.ts';

/** A purchase of this customer as its buyer sees it; `not_found` for another customer's. */
export async function findPurchase(world: SaleWorld, own: OwnPurchase): Promise<Purchase> {
  return presentPurchase(await requireOwnPurchase(world, own), world);
}

/** Which places of a purchase are listed; its counts and totals are of all of it. */
export type Listed = (tickets: readonly PricedTicket[]) => readonly PricedTicket[];

/** Far more than a purchase may have today; an older one is not sent as a megabyte. */
const MOST_LISTED = 200;

/** What a purchase holds, what it costs, and when it expires. */
export async function presentPurchase(
  row: PurchaseRow,
  world: Prices & Pick<SaleWorld, 'cardsOf'>,
  listed: Listed = (tickets) => tickets.slice(0, MOST_LISTED),
): Promise<Purchase> {
  const { tickets, totals } = await pricePurchase(row, world);
  const all = Map.groupBy(tickets, ({ performanceId }) => performanceId);
  const shown = Map.groupBy(listed(tickets), ({ performanceId }) => performanceId);
  const cards = await world.cardsOf([...shown.keys()]);
  return {
    id: row.id,
    performances: cards.map((card) => ({ ...card, ...presentTickets(all.get(card.id) ?? [], shown.get(card.id) ?? []) })),
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

const presentTickets = (own: readonly PricedTicket[], shown: readonly PricedTicket[]) => ({
  placeCount: own.length,
  total: own.reduce((sum, { quote }) => sum + quote.final, 0),
  places: shown.map(presentPlace),
});

const presentPlace = ({ performanceId: _, quote, ...place }: PricedTicket): HeldPlace => ({ ...place, final: quote.final });
