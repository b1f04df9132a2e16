import type { Tx } from '#db/connect';
import { type AttemptKey, type AttemptRow, bookSurplus, lockAttempt, type ProviderAnswer, returnMoney } from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SettleWorld } from '../world.ts';
import { tellOfReturn } from './late-money.ts';

export const hasSurplus = (answer: ProviderAnswer): boolean => 'surplus' in answer && (answer.surplus?.length ?? 0) > 0;

/** Books what was paid beside the payment of a locked attempt, and tells its buyer by mail that it goes back; answers what is to be given back. */
export async function oweSurplus(tx: Tx, attempt: AttemptRow, answer: ProviderAnswer): Promise<AttemptKey[]> {
  const surplus = await bookSurplus(tx, attempt, answer);
  for (const beside of surplus) await tellOfReturn(tx, beside);
  return surplus;
}

/** The same of an attempt that its provider's answer changes nothing of. */
export async function returnSurplus(
  world: Pick<SettleWorld, 'db' | 'watch' | 'payments'>,
  key: AttemptKey,
  answer: ProviderAnswer,
): Promise<void> {
  if (!hasSurplus(answer)) return;
  const surplus = await world.db.begin(async (tx) => {
    const [, attempt] = await Promise.all([lockPurchase(tx, key.purchaseId), lockAttempt(tx, key)]);
    return oweSurplus(tx, attempt, answer);
  });
  for (const beside of surplus) await returnMoney(world, beside);
}
