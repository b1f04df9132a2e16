import { loadBrand } from '@butaca/brand/load';
import type { Db } from '../apps/api/src/db/connect.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';
import { type Prices, pricePurchase } from '../apps/api/src/sale/index.ts';
import type { Demo } from './demo.ts';
import { DELIVERY, type DemoPurchase } from './purchases.ts';
import { findBuyers, findPerformanceOf, hasPurchase, insertPurchases, lockFreePlaces, reservePurchase } from './queries.ts';
import { METHOD, pricesOf, writePurchases } from './sales.ts';

/** Bought so long before the performance. */
const BEFORE_MINUTES = 5 * 24 * 60;
const TICKETS = 2;

/**
 * What a buyer has who comes often: tickets of a performance that is over, and places that are reserved. Each is made when the buyer has none of
 * that show, so that a reservation that has ended is followed by another one at the next start.
 */
export async function loadRegular(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  const { regular, accounts } = demo;
  const [buyer] = accounts[0] ? await findBuyers(db, [accounts[0].email]) : [];
  if (!regular || !buyer) return;
  const { brand } = await loadBrand(demo.brand);
  const prices = pricesOf(db, brand);
  const times = { minutes: brand.constants.purchaseMinutes, deliveryTypeId: DELIVERY, paymentMethodId: METHOD };

  const [over] = await findPerformanceOf(db, regular.seen, { isOver: true });
  if (over && !(await hasPurchase(db, { show: regular.seen, customerId: buyer.id }))) {
    const purchase = await purchaseOf({ ...over, customerId: buyer.id, prices, minutesAgo: over.minutesAgo + BEFORE_MINUTES });
    await db.begin(async (tx) => {
      if (await areFree(tx, purchase)) await writePurchases(tx, [purchase], brand);
    });
    log('tickets of a performance that is over');
  }

  const [next] = await findPerformanceOf(db, regular.reserved, { isOver: false });
  if (next && !(await hasPurchase(db, { show: regular.reserved, customerId: buyer.id }))) {
    const { priced, ...purchase } = await purchaseOf({ ...next, customerId: buyer.id, prices, minutesAgo: 0 });
    await db.begin(async (tx) => {
      if (!(await areFree(tx, purchase))) return;
      await insertPurchases(tx, [{ ...purchase, priced: null }], times);
      await reservePurchase(tx, { ...purchase, priced });
    });
    log('a reservation');
  }
}

const areFree = async (
  tx: Parameters<typeof lockFreePlaces>[0],
  { performanceId, placeIds }: Pick<DemoPurchase, 'performanceId' | 'placeIds'>,
) => (await lockFreePlaces(tx, performanceId, placeIds)).size === placeIds.length;

interface WantedPurchase {
  readonly performanceId: number;
  readonly customerId: string;
  readonly prices: Prices;
  readonly minutesAgo: number;
}

/** Neighbours near the beginning of the hall's list, which nobody has yet. */
async function purchaseOf({ performanceId, customerId, prices, minutesAgo }: WantedPurchase): Promise<DemoPurchase> {
  const stock = await prices.stockOf(performanceId);
  if (!stock) throw new Error(`performance ${performanceId} has no places`);
  const from = Math.floor(stock.venue.map.placeCount / 20);
  const placeIds = Array.from({ length: TICKETS }, (_, turn) => from + turn);
  const hold = { performanceId, placeIds, priceTypeIds: placeIds.map((placeId) => stock.levelOf(placeId)?.types[0]?.id ?? 0) };
  const open = {
    priced: null,
    claims: null,
    products: null,
    holds: [hold],
    channel: 'online',
    deliveryTypeId: DELIVERY,
    deliveryZoneId: null,
  } as const;
  return { ...hold, id: randomId(), customerId, priced: await pricePurchase(open, prices), minutesAgo };
}
