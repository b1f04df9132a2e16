import type { Brand } from '@butaca/brand';
import type { Db, Tx } from '../../apps/api/src/db/connect.ts';
import { issueTickets } from '../../apps/api/src/orders/index.ts';
import { type AttemptRequest, approveCharges, startAttempts } from '../../apps/api/src/payments/index.ts';
import { type PricedPurchase, splitOf } from '../../apps/api/src/sale/index.ts';
import { DELIVERY, type DemoPurchase } from './purchases.ts';
import { dateTickets, insertPurchases } from './queries.ts';

type PaidPurchase = DemoPurchase & { readonly priced: PricedPurchase };

const AT_ONCE = 500;
/** One that every brand takes. */
const CARD = { brand: 'visa', bin: '450799' } as const;
const METHOD = 1;

/** All of them or none. What is paid goes the way that every sale goes, but for its mail. */
export const writePurchases = (db: Db, purchases: readonly DemoPurchase[], brand: Brand): Promise<void> =>
  db.begin(async (tx) => {
    for (let at = 0; at < purchases.length; at += AT_ONCE) await writeSome(tx, purchases.slice(at, at + AT_ONCE), brand);
  });

async function writeSome(tx: Tx, purchases: readonly DemoPurchase[], { constants, locale }: Brand) {
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
});
