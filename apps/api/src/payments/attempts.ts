import { randomBytes } from 'node:crypto';
import { batchedReader } from '#db/batched-reader';
import type { Db, Tx } from '#db/connect';
import type { Watch } from '#watch/watch';
import type { Approved, ChargeRequest, Provider, ProviderAnswer } from './provider.ts';
import {
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  approveAttempts,
  attemptsOfKeys,
  type ClickKey,
  type Decline,
  insertAttempts,
  insertEvents,
  latestAttempts,
  lockAttempt,
  type NewAttempt,
  paymentIdOf,
  setState,
} from './queries.ts';
import { deleteTries, insertTries } from './queries-card-tries.ts';
import { bookLateReturn, bookSales } from './queries-ledger.ts';

/**
 * The transitions of an attempt. `offered`: approved for a purchase whose places were gone, so that others are
 * offered. `returning`: the money is owed back, for there are none or they are not wanted. A cancelled or declined one that
 * turns out to be approved goes there too.
 */
const moves: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  started: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  unknown: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  pending: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  processing: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  approved: [],
  offered: ['approved', 'returning'],
  declined: ['returning'],
  cancelled: ['returning'],
  returning: ['reversed', 'refunded'],
  reversed: [],
  refunded: [],
};

const mayMove = (from: AttemptState, to: AttemptState): boolean => moves[from].includes(to);

/** Attempts without a final answer of their provider: the money may have moved. */
export const isOpen = (state: AttemptState): boolean => mayMove(state, 'unknown');

/** Attempts as they are when asked for; those that are asked for together are read in one statement. */
export interface AttemptReader {
  /** The attempt that this click has started. */
  readonly ofClick: (click: ClickKey) => Promise<AttemptRow | undefined>;
  /** The attempt of a purchase that counts, else one whose money is being returned, else the last failed one. */
  readonly latestOf: (purchaseId: string) => Promise<AttemptRow | undefined>;
}

export function attemptReader(db: Db): AttemptReader {
  const nameOfClick = ({ purchaseId, key }: ClickKey) => `${purchaseId} ${key}`;
  return {
    ofClick: batchedReader({
      unbounded: true,
      read: (clicks: readonly ClickKey[]) => attemptsOfKeys(db, clicks),
      nameOfKey: nameOfClick,
      nameOf: nameOfClick,
    }),
    latestOf: batchedReader({
      unbounded: true,
      read: (ids: readonly string[]) => latestAttempts(db, ids),
      nameOfKey: (id) => id,
      nameOf: ({ purchaseId }) => purchaseId,
    }),
  };
}

export type AttemptRequest = Omit<NewAttempt, 'reference'>;

/**
 * Writes attempts with their first events, before the provider is called. The database refuses a second attempt of a
 * purchase while one counts.
 */
export async function startAttempts(tx: Tx, wanted: readonly AttemptRequest[]): Promise<AttemptRow[]> {
  const attempts = wanted.map((attempt) => ({ ...attempt, reference: randomBytes(16).toString('hex') }));
  const tried = attempts.flatMap(({ reference, tries }) => (tries ? [{ reference, ...tries }] : []));
  await Promise.all([
    insertAttempts(tx, attempts),
    tried.length > 0 && insertTries(tx, tried),
    insertEvents(
      tx,
      attempts.map(({ purchaseId, reference, amount, instalments }) => ({
        purchaseId,
        reference,
        kind: 'started',
        facts: { amount, instalments },
      })),
    ),
  ]);
  return attempts.map(({ idempotencyKey, paymentMethodId, bin, checkAfterSeconds, tries, ...attempt }) => ({
    ...attempt,
    state: 'started',
    declineReason: null,
    declineCount: null,
    ageSeconds: 0,
  }));
}

/** What the attempt itself does not keep. */
type CardOnce = Pick<ChargeRequest, 'token' | 'bin' | 'gatewayMethodId' | 'customer'>;

/** The one call that moves money. */
export async function chargeAttempt(provider: Provider, attempt: AttemptRow, card: CardOnce): Promise<ProviderAnswer> {
  const { reference, amount, currency, instalments } = attempt;
  return believed(attempt, await provider.charge({ ...card, reference, amount, currency, instalments }));
}

