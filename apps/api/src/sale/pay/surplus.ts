import type { Tx } from '#db/connect';
import {
  type AttemptKey,
  type AttemptRow,
  bookSurplus,
  compareByHand,
  lockAttempt,
  type ProviderAnswer,
  paidBeside,
  returnMoney,
} from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SettleWorld } from '../world.ts';
import { tellOfReturn } from './late-money.ts';

/** Whether an answer may name payments beside the one of this attempt, which the answer may have still to be applied to. */
export const mayNameSurplus = (attempt: AttemptRow, answer: ProviderAnswer): boolean =>
  paidBeside(attempt, answer).length > 0 || ('surplus' in answer && (answer.surplus?.length ?? 0) > 0);

/** Books what was paid beside the payment of a locked attempt, and tells its buyer by mail that it goes back; answers what is to be given back. */
export async function oweSurplus(tx: Tx, attempt: AttemptRow, answer: ProviderAnswer): Promise<AttemptKey[]> {
  const surplus = await bookSurplus(tx, await compareByHand(tx, attempt, answer), answer);
  for (const beside of surplus) await tellOfReturn(tx, beside);
  return surplus;
}

/** The same of an attempt that its provider's answer changes nothing of. */
export async function returnSurplus(
  world: Pick<SettleWorld, 'db' | 'watch' | 'payments'>,
  known: AttemptRow,
  answer: ProviderAnswer,
): Promise<void> {
  if (!mayNameSurplus(known, answer)) return;
  const surplus = await world.db.begin(async (tx) => {
    const [, attempt] = await Promise.all([lockPurchase(tx, known.purchaseId), lockAttempt(tx, known)]);
    return oweSurplus(tx, attempt, answer);
  });
  for (const beside of surplus) await returnMoney(world, beside);
}
