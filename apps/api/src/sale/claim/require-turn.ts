import { Refusal } from '@butaca/contract';
import type { PassTerms } from '../../waiting-room/index.ts';
import type { Stock } from '../live/stock.ts';
import { requireOwnPurchase } from '../purchase.ts';
import type { Channel } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';

interface Claimant {
  readonly performanceId: number;
  /** Undefined while the claim would start it. */
  readonly purchaseId: string | undefined;
  readonly customerId: string;
  readonly channel: Channel;
  /** The pass that came with the call. */
  readonly pass: string | undefined;
}

/**
 * The gate of a waiting room: refuses `turn_needed` without a pass of this account, which is checked without a look at any store. A purchase
 * that has places of the performance came in before, and may change them until its own deadline. Null where there is no room; a counter sells
 * without one.
 */
export async function requireTurn(world: SaleWorld, { purchaseId, channel, ...claimant }: Claimant): Promise<PassTerms | null> {
  if (channel === 'box_office' || !world.rooms) return null;
  try {
    return world.rooms.requirePass(claimant.performanceId, claimant);
  } catch (error) {
    if (purchaseId === undefined) throw error;
    const { holds, stage } = await requireOwnPurchase(world, { purchaseId, customerId: claimant.customerId, channel });
    const held = holds.find(({ performanceId }) => performanceId === claimant.performanceId)?.placeIds ?? [];
    const stock = await world.stockOf(claimant.performanceId);
    if (held.length === 0 || stage !== 'open' || !stock) throw error;
    return {
      mostPlaces: world.rooms.get(claimant.performanceId)?.row.mostPlaces ?? null,
      accessibleOnly: held.every((place) => isAccessible(stock, place)),
      // Its hold has it.
      promisedAtMs: null,
    };
  }
}

/** Refuses places that a pass of the accessible lane is not for. Places that the server would choose are refused too: it chooses others. */
export function requireAccessible(stock: Stock, terms: PassTerms | null, placeIds: readonly number[] | undefined): void {
  if (!terms?.accessibleOnly || placeIds?.every((place) => isAccessible(stock, place))) return;
  throw new Refusal('turn_needed', { performanceId: stock.sale.performanceId, obstacle: 'accessible_only' });
}

/** What one customer may have of a performance: the show's own limit and that of the pass. */
export const mostWith = (
  terms: Pick<PassTerms, 'mostPlaces'> | null,
  mostPerCustomer: number | undefined,
  usual: number,
): number | undefined => (terms?.mostPlaces ? Math.min(terms.mostPlaces, mostPerCustomer ?? usual) : mostPerCustomer);

/** Wheelchair spaces and their companions' seats. */
const isAccessible = ({ venue }: Stock, place: number): boolean =>
  venue.map.traits.get(place)?.some((trait) => trait === 'wheelchair' || trait === 'companion') ?? false;
