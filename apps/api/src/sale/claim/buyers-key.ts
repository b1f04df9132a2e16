import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { type Click, isAnotherAct, refuseReused, useKey } from '#db/used-key';
import type { SaleWorld } from '../world.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { readClaimAsked } from './queries-claim.ts';

/** As `useKey`, also for a key that started a purchase: such a claim keeps what it asked in the purchase and writes no key of its own. */
export async function useBuyersKey({ secret }: Pick<SaleWorld, 'secret'>, tx: Tx, click: Click): Promise<'first' | 'again'> {
  const use = await useKey(tx, click);
  if (use === 'first') await refuseStarted({ secret }, tx, click);
  return use;
}

/** As `refuseReused`, also for a key that started a purchase. */
export async function refuseBuyersReused(world: Pick<SaleWorld, 'db' | 'secret'>, click: Click): Promise<void> {
  await refuseReused(world.db, click);
  await refuseStarted(world, world.db, click);
}

async function refuseStarted({ secret }: Pick<SaleWorld, 'secret'>, tx: Db | Tx, click: Click): Promise<void> {
  const [started] = await readClaimAsked(tx, purchaseIdOf(secret, click.callerId, click.key));
  if (started && isAnotherAct(started.asked, click.asked)) throw new Refusal('key_reused');
}
