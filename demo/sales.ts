import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { displayUnit } from '@butaca/brand/money';
import { ProductShelf } from '../apps/api/src/catalogue/index.ts';
import { Passwords } from '../apps/api/src/customers/index.ts';
import type { Db, Tx } from '../apps/api/src/db/connect.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';
import { issueTickets } from '../apps/api/src/orders/index.ts';
import { type AttemptRequest, approveCharges, startAttempts } from '../apps/api/src/payments/index.ts';
import {
  countStocks,
  DeliveryTypes,
  type PricedPurchase,
  type Prices,
  pricePurchase,
  type Stock,
  Stocks,
  splitOf,
} from '../apps/api/src/sale/index.ts';
import type { Demo } from './demo.ts';
import {
  type DemoPurchase,
  dateTickets,
  findBuyers,
  findUnsold,
  insertBuyers,
  insertPurchases,
  type UnsoldPerformance,
} from './queries.ts';

/** Share of the previous performance's sales that the next one of the same show has. */
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
  // So that the shop's badges are right from the first page on, and not a minute later.
  await countStocks(db);
  log(`${purchases.length} purchases of ${wanted.length} performances`);
}

const partOf = ({ show, soldOut, turn }: UnsoldPerformance, { runs }: Demo): number =>
  soldOut ? 1 : (runs[show]?.demand ?? 0) * NEXT_SELLS ** turn;

function pricesOf(db: Db, brand: Brand): Prices {
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

/** Writes all of them or none. Paid purchases are written like any sale, but without the mail. */
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
  tries: null,
});

interface Wanted {
  readonly id: number;
  /** Share of its places that are sold. */
  readonly part: number;
}

interface World {
  readonly prices: Prices;
  readonly buyers: readonly string[];
}

const MINUTES_OF_SALE = 20 * 24 * 60;
const DELIVERY = 1;

/** Purchases of a performance: paid ones, and where places are left one that is still open. */
async function purchasesOf({ id: performanceId, part }: Wanted, { prices, buyers }: World): Promise<DemoPurchase[]> {
  const stock = await prices.stockOf(performanceId);
  if (!stock) throw new Error(`performance ${performanceId} of the demo sells no places`);
  const parties = partiesOf(placesOf(stock, part), part);
  return Promise.all(
    parties.map(async (placeIds, turn): Promise<DemoPurchase> => {
      const isPaid = turn > 0 || part === 1 || parties.length === 1;
      const priceTypeIds = placeIds.map((placeId) => priceTypeOf(stock, placeId, turn));
      const hold = { performanceId, placeIds, priceTypeIds };
      return {
        ...hold,
        id: randomId(),
        customerId: buyers[(performanceId + turn) % buyers.length] ?? '',
        priced: isPaid
          ? await pricePurchase(
              {
                priced: null,
                claims: null,
                products: null,
                holds: [hold],
                channel: 'online',
                deliveryTypeId: DELIVERY,
                deliveryZoneId: null,
              },
              prices,
            )
          : null,
        minutesAgo: isPaid ? MINUTES_OF_SALE * spread(performanceId + turn) : 10 * spread(performanceId),
      };
    }),
  );
}

/** Places for wheelchairs are the last to be taken by buyers who do not need them. */
function placesOf({ venue: { map }, levelOf }: Stock, part: number): number[] {
  const places = Array.from({ length: map.placeCount }, (_, placeId) => placeId).filter((placeId) => levelOf(placeId) !== null);
  return part === 1 ? places : places.filter((placeId) => !map.traits.has(placeId));
}

/** Every fifth purchase is at a reduced price, where there is one. */
function priceTypeOf({ levelOf }: Stock, placeId: number, turn: number): number {
  const types = levelOf(placeId)?.types ?? [];
  return types.at(turn % 5 === 4 ? -1 : 0)?.id ?? 0;
}

/** How many go together, most often two. */
const SIZES = [2, 2, 4, 1, 3, 2, 6, 4, 2, 8] as const;
/** Multiples of it spread evenly, whatever part of them is taken. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

const spread = (turn: number): number => (turn * GOLDEN_RATIO) % 1;

/** Neighbours who buy together, all over a house: of its places, in the order of its map, about this part. */
function partiesOf(placeIds: readonly number[], part: number): number[][] {
  const parties: number[][] = [];
  for (let at = 0, turn = 1; at < placeIds.length; turn += 1) {
    const size = SIZES[turn % SIZES.length] ?? 1;
    if (spread(turn) < part) parties.push(placeIds.slice(at, at + size));
    at += size;
  }
  return parties;
}
