import type { Db } from '#db/connect';
import { type AttemptKey, mayMove } from './attempt.ts';
import { bookLateReturn } from './ledger.ts';
import type { Provider } from './provider.ts';
import { insertEvent, lockAttempt, paymentIdOf, setState } from './queries.ts';

/**
 * Gives back what an attempt took for a purchase that cannot have its places. Until the provider says that it is done the
 * attempt stays `returning` and is tried again; doing it twice returns the money once.
 */
export async function returnMoney(db: Db, provider: Provider, { purchaseId, reference }: AttemptKey): Promise<void> {
  const paymentId = await paymentIdOf(db, { purchaseId, reference });
  if (paymentId === null) throw new Error('an approved attempt has an id at its provider');
  const { result, facts } = await provider.reverse({ reference, paymentId });
  await db.begin(async (tx) => {
    const attempt = await lockAttempt(tx, { purchaseId, reference });
    await insertEvent(tx, attempt, { kind: 'returned', facts: { ...facts, result } });
    if (result === 'unknown' || !mayMove(attempt.state, result)) return;
    await setState(tx, attempt, { state: result, paymentId: null, customerText: null });
    await bookLateReturn(tx, attempt);
  });
}
