import { Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { Inventory } from '../inventory/index.ts';
import { findOlderSales } from './queries-box-office.ts';

/**
 * A new sale at a counter lets go of the one it has left unpaid (C-09); a counter is whoever is logged in there. Called
 * after a sale has begun, it leaves the newest: of two tabs that begin at once the one that commits last sees both, so
 * that one sale remains and never none. What is being paid at this moment is not touched. Answers what was let go.
 */
export async function releaseOlderSales({ db, inventory }: { db: Db; inventory: Inventory }, customerId: string): Promise<Set<string>> {
  const released = new Set<string>();
  for (const { id } of await findOlderSales(db, customerId)) {
    try {
      await inventory.cancel(id);
      released.add(id);
    } catch (error) {
      // Paid meanwhile, or about to be; anything else ends by itself when its time is over.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return released;
}
