import type { Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { CASH } from './at-once.ts';
import type { AttemptRow } from './attempt.ts';
import { insertLedger } from './queries-ledger.ts';
import type { Account, SplitPart } from './split.ts';

type Movement = Pick<AttemptRow, 'purchaseId' | 'reference' | 'provider' | 'amount' | 'currency' | 'split'>;

/** Buyers paid for places that are theirs now: what was collected, by reason. */
export const bookSales = (tx: Tx, attempts: readonly Movement[]) =>
  book(
    tx,
    attempts.map((attempt) => ({
      attempt,
      kind: 'sale',
      entries: [part(attempt.provider === CASH ? 'cash_drawer' : 'card_clearing', attempt.amount), ...attempt.split.map(credited)],
    })),
  );

/** Money came in when its places were gone: it is the buyer's. */
export const bookLateReceipt = (tx: Tx, attempt: Movement) =>
  book(tx, [{ attempt, kind: 'late_receipt', entries: [part('card_clearing', attempt.amount), part('owed_to_buyer', -attempt.amount)] }]);

/** The buyer took the places offered: what was owed to them is what was collected, by reason. */
export const bookLateSale = (tx: Tx, attempt: Movement) =>
  book(tx, [{ attempt, kind: 'late_sale', entries: [part('owed_to_buyer', attempt.amount), ...attempt.split.map(credited)] }]);

/** Or it went back in full. */
export const bookLateReturn = (tx: Tx, attempt: Movement) =>
  book(tx, [{ attempt, kind: 'late_return', entries: [part('owed_to_buyer', attempt.amount), part('card_clearing', -attempt.amount)] }]);

const part = (account: Account, amount: number): SplitPart => ({ account, performanceId: null, amount });
const credited = ({ amount, ...rest }: SplitPart): SplitPart => ({ ...rest, amount: -amount });

interface Booking {
  readonly attempt: Movement;
  readonly kind: 'sale' | 'late_receipt' | 'late_sale' | 'late_return';
  readonly entries: readonly SplitPart[];
}

/**
 * The database refuses a transaction that does not sum to zero, and a second one of the same kind for an attempt. What moves
 * nothing is no movement.
 */
async function book(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  const rows = bookings
    .map(({ entries, ...booking }) => ({ id: randomId(), ...booking, entries: entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0);
  if (rows.length === 0) return;
  await insertLedger(
    tx,
    rows.map(({ id, kind, attempt: { purchaseId, reference } }) => ({ purchaseId, id, reference, kind })),
    rows.flatMap(({ id, entries, attempt: { purchaseId, currency } }) =>
      entries.map((entry, position) => ({ purchaseId, transactionId: id, position, currency, ...entry })),
    ),
  );
}
