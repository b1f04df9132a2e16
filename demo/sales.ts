import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { displayUnit } from '@butaca/brand/money';
import { ProductShelf } from '../apps/api/src/catalogue/index.ts';
import type { Db, Tx } from '../apps/api/src/db/connect.ts';
import { issueTickets } from '../apps/api/src/orders/index.ts';
import { type AttemptRequest, approveCharges, startAttempts } from '../apps/api/src/payments/index.ts';
import { countStocks, DeliveryTypes, type PricedPurchase, type Prices, Stocks, splitOf } from '../apps/api/src/sale/index.ts';
import { loadBuyers } from './accounts.ts';
import type { Demo } from './demo.ts';
import { orLeaveOut } from './or-leave-out.ts';
import { DELIVERY, type DemoPurchase, purchasesOf } from './purchases.ts';
import { dateTickets, findUnsold, insertPurchases, lockFreePlaces, lockUnsold, ofDemo, type UnsoldPerformance } from './queries.ts';

/** Share of the previous performance's sales that the next one of the same show has. */
const NEXT_SELLS = 0.7;
const TOO_LITTLE = 0.005;

/**
 * Sells what the demo says is sold out, and of the rest as much as its shows are wanted: paid, with tickets and money in the
 * ledger, but without mails. A performance of which somebody has a place is left alone.
 */
export async function loadSales(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  const unsold = await findUnsold(db, ofDemo(demo));
  const wanted = unsold.map((performance) => ({ ...performance, part: partOf(performance, demo) })).filter(({ part }) => part > TOO_LITTLE);
  if (wanted.length === 0) return;
  const buyers = await loadBuyers(db, demo);
  if (buyers.length === 0) return;
  const { brand } = await loadBrand(demo.brand);
  const prices = pricesOf(db, brand);
  const sold: number[] = [];
  for (const { id: performanceId, part } of wanted) {
    const purchases = await orLeaveOut(`what is sold of performance ${performanceId}`, log, async () =>
      sellPerformance(db, performanceId, await purchasesOf({ performanceId, part, prices, buyers }), brand),
    );
    if (purchases) sold.push(purchases);
  }
  if (sold.length === 0) return;
  // So that the shop's badges are right from the first page on, and not a minute later.
  await countStocks(db);
  log(`${sold.reduce((sum, purchases) => sum + purchases, 0)} purchases of ${sold.length} performances`);
}

const partOf = ({ show, soldOut, turn }: UnsoldPerformance, { runs }: Demo): number =>
  soldOut ? 1 : (runs[show]?.demand ?? 0) * NEXT_SELLS ** turn;

export function pricesOf(db: Db, brand: Brand): Prices {
  const stocks = new Stocks(db);
  const unit = displayUnit(brand.locale);
  return {
    stockOf: (performanceId) => stocks.get(performanceId),
    displayUnit: unit,
    mixesPromotions: brand.flags.multiPromotion,
    languages: brand.locale,
    deliveries: new DeliveryTypes(db, unit),
    products: new ProductShelf(db, unit),
  };
}

const AT_ONCE = 500;

/**
 * Writes the purchases of a performance in one transaction, and answers how many: none when somebody was faster, and none of a place
 * that is not free. Servers may be selling meanwhile, and another start may be doing the same.
 */
const sellPerformance = (db: Db, performanceId: number, purchases: readonly DemoPurchase[], brand: Brand): Promise<number> =>
  db.begin(async (tx) => {
    if (!(await lockUnsold(tx, performanceId))) return 0;
    const free = await lockFreePlaces(
      tx,
      performanceId,
      purchases.flatMap(({ placeIds }) => placeIds),
    );
    const possible = purchases.filter(({ placeIds }) => placeIds.every((placeId) => free.has(placeId)));
    for (let at = 0; at < possible.length; at += AT_ONCE) await writePurchases(tx, possible.slice(at, at + AT_ONCE), brand);
    return possible.length;
  });

type PaidPurchase = DemoPurchase & { readonly priced: PricedPurchase };

/** One that every brand takes. */
const CARD = { brand: 'visa', bin: '450799' } as const;
export const METHOD = 1;

/** Paid purchases are written like any sale, but without the mail. */
export async function writePurchases(tx: Tx, purchases: readonly DemoPurchase[], { constants, locale }: Brand) {
  await insertPurchases(tx, purchases, { minutes: constants.purchaseMinutes, deliveryTypeId: DELIVERY, paymentMethodId: METHOD });
  const paid = purchases.filter((purchase): purchase is PaidPurchase => purchase.priced !== null);
  const attempts = await startAttempts(
    tx,
    paid.map((purchase) => attemptOf(purchase, locale.currency)),
  );
  await approveCharges(
    tx,
    attempts.map((attempt) => {
      const { reference, amount, currency } = attempt;
      return { attempt, answer: { result: 'approved', paymentId: reference, echo: { reference, amount, currency }, facts: {} } };
    }),
  );
  await issueTickets(
    tx,
    paid.flatMap(({ id, performanceId, placeIds }) => placeIds.map((placeId) => ({ purchaseId: id, performanceId, placeId }))),
  );
  await dateTickets(
    tx,
    paid.map(({ id }) => id),
  );
}

const attemptOf = ({ id, priced }: PaidPurchase, currency: string): AttemptRequest => ({
  ...CARD,
  purchaseId: id,
  idempotencyKey: id,
  provider: 'payway',
  paymentMethodId: METHOD,
  amount: priced.totals.total,
  currency,
  split: splitOf(priced),
  instalments: 1,
  lastFour: '4905',
  checkAfterSeconds: null,
  tries: null,
});