/** Queries the provider for the attempt's current state; moves no money. */
export const queryAttempt = async (provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> =>
  believed(attempt, await provider.query(attempt.reference));

/** An answer about another amount, currency or reference proves nothing about this attempt (docs/payments.md#what-proves-a-payment). */
function believed(attempt: AttemptRow, answer: ProviderAnswer): ProviderAnswer {
  if (!('echo' in answer)) return answer;
  const { reference, amount, currency } = answer.echo;
  if (reference === attempt.reference && amount === attempt.amount && currency === attempt.currency) return answer;
  return { result: 'unknown', facts: { ...answer.facts, mismatch: `${reference} ${amount} ${currency}`, claimed: answer.result } };
}

/** Cash, or nothing to pay: there is no provider to ask, and the payment is known by our own reference. */
export const settledAtOnce = ({ reference, amount, currency }: AttemptRow): Approved => ({
  result: 'approved',
  paymentId: reference,
  echo: { reference, amount, currency },
  facts: {},
});

interface ApprovedCharge {
  /** Locked, and open. */
  readonly attempt: AttemptRow;
  readonly answer: Approved;
}

/** Charges that were approved for purchases that have all their places: attempts, their two events, and the ledger. */
export async function approveCharges(tx: Tx, charges: readonly ApprovedCharge[]): Promise<void> {
  await Promise.all([
    approveAttempts(
      tx,
      charges.map(({ attempt: { purchaseId, reference }, answer: { paymentId } }) => ({ purchaseId, reference, paymentId })),
    ),
    insertEvents(
      tx,
      charges.flatMap(({ attempt: { purchaseId, reference, state }, answer: { facts, result } }) => [
        { purchaseId, reference, kind: 'answered', facts: { ...facts, asked: 'charge', result } },
        { purchaseId, reference, kind: 'settled', facts: { from: state, to: 'approved' } },
      ]),
    ),
    bookSales(
      tx,
      charges.map(({ attempt }) => attempt),
    ),
    deleteTries(
      tx,
      charges.map(({ attempt: { reference } }) => reference),
    ),
  ]);
}

/** Keeps the provider's answer in the event log, before anything follows from it. */
export const recordAnswer = (
  tx: Tx,
  { purchaseId, reference }: AttemptKey,
  { answer, asked }: { answer: ProviderAnswer; asked: 'charge' | 'query' },
) => insertEvents(tx, [{ purchaseId, reference, kind: 'answered', facts: { ...answer.facts, asked, result: answer.result } }]);

/** Moves a locked attempt on, by its provider's answer or the buyer's; false when it cannot go there from where it is. */
export async function moveAttempt(
  tx: Tx,
  attempt: AttemptRow,
  {
    to,
    answer,
    decline,
    checkAt,
  }: { to: AttemptState; answer?: ProviderAnswer; decline?: Decline | undefined; checkAt?: Temporal.Instant },
): Promise<boolean> {
  const { purchaseId, reference, state: from } = attempt;
  if (!mayMove(from, to)) return false;
  const paymentId = answer && 'paymentId' in answer ? answer.paymentId : null;
  await Promise.all([
    setState(tx, attempt, { state: to, paymentId, decline, checkAt }),
    // Not declined, and not under way any more: a try that counts for no limit.
    to !== 'declined' && !isOpen(to) && deleteTries(tx, [reference]),
    insertEvents(tx, [{ purchaseId, reference, kind: 'settled', facts: { from, to } }]),
  ]);
  return true;
}

/**
 * Gives back what an attempt took for a purchase that cannot have its places. Until the provider says that it is done the
 * attempt stays `returning` and is tried again; doing it twice returns the money once.
 */
export async function returnMoney(
  { db, watch }: { readonly db: Db; readonly watch: Watch },
  provider: Provider,
  { purchaseId, reference }: AttemptKey,
): Promise<void> {
  const paymentId = await paymentIdOf(db, { purchaseId, reference });
  if (paymentId === null) throw new Error(`approved attempt ${reference} has no payment id`);
  const { result, facts } = await provider.reverse({ reference, paymentId });
  watch.say('money-goes-back', { purchaseId, reference, provider: provider.name, outcome: result });
  await db.begin(async (tx) => {
    const attempt = await lockAttempt(tx, { purchaseId, reference });
    await insertEvents(tx, [{ purchaseId, reference, kind: 'returned', facts: { ...facts, result } }]);
    // An unknown answer leads nowhere from `returning`.
    if (!mayMove(attempt.state, result)) return;
    await Promise.all([setState(tx, attempt, { state: result, paymentId: null }), bookLateReturn(tx, attempt)]);
  });
}
