import { Refusal } from '@butaca/contract';
import { cancelPurchase, type ReleaseWorld } from '../claim/release-places.ts';
import type { OwnPurchase } from '../purchase.ts';
import { findOlderSales, setCounter } from '../queries-purchases.ts';

/**
 * A new sale at a counter releases the one it has left unpaid (C-09). A counter is one log-in of a clerk: two
 * places that share an account do not undo each other's sales. Called after a sale has its places, it leaves the newest: of
 * two tabs that begin at once the one that comes to its counter last sees both, so that one sale remains and never none.
 * What is being paid at this moment is not touched. Answers what was released.
 */
export async function releaseOlderSales(world: ReleaseWorld, sale: OwnPurchase, counter: string): Promise<ReadonlySet<string>> {
  await setCounter(world.db, sale, counter);
  const released = new Set<string>();
  for (const { id } of await findOlderSales(world.db, counter)) {
    try {
      await cancelPurchase(world, id);
      released.add(id);
    } catch (error) {
      // It was paid meanwhile or is being paid; any other purchase expires by itself.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return released;
}
