import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { type Click, isAnotherAct, useKey } from '#db/used-key';
import type { SaleWorld } from '../world.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { readClaimAsked } from './queries-claim.ts';

/** As `useKey`, also for a key that started a purchase: such a claim keeps what it asked in the purchase and writes no key of its own. */
export async function useBuyersKey({ secret }: Pick<SaleWorld, 'secret'>, tx: Tx, click: Click): Promise<'first' | 'again'> {
  const use = await useKey(tx, click);
  if (use === 'again') return use;
  const [started] = await readClaimAsked(tx, purchaseIdOf(secret, click.callerId, click.key));
  if (started && isAnotherAct(started.asked, click.asked)) throw new Refusal('key_reused');
  return use;
}
