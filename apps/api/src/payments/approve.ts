import type { Tx } from '#db/connect';
import type { AttemptRow } from './attempt.ts';
import { bookSales } from './ledger.ts';
import type { Approved } from './provider.ts';
import { approveAttempts } from './queries-sale.ts';

interface ApprovedCharge {
  /** Locked, and open. */
  readonly attempt: AttemptRow;
  readonly answer: Approved;
}

/** Charges that were approved for purchases that have all their places: attempts, events and ledger. */
export async function approveCharges(tx: Tx, charges: readonly ApprovedCharge[]): Promise<void> {
  await Promise.all([
    approveAttempts(
      tx,
      charges.map(({ attempt: { purchaseId, reference, state }, answer: { paymentId, facts, result } }) => ({
        purchaseId,
        reference,
        paymentId,
        facts: { ...facts, asked: 'charge', result },
        from: state,
      })),
    ),
    bookSales(
      tx,
      charges.map(({ attempt }) => attempt),
    ),
  ]);
}
