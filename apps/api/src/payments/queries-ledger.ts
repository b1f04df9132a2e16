import type { Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';
import { CASH } from './provider.ts';
import type { Account, AttemptRow, SplitPart } from './queries.ts';

type Movement = Pick<AttemptRow, 'purchaseId' | 'reference' | 'provider' | 'amount' | 'currency' | 'split'>;

/** Books sales: the amount collected, by reason. */
export const bookSales = (tx: Tx, attempts: readonly Movement[]) =>
  book(
    tx,
    attempts.map((attempt) => ({
      attempt,
      kind: 'sale',
      entries: [part(attempt.provider === CASH ? 'cash_drawer' : 'card_clearing', attempt.amount), ...attempt.split.map(credited)],
    })),
  );

/** Books money that came in after its places were gone: owed to the buyer. */
export const bookLateReceipt = (tx: Tx, attempt: Movement) =>
  book(tx, [{ attempt, kind: 'late_receipt', entries: [part('card_clearing', attempt.amount), part('owed_to_buyer', -attempt.amount)] }]);

/** Books an accepted offer: the amount owed becomes the amount collected, by reason. */
export const bookLateSale = (tx: Tx, attempt: Movement) =>
  book(tx, [{ attempt, kind: 'late_sale', entries: [part('owed_to_buyer', attempt.amount), ...attempt.split.map(credited)] }]);

/** Books the full return of the money. */
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
  const booked = bookings
    .map(({ entries, ...booking }) => ({ id: randomId(), ...booking, entries: entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0);
  if (booked.length === 0) return;
  await Promise.all([insertTransactions(tx, booked), insertEntries(tx, booked)]);
}

type Booked = Booking & { readonly id: string };

const insertTransactions = (tx: Tx, booked: readonly Booked[]) =>
  expectRows(
    booked.length,
    tx`
      insert into ledger_transaction (purchase_id, id, reference, kind)
      select * from unnest(${booked.map(({ attempt }) => attempt.purchaseId)}::text[], ${booked.map(({ id }) => id)}::text[],
                           ${booked.map(({ attempt }) => attempt.reference)}::text[], ${booked.map(({ kind }) => kind)}::text[])`,
  );

const insertEntries = (tx: Tx, booked: readonly Booked[]) => {
  const rows = booked.flatMap(({ id, attempt: { purchaseId, currency }, entries }) =>
    entries.map((entry, position) => ({ purchaseId, transactionId: id, position, currency, ...entry })),
  );
  const each = <Value>(pick: (row: (typeof rows)[number]) => Value) => rows.map(pick);
  return expectRows(
    rows.length,
    tx`
      insert into ledger_entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)
      select * from unnest(${each(({ purchaseId }) => purchaseId)}::text[], ${each(({ transactionId }) => transactionId)}::text[],
                           ${each(({ position }) => position)}::integer[], ${each(({ account }) => account)}::text[],
                           ${each(({ performanceId }) => performanceId)}::integer[], ${each(({ amount }) => amount)}::bigint[],
                           ${each(({ currency }) => currency)}::text[])`,
  );
};
