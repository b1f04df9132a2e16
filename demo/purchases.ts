import { Refusal } from '@butaca/contract';
import { randomId } from '../apps/api/src/db/random-id.ts';
import { type PricedPurchase, type Prices, pricePurchase, type Stock } from '../apps/api/src/sale/index.ts';

/** A purchase as its buyer left it. */
export interface DemoPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
  /** What it cost; null while its buyer has not paid. */
  readonly priced: PricedPurchase | null;
  /** When it was paid, or begun. */
  readonly minutesAgo: number;
}

interface Wanted {
  readonly performanceId: number;
  /** Share of its places that are sold. */
  readonly part: number;
  readonly prices: Prices;
  /** Ids of customers. */
  readonly buyers: readonly string[];
}

const MINUTES_OF_SALE = 20 * 24 * 60;
/** The e-ticket. */
export const DELIVERY = 1;

/** Purchases of a performance: paid ones, and where places are left one that is still open. Refuses a performance that has no places. */
export async function purchasesOf({ performanceId, part, prices, buyers }: Wanted): Promise<DemoPurchase[]> {
  const stock = await prices.stockOf(performanceId);
  if (!stock) throw new Refusal('not_on_sale');
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
