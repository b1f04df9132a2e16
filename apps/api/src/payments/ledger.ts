import type { Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import type { AttemptRow } from './attempt.ts';
import { insertLedgerEntries, insertLedgerTransaction } from './queries-ledger.ts';
import type { Account, SplitPart } from './split.ts';

type Movement = Pick<AttemptRow, 'purchaseId' | 'reference' | 'amount' | 'currency' | 'split'>;

/** The buyer paid for places that are theirs now: what was collected, by reason. */
export const bookSale = (tx: Tx, attempt: Movement) =>
  book(tx, attempt, 'sale', [part('card_clearing', attempt.amount), ...attempt.split.map(credited)]);

/** Money came in when its places were gone: it is the buyer's. */
export const bookLateReceipt = (tx: Tx, attempt: Movement) =>
  book(tx, attempt, 'late_receipt', [part('card_clearing', attempt.amount), part('owed_to_buyer', -attempt.amount)]);

/** The buyer took the places offered: what was owed to them is what was collected, by reason. */
export const bookLateSale = (tx: Tx, attempt: Movement) =>
  book(tx, attempt, 'late_sale', [part('owed_to_buyer', attempt.amount), ...attempt.split.map(credited)]);

/** Or it went back in full. */
export const bookLateReturn = (tx: Tx, attempt: Movement) =>
  book(tx, attempt, 'late_return', [part('owed_to_buyer', attempt.amount), part('card_clearing', -attempt.amount)]);

const part = (account: Account, amount: number): SplitPart => ({ account, performanceId: null, amount });
const credited = ({ amount, ...rest }: SplitPart): SplitPart => ({ ...rest, amount: -amount });

/** The database refuses a transaction that does not sum to zero, and a second one of the same kind for an attempt. */
async function book(tx: Tx, { purchaseId, reference, currency }: Movement, kind: string, entries: readonly SplitPart[]) {
  const id = randomId();
  const rows = entries.map((entry, position) => ({ purchaseId, transactionId: id, position, currency, ...entry }));
  await Promise.all([insertLedgerTransaction(tx, { purchaseId, id, reference, kind }), insertLedgerEntries(tx, rows)]);
}
