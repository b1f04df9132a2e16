import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { settledAtOnce } from '../../payments/index.ts';
import { findPurchase } from '../find-purchase.ts';
import { withLockTimeout } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import type { Beginning } from './begin-terms.ts';
import { begin } from './beginnings.ts';
import { sell } from './sales.ts';
import type { Changes } from './sell-places.ts';

/**
 * Fixes what is paid, sells and books it in one transaction, for there is nobody to ask meanwhile; whatever else belongs to
 * the sale is written by `also`. A click that has sold before changes nothing.
 */
export async function sellAtOnce(world: SaleWorld, wanted: Beginning, also?: (tx: Tx) => Promise<unknown>): Promise<void> {
  const sold = await withLockTimeout(world.db, (tx) => beginAndSell(tx, wanted, also));
  if (sold === 'changed') throw new Refusal('total_changed', { purchase: await findPurchase(world, wanted.row.id, wanted.customerId) });
  for (const [performanceId, rows] of sold) world.live.changed(performanceId, rows);
}

/** Places that are somebody else's now; none when the click is a repeated one. */
async function beginAndSell(tx: Tx, wanted: Beginning, also?: (tx: Tx) => Promise<unknown>): Promise<Changes | 'changed'> {
  const [begun] = await begin(tx, [wanted], 'wait');
  if (begun instanceof Error) throw begun;
  if (begun === 'changed') return begun;
  if (begun === 'repeated') return new Map();
  if (begun === undefined || begun === 'alone') throw new Error('who waits is told');
  await also?.(tx);
  const [sold] = await sell(tx, [{ attempt: begun.attempt, answer: settledAtOnce(begun.attempt) }]);
  if (sold === undefined || sold === 'alone') throw new Error('places that this transaction has locked are its own to sell');
  return sold;
}
