import { type AppliedPromotion, type HeldPlace, type Purchase, type PurchaseProduct, Refusal } from '@butaca/contract';
import { asksCode, type CardTerms, documentPromotionsOf, type Prices, pricePurchase } from './price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import { findPurchases, findRunningIds, type PricedProduct, type PricedTicket, type PurchaseRow } from './queries-purchases.ts';
import type { SaleWorld } from './world.ts';

/** A purchase of this customer as its buyer sees it; `not_found` for another customer's. */
export async function findPurchase(world: SaleWorld, own: OwnPurchase, card: CardTerms | null = null): Promise<Purchase> {
  return presentPurchase(await requireOwnPurchase(world, own), world, { card });
}

/** More than an account may have at a time, but for payments that are looked into for long. */
const MOST_RUNNING = 20;

/** The account's running purchases, on whatever device they were started; the newest first. */
export async function findRunningPurchases(world: SaleWorld, customerId: string): Promise<{ items: Purchase[] }> {
  const ids = (await findRunningIds(world.db, customerId, MOST_RUNNING)).map(({ id }) => id);
  const rows = ids.length > 0 ? await findPurchases(world.db, ids) : [];
  const items = await Promise.all(rows.map((row) => presentPriced(row, world)));
  return { items: items.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) };
}

/** One whose prices have left the catalogue is shown without them: it can still be given up. */
async function presentPriced(row: PurchaseRow, world: SaleWorld): Promise<Purchase> {
  try {
    return await presentPurchase(row, world);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const cards = await world.cardsOf([...new Set([...row.holds, ...(row.products ?? [])].map(({ performanceId }) => performanceId))]);
    const countIn = (id: number) => row.holds.find(({ performanceId }) => performanceId === id)?.placeIds.length ?? 0;
    const performances = cards.map((card) => ({ ...card, placeCount: countIn(card.id) }));
    return { ...stateOf(row), performances, quantity: { total: performances.reduce((sum, { placeCount }) => sum + placeCount, 0) } };
  }
}

/** Which places of a purchase are listed; its counts and totals are of all of it. */
export type Listed = (tickets: readonly PricedTicket[]) => readonly PricedTicket[];

/** Far more than a purchase may have today; an older one is not sent as a megabyte. */
const MOST_LISTED = 200;

/** What a purchase holds, what it costs, and when it expires. */
export async function presentPurchase(
  row: PurchaseRow,
  world: Prices & Pick<SaleWorld, 'cardsOf'>,
  { listed = (tickets) => tickets.slice(0, MOST_LISTED), card = null }: { readonly listed?: Listed; readonly card?: CardTerms | null } = {},
): Promise<Purchase> {
  const { tickets, totals, products = [] } = await pricePurchase(row, world, card);
  const asking = row.stage === 'open' ? await performancesThatAsk(row, world) : new Set();
  const documents = row.stage === 'open' ? await documentPromotionsOf(row, world) : [];
  const all = Map.groupBy(tickets, ({ performanceId }) => performanceId);
  const shown = Map.groupBy(listed(tickets), ({ performanceId }) => performanceId);
  const cards = await world.cardsOf([...new Set([...shown.keys(), ...products.map(({ performanceId }) => performanceId)])]);
  return {
    ...stateOf(row),
    performances: cards.map((card) => ({
      ...card,
      ...presentTickets(all.get(card.id) ?? [], shown.get(card.id) ?? [], row.claims),
      ...(asking.has(card.id) ? { asksCode: true } : {}),
    })),
    ...(documents.length > 0 ? { documentPromotions: documents } : {}),
    ...(products.length > 0 ? { products: products.map(presentProduct) } : {}),
    quantity: { total: tickets.length + products.reduce((sum, { quantity }) => sum + quantity, 0) },
    totals,
    ...(row.deliveryTypeId === null ? {} : { deliveryTypeId: row.deliveryTypeId }),
    ...(row.deliveryPointId === null ? {} : { deliveryPointId: row.deliveryPointId }),
    ...(row.deliveryAddressId === null ? {} : { deliveryAddressId: row.deliveryAddressId }),
    ...(row.paymentMethodId === null ? {} : { paymentMethodId: row.paymentMethodId }),
  };
}

/** As it was sold, or as it is priced now. */
export const presentProduct = ({
  variantName,
  quote,
  ...product
}: Omit<PricedProduct, 'quote'> & { readonly quote: { readonly final: number } }): PurchaseProduct => ({
  ...product,
  ...(variantName === null ? {} : { variantName }),
  final: quote.final / product.quantity,
  total: quote.final,
});

const stateOf = (row: PurchaseRow): Pick<Purchase, 'id' | 'stage' | 'type' | 'startedAt' | 'deadline' | 'serverNow' | 'reservedUntil'> => ({
  id: row.id,
  stage: row.stage,
  type: row.channel === 'online' ? 'cart' : 'box',
  startedAt: Math.round(row.startedAtMs),
  deadline: Math.round(row.deadlineMs),
  serverNow: Math.round(row.nowMs),
  ...(row.reservedUntilMs === null ? {} : { reservedUntil: Math.round(row.reservedUntilMs) }),
});

/** Performances of a purchase where a code may be entered. */
async function performancesThatAsk({ holds }: PurchaseRow, { stockOf }: Pick<Prices, 'stockOf'>): Promise<ReadonlySet<number>> {
  const asking = new Set<number>();
  for (const { performanceId } of holds) {
    const stock = await stockOf(performanceId);
    if (stock && asksCode(stock)) asking.add(performanceId);
  }
  return asking;
}

const presentTickets = (own: readonly PricedTicket[], shown: readonly PricedTicket[], claims: PurchaseRow['claims']) => ({
  ...presentPromotions(own, claims),
  placeCount: own.length,
  total: own.reduce((sum, { quote }) => sum + quote.final, 0),
  places: shown.map(presentPlace),
});

function presentPromotions(tickets: readonly PricedTicket[], claims: PurchaseRow['claims']): { promotions?: AppliedPromotion[] } {
  const applied = new Map<number, AppliedPromotion>();
  for (const { promotion, quote } of tickets) {
    if (!promotion) continue;
    const { ticketCount, discount } = applied.get(promotion.id) ?? { ticketCount: 0, discount: 0 };
    const off = quote.components.reduce((sum, { kind, amount }) => sum - (kind === 'discount' ? amount : 0), 0);
    const code = claims?.find(({ promotionId }) => promotionId === promotion.id)?.code;
    applied.set(promotion.id, {
      ...{ id: promotion.id, name: promotion.name },
      ...(code === undefined ? {} : { code }),
      ticketCount: ticketCount + 1,
      discount: discount + off,
    });
  }
  return applied.size === 0 ? {} : { promotions: [...applied.values()] };
}

const presentPlace = ({ performanceId: _, promotion, quote, ...place }: PricedTicket): HeldPlace => ({
  ...place,
  ...(promotion ? { promotion: promotion.name } : {}),
  final: quote.final,
});
