import { changeSector as changeSectorCall, type InputOf, Refusal, type Taken, wireNameOf } from '@butaca/contract';
import { pickPlaces } from '../choose/best-available.ts';
import { requireOnSale, type Stock } from '../live/stock.ts';
import { findPurchase } from '../present-purchase.ts';
import { type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import type { PurchaseHold } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { setPlaces } from './release-places.ts';
import { mostWith, requireAccessible, requireTurn } from './require-turn.ts';
import { originOf } from './take-places.ts';

type Wanted = InputOf<typeof changeSectorCall>['body'] & { readonly ip: string; readonly pass: string | undefined };

/** Others may take the places that were picked; so often they are picked anew. */
const MOST_ROUNDS = 6;

/**
 * Moves a purchase's places of a performance, or those of one sector, to the best free ones of another: as many as there were, or nothing
 * changes and the purchase keeps what it has. Each keeps its price type where the other sector has one of that name.
 */
export async function changeSector(world: SaleWorld, own: OwnPurchase, wanted: Wanted): Promise<Taken> {
  const { performanceId, sectorId, fromSectorId } = wanted;
  const stock = await world.stockOf(performanceId);
  if (!stock) throw new Refusal('not_found');
  for (const field of ['sectorId', 'fromSectorId'] as const) requireSector(stock, field, wanted[field]);
  for (let round = 1; ; round++) {
    const before = await requireOwnPurchase(world, own);
    requireOpen(before);
    requireOnSale(stock, before.channel);
    const hold = before.holds.find((each) => each.performanceId === performanceId);
    const { moving, staying } = partsOf(stock, hold, { sectorId, fromSectorId });
    if (!hold || moving.length === 0) return { purchase: await findPurchase(world, own), placeIds: [], contiguous: true };
    const terms = await requireTurn(world, { ...own, channel: before.channel, performanceId, pass: wanted.pass });
    const { snapshot } = await world.live.get(performanceId);
    const pick = pickPlaces(stock, [{ sectorId, quantity: moving.length }]);
    const picked = pick(snapshot.freeBits()) ?? ((await world.live.recheck(performanceId)) ? pick(snapshot.freeBits()) : null);
    if (!picked) throw new Refusal('not_enough_places', { sectors: [...(await world.live.freeBySector(stock))] });
    requireAccessible(stock, terms, picked.placeIds);
    const types = picked.placeIds.map((place, index) => sameType(stock, place, moving[index]));
    const from = before.channel === 'online' ? originOf(world, stock, wanted.ip) : undefined;
    try {
      await setPlaces(world, {
        ...own,
        performanceId,
        placeIds: [...staying.map(({ placeId }) => placeId), ...picked.placeIds],
        priceTypeIds: [...staying.map(({ priceTypeId }) => priceTypeId), ...types],
        mostPerCustomer: mostWith(terms, stock.sale.mostPerCustomer, world.limits.mostPerCustomer),
        crowd: world.crowds.crowdOf(performanceId, from, picked.placeIds.length),
        expected: hold.placeIds,
      });
      return { purchase: await findPurchase(world, own), placeIds: [...picked.placeIds], contiguous: picked.contiguous };
    } catch (error) {
      if (!(error instanceof Refusal) || round === MOST_ROUNDS) throw error;
      if (error.failure === 'places_taken') await world.live.reread(performanceId, picked.placeIds);
      // Another tab has changed the purchase meanwhile: what it has now is moved.
      else if (error.failure !== 'busy') throw error;
    }
  }
}

function requireSector({ sale }: Stock, field: 'sectorId' | 'fromSectorId', id: number | undefined): void {
  if (id === undefined || sale.sectors.some((sector) => sector.id === id)) return;
  throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(changeSectorCall.body, field), reason: 'invalid' }] });
}

interface TypedPlace {
  readonly placeId: number;
  readonly priceTypeId: number;
}

/** What is in the other sector already stays there. */
function partsOf(
  stock: Stock,
  hold: PurchaseHold | undefined,
  { sectorId, fromSectorId }: { readonly sectorId: number; readonly fromSectorId: number | undefined },
): { readonly moving: readonly TypedPlace[]; readonly staying: readonly TypedPlace[] } {
  const places = (hold?.placeIds ?? []).map((placeId, index) => ({ placeId, priceTypeId: hold?.priceTypeIds[index] ?? 0 }));
  const moves = ({ placeId }: TypedPlace) => {
    const now = stock.sectorOf(placeId)?.id;
    return now !== sectorId && (fromSectorId === undefined || now === fromSectorId);
  };
  return { moving: places.filter(moves), staying: places.filter((place) => !moves(place)) };
}

function sameType(stock: Stock, placeId: number, before: TypedPlace | undefined): number {
  const types = stock.levelOf(placeId)?.types ?? [];
  const name = before && stock.levelOf(before.placeId)?.types.find(({ id }) => id === before.priceTypeId)?.name;
  return (types.find((type) => type.name === name) ?? types[0])?.id ?? 0;
}
