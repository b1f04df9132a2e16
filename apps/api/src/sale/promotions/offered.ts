import {
  type OfferedPromotions,
  type PromotionOffer,
  previewPromotions,
  type QuantityRequest,
  Refusal,
  wireNameOf,
} from '@butaca/contract';
import type { Stock } from '../live/stock.ts';
import { asksCode, judgeHolds, judgeSeats, type PricedSeat, priceSeats, seatsOf } from '../price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { Channel, PricedTicket } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { Judged, PromotionFacts } from './judge-promotions.ts';

interface OfPerformance {
  readonly performanceId: number;
}

/** The promotions for the places that a purchase or a reservation of this customer holds in a performance. */
export async function promotionsOfPurchase(
  world: SaleWorld,
  { performanceId, ...own }: OwnPurchase & OfPerformance,
): Promise<OfferedPromotions> {
  const purchase = await requireOwnPurchase(world, own);
  if (!purchase.holds.some((hold) => hold.performanceId === performanceId)) throw new Refusal('not_found');
  const judged = (await judgeHolds(purchase, world)).find(({ stock }) => stock.sale.performanceId === performanceId);
  if (!judged) throw new Refusal('not_found');
  return offered(judged.stock, judged.seats, judged.terms);
}

interface Selection extends OfPerformance {
  readonly quantities: readonly QuantityRequest[];
  readonly channel: Channel;
}

/** The same for so many tickets of sectors or price levels, as if they were held; whether they are free is not asked. */
export async function promotionsOfSelection(
  world: SaleWorld,
  { performanceId, quantities, channel }: Selection,
): Promise<OfferedPromotions> {
  const stock = await world.stockOf(performanceId);
  if (!stock) throw new Refusal('not_found');
  const total = quantities.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total > world.limits.mostPlaces)
    throw new Refusal('too_many_places', { limit: 'performance', most: world.limits.mostPlaces, has: 0 });
  return offered(stock, seatsLike(stock, quantities), {
    channel,
    displayUnit: world.displayUnit,
    claims: new Map(),
    card: null,
    mixes: world.mixesPromotions,
  });
}

/** Places that cost what those of the selection would. */
function seatsLike(stock: Stock, quantities: readonly QuantityRequest[]): PricedSeat[] {
  const used = new Set<number>();
  return quantities.flatMap((wanted) => {
    const placeIds = placesLike(stock, wanted, used);
    if (placeIds.length < wanted.quantity)
      throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(previewPromotions.body, 'quantities'), reason: 'invalid' }] });
    for (const placeId of placeIds) used.add(placeId);
    return seatsOf(
      stock,
      placeIds,
      placeIds.map(() => wanted.priceTypeId),
    );
  });
}

function placesLike(stock: Stock, { sectorId, priceLevelId, quantity }: QuantityRequest, used: ReadonlySet<number>): number[] {
  const { placeCount } = stock.venue.map;
  const found: number[] = [];
  for (let placeId = 0; placeId < placeCount && found.length < quantity; placeId++) {
    if (used.has(placeId) || (sectorId !== undefined && stock.sectorOf(placeId)?.id !== sectorId)) continue;
    const level = stock.levelOf(placeId);
    if (level && (priceLevelId === undefined || level.id === priceLevelId)) found.push(placeId);
  }
  return found;
}

function offered(stock: Stock, seats: readonly PricedSeat[], terms: PromotionFacts): OfferedPromotions {
  const { judged, applied } = judgeSeats(stock, seats, terms);
  const costOf = (promotions: readonly Judged[]) => finalOf(priceSeats(stock, seats, terms, promotions));
  const undiscounted = costOf([]);
  return {
    // What asks for a code is nobody's business who has none.
    items: judged
      .filter(({ obstacle }) => obstacle !== 'code')
      .map((each) => {
        // Mixed with others it may reduce fewer tickets than it would alone.
        const own = applied.find(({ promotion }) => promotion.id === each.promotion.id);
        return presentOffer(each, { applied: own !== undefined, undiscounted, total: costOf([own ?? each]) });
      }),
    undiscounted,
    total: costOf(applied),
    asksCode: asksCode(stock),
  };
}

const finalOf = (tickets: readonly PricedTicket[]) => tickets.reduce((sum, { quote }) => sum + quote.final, 0);

function presentOffer(
  judged: Judged,
  { applied, undiscounted, total }: { readonly applied: boolean; readonly undiscounted: number; readonly total: number },
): PromotionOffer {
  const { promotion, lacks } = judged;
  const obstacle = judged.obstacle ?? (applied ? null : 'better');
  return {
    id: promotion.id,
    name: promotion.name,
    ...(promotion.note === null ? {} : { note: promotion.note }),
    saved: undiscounted - total,
    total,
    applied,
    ...(obstacle === null ? {} : { obstacle }),
    ...(lacks > 0 ? { lacks } : {}),
  };
}
