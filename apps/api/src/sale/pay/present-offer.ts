import type { HeldPlace, PlacesOffer, Purchase } from '@butaca/contract';
import { type Stock, seatOf } from '../live/stock.ts';
import type { SaleWorld } from '../world.ts';
import { type OfferedChange, readOffer } from './queries-offers.ts';

/** What is offered to a buyer whose places were gone, place for place; null when nothing waits for their answer. */
export async function presentOffer({ db, stockOf }: SaleWorld, purchase: Purchase): Promise<PlacesOffer | null> {
  const offer = await readOffer(db, purchase.id);
  if (!offer || offer.ending !== null) return null;
  const byPerformance = [...Map.groupBy(offer.changes, ({ performanceId }) => performanceId)];
  return {
    until: Math.round(offer.untilMs),
    changes: await Promise.all(
      byPerformance.map(async ([performanceId, changes]) => {
        const stock = await stockOf(performanceId);
        const places = purchase.performances.find(({ id }) => id === performanceId)?.places ?? [];
        const offered = changes.flatMap(({ to }) => places.find(({ placeId }) => placeId === to) ?? []);
        return { performanceId, offered, chosen: stock ? offered.map((place) => chosenFor(place, changes, stock)) : [] };
      }),
    ),
  };
}

/** Equal in everything but where it is. */
function chosenFor({ row: _, seat: __, ...place }: HeldPlace, changes: readonly OfferedChange[], stock: Stock): HeldPlace {
  const placeId = changes.find(({ to }) => to === place.placeId)?.from ?? place.placeId;
  const { sector: ___, ...seat } = seatOf(stock, placeId);
  return { ...place, placeId, ...seat };
}
