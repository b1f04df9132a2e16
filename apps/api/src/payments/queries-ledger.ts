import type { Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';
import { BALANCE, CASH } from './provider.ts';
import type { Account, AttemptRow, SplitPart } from './queries.ts';

type Movement = Pick<AttemptRow, 'purchaseId' | 'reference' | 'provider' | 'amount' | 'fromBalance' | 'currency' | 'split'> & {
  /** What of the amount is cash beside a card terminal. */
  readonly cashAmount?: number;
};

/** Books sales: the amount collected, and what was set aside for it, by reason. */
export const bookSales = (tx: Tx, attempts: readonly Movement[]) =>
  book(
    tx,
    attempts.map((attempt) => ({
      attempt,
      kind: 'sale',
      entries: [...taken(attempt), part('set_aside', attempt.fromBalance), ...attempt.split.map(credited)],
    })),
  );

/** Books money that came in after its places were gone: owed to the buyer. */
export const bookLateReceipt = (tx: Tx, attempt: Movement) =>
  book(tx, [
    { attempt, kind: 'late_receipt', entries: [part(takenBy(attempt.provider), attempt.amount), part('owed_to_buyer', -attempt.amount)] },
  ]);

/** Books an accepted offer: the amount owed becomes the amount collected, by reason. */
export const bookLateSale = (tx: Tx, attempt: Movement) =>
  book(tx, [
    {
      attempt,
      kind: 'late_sale',
      entries: [part('owed_to_buyer', attempt.amount), part('set_aside', attempt.fromBalance), ...attempt.split.map(credited)],
    },
  ]);

/** Books what the customer's balance is to pay of an attempt: nobody can spend it twice, and nothing is sold for it yet (decision 043). */
export const bookSetAside = (tx: Tx, attempt: Movement) =>
  book(tx, [
    { attempt, kind: 'set_aside', entries: [part('customer_balance', attempt.fromBalance), part('set_aside', -attempt.fromBalance)] },
  ]);

/** Books that it is the customer's again: nothing was sold. */
export const bookSetBack = (tx: Tx, attempt: Movement) =>
  book(tx, [
    { attempt, kind: 'set_back', entries: [part('set_aside', attempt.fromBalance), part('customer_balance', -attempt.fromBalance)] },
  ]);

/** Books the full return of the money. */
export const bookLateReturn = (tx: Tx, attempt: Movement) =>
  book(tx, [
    { attempt, kind: 'late_return', entries: [part('owed_to_buyer', attempt.amount), part(takenBy(attempt.provider), -attempt.amount)] },
  ]);

type RefundMovement = Omit<Movement, 'split' | 'fromBalance'> & { readonly refundId: string };

/** Books what a refund takes from the sale, by reason: owed to the buyer. */
export const bookRefund = (tx: Tx, refund: RefundMovement, parts: readonly SplitPart[]) =>
  book(tx, [{ attempt: refund, refundId: refund.refundId, kind: 'refund', entries: [...parts, part('owed_to_buyer', -refund.amount)] }]);

/** Books that what was owed went back the way it came, or stays here as the customer's balance. */
export const bookRefundEnd = (tx: Tx, refund: RefundMovement, to: 'where it came from' | 'balance') =>
  book(tx, [
    {
      attempt: refund,
      refundId: refund.refundId,
      kind: to === 'balance' ? 'refund_to_balance' : 'refund_paid',
      entries: [
        part('owed_to_buyer', refund.amount),
        ...(to === 'balance' ? [part('customer_balance', -refund.amount)] : taken(refund).map(credited)),
      ],
    },
  ]);

/** Books that the card's bank took the money back. */
export const bookChargeback = (tx: Tx, refund: RefundMovement, parts: readonly SplitPart[]) =>
  book(tx, [
    { attempt: refund, refundId: refund.refundId, kind: 'chargeback', entries: [...parts, part(takenBy(refund.provider), -refund.amount)] },
  ]);

/** Books what the provider has given back of itself. */
export const bookGivenBack = (tx: Tx, refund: RefundMovement, parts: readonly SplitPart[]) =>
  book(tx, [
    { attempt: refund, refundId: refund.refundId, kind: 'given_back', entries: [...parts, part(takenBy(refund.provider), -refund.amount)] },
  ]);

/** Where the money stands that a provider has taken: its own account, the drawer of a counter, or what the customer had here. */
const takenBy = (provider: string): Account => {
  if (provider === CASH) return 'cash_drawer';
  return provider === BALANCE ? 'customer_balance' : `clearing:${provider}`;
};

/** The same with the cash that was taken beside a terminal. */
const taken = ({ provider, amount, cashAmount = 0 }: Pick<Movement, 'provider' | 'amount' | 'cashAmount'>): SplitPart[] => [
  part(takenBy(provider), amount - cashAmount),
  part('cash_drawer', cashAmount),
];

const part = (account: Account, amount: number): SplitPart => ({ account, performanceId: null, amount });
const credited = ({ amount, ...rest }: SplitPart): SplitPart => ({ ...rest, amount: -amount });

interface Booking {
  readonly attempt: Omit<Movement, 'split' | 'fromBalance'>;
  readonly kind:
    | 'sale'
    | 'late_receipt'
    | 'late_sale'
    | 'late_return'
    | 'set_aside'
    | 'set_back'
    | 'refund'
    | 'refund_paid'
    | 'refund_to_balance'
    | 'chargeback'
    | 'given_back';
  /** Only of a refund's kinds. */
  readonly refundId?: string;
  readonly entries: readonly SplitPart[];
}

/**
 * The database refuses a transaction that does not sum to zero, and a second one of the same kind for an attempt or a refund. What moves
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
      insert into ledger_transaction (purchase_id, id, reference, kind, refund_id)
      select * from unnest(${booked.map(({ attempt }) => attempt.purchaseId)}::text[], ${booked.map(({ id }) => id)}::text[],
                           ${booked.map(({ attempt }) => attempt.reference)}::text[], ${booked.map(({ kind }) => kind)}::text[],
                           ${booked.map(({ refundId = null }) => refundId)}::text[])`,
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
