import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { displayUnit } from '@butaca/brand/money';
import { Passwords } from '../../apps/api/src/customers/index.ts';
import type { Db, Tx } from '../../apps/api/src/db/connect.ts';
import { randomId } from '../../apps/api/src/db/random-id.ts';
import { issueTickets } from '../../apps/api/src/orders/index.ts';
import { type AttemptRequest, approveCharges, startAttempts } from '../../apps/api/src/payments/index.ts';
import { DeliveryTypes, type PricedPurchase, type Prices, Stocks, splitOf } from '../../apps/api/src/sale/index.ts';
import type { Demo } from '../demo.ts';
import { DELIVERY, type DemoPurchase, purchasesOf } from './purchases.ts';
import { dateTickets, findBuyers, findUnsold, insertBuyers, insertPurchases, type UnsoldPerformance } from './queries.ts';

/** Of what its predecessor has sold, a performance of the same show. */
const NEXT_SELLS = 0.7;
const TOO_LITTLE = 0.005;

/**
 * Sells what the demo says is sold out, and of the rest as much as its shows are wanted: paid, with tickets and money in the
 * ledger, but without mails. A performance with a place that is taken is left alone.
 */
export async function loadSales(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  const unsold = await findUnsold(db, { shows: demo.shows.map(({ slug }) => slug), venues: demo.venues.map(({ slug }) => slug) });
  const wanted = unsold.map((performance) => ({ ...performance, part: partOf(performance, demo) })).filter(({ part }) => part > TOO_LITTLE);
  if (wanted.length === 0) return;
  const { brand } = await loadBrand(demo.brand);
  const world = { prices: pricesOf(db, brand), buyers: await buyersOf(db, demo) };
  const purchases = (await Promise.all(wanted.map((performance) => purchasesOf(performance, world)))).flat();
  await writePurchases(db, purchases, brand);
  log(`${purchases.length} purchases of ${wanted.length} performances`);
}

const partOf = ({ show, soldOut, turn }: UnsoldPerformance, { runs }: Demo): number =>
  soldOut ? 1 : (runs[show]?.demand ?? 0) * NEXT_SELLS ** turn;

function pricesOf(db: Db, brand: Brand): Prices {
  const stocks = new Stocks(db);
  const unit = displayUnit(brand.locale);
  return { stockOf: (performanceId) => stocks.get(performanceId), displayUnit: unit, deliveries: new DeliveryTypes(db, unit) };
}

/** The people who have bought already; their passwords are random. */
async function buyersOf(db: Db, { buyers, accounts: [neighbour] }: Demo): Promise<readonly string[]> {
  if (!neighbour) return [];
  const people = buyers.map((name) => ({ name, email: `${plain(name).replaceAll(' ', '.')}@correo.example` }));
  const emails = people.map(({ email }) => email);
  const known = await findBuyers(db, emails);
  if (known.length === emails.length) return known.map(({ id }) => id);
  const passwordHash = await new Passwords().hash(randomId());
  const { country, document } = neighbour;
  await insertBuyers(
    db,
    people.map(({ name, email }, index) => ({
      id: randomId(),
      email,
      firstName: name.slice(0, name.indexOf(' ')),
      lastName: name.slice(name.indexOf(' ') + 1),
      country,
      documentType: document[0],
      documentNumber: String(Number(document[1]) + 731 * (index + 1)),
      passwordHash,
    })),
  );
  return (await findBuyers(db, emails)).map(({ id }) => id);
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

type PaidPurchase = DemoPurchase & { readonly priced: PricedPurchase };

const AT_ONCE = 500;
/** One that every brand takes. */
const CARD = { brand: 'visa', bin: '450799' } as const;
const METHOD = 1;

/** All of them or none. What is paid goes the way that every sale goes, but for its mail. */
const writePurchases = (db: Db, purchases: readonly DemoPurchase[], brand: Brand): Promise<void> =>
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
