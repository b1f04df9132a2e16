import { randomBytes, randomInt } from 'node:crypto';
import { batchedReader } from '#db/batched-reader';
import type { Db, Tx } from '#db/connect';
import type { Watch } from '#watch/watch';
import type { Approved, BeginRequest, Facts, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer, Surplus } from './provider.ts';
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
  insertReturning,
  type LatestAttempt,
  latestAttempts,
  lockAttempt,
  type NewAttempt,
  readAttempt,
  setState,
} from './queries.ts';
import { deleteTries, insertTries } from './queries-card-tries.ts';
import { bookLateReceipt, bookLateReturn, bookSales, bookSetBack } from './queries-ledger.ts';
import { wasTakenByBank } from './queries-settlement.ts';

/** From every state in which the provider has not given its final answer. */
const onceAnswered: readonly AttemptState[] = [
  'unknown',
  'pending',
  'processing',
  'approved',
  'offered',
  'secured',
  'declined',
  'cancelled',
  'returning',
  'reversed',
  'refunded',
];

/**
 * The transitions of an attempt. `offered`: approved for a purchase whose places were gone, so that others are
 * offered. `secured`: approved for a part, and waits for a second card. `returning`: the money is owed back, for there are none or they are not wanted. A cancelled or declined one that
 * turns out to be approved goes there too.
 */
const moves: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  started: onceAnswered,
  unknown: onceAnswered,
  pending: onceAnswered,
  processing: onceAnswered,
  approved: [],
  offered: ['approved', 'returning'],
  secured: ['approved', 'returning'],
  declined: ['returning'],
  cancelled: ['returning'],
  returning: ['reversed', 'refunded'],
  reversed: [],
  refunded: [],
};

const mayMove = (from: AttemptState, to: AttemptState): boolean => moves[from].includes(to);

/** Attempts without a final answer of their provider: the money may have moved. */
export const isOpen = (state: AttemptState): boolean => mayMove(state, 'unknown');

/** Whether what its customer's balance pays is set aside or spent: nothing else ends without giving it back. */
const keepsBalance = (state: AttemptState): boolean => isOpen(state) || state === 'offered' || state === 'approved';

type Paid = Pick<AttemptRow, 'state' | 'amount' | 'fromBalance'>;

/** What the customer's balance pays of it; nothing once that went back. */
export const balanceIn = ({ state, fromBalance }: Paid): number => (keepsBalance(state) ? fromBalance : 0);

/** What an attempt takes in all: at its provider, and of the balance. */
export const amountIn = (attempt: Paid): number => attempt.amount + balanceIn(attempt);

/** Attempts as they are when asked for; those that are asked for together are read in one statement. */
export interface AttemptReader {
  /** The attempt that this click has started. */
  readonly ofClick: (click: ClickKey) => Promise<AttemptRow | undefined>;
  /** The attempt of a purchase that counts, else one whose money is being returned, else the last failed one. */
  readonly latestOf: (purchaseId: string) => Promise<LatestAttempt | undefined>;
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

export interface AttemptRequest extends Omit<NewAttempt, 'reference' | 'number' | 'fromBalance'> {
  /** What the customer's balance pays beside it; the caller sets it aside. */
  readonly fromBalance?: number;
}

/** 15 digits; the database refuses one that was used before, and the start is done again with another. */
const FIRST_NUMBER = 1e14;
const NUMBERS = 2 ** 48 - 1;
const newReference = () => randomBytes(16).toString('hex');
const newNumber = () => FIRST_NUMBER + randomInt(NUMBERS);

/**
 * Writes attempts with their first events, before the provider is called. The database refuses a second attempt of a
 * purchase while one counts.
 */
export async function startAttempts(tx: Tx, wanted: readonly AttemptRequest[]): Promise<AttemptRow[]> {
  const attempts = wanted.map((attempt) => ({
    fromBalance: 0,
    ...attempt,
    reference: newReference(),
    number: newNumber(),
  }));
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
  return attempts.map(
    ({ idempotencyKey, bin, checkAfterSeconds, tries, cashAmount = 0, part = 0, byLink = false, slowUntilMs = null, ...attempt }) => ({
      ...attempt,
      cashAmount,
      part,
      byLink,
      slowUntilMs,
      isOverdue: false,
      isPerformanceCancelled: false,
      state: 'started',
      paymentId: null,
      kept: {},
      next: null,
      declineReason: null,
      declineCount: null,
      ageSeconds: 0,
      checkAtMs: null,
    }),
  );
}

/** What the attempt itself does not keep. */
export type BeginOnce = Omit<BeginRequest, 'reference' | 'number' | 'amount' | 'currency' | 'instalments' | 'slowUntil'>;

/** The call that starts a payment at its provider, and may move the money. */
export async function beginAttempt(provider: Provider, attempt: AttemptRow, once: BeginOnce): Promise<ProviderAnswer> {
  const { reference, number, amount, currency, instalments, slowUntilMs: slowUntil } = attempt;
  return believed(attempt, await provider.begin({ ...once, reference, number, amount, currency, instalments, slowUntil }));
}

/** Queries the provider for the attempt's current state. */
export const queryAttempt = async (provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> =>
  believed(attempt, await provider.ask(asProviderSees(attempt)));

/** Goes on after the browser has done its step; `given` is its word alone. */
export const resumeAttempt = async (provider: Provider, attempt: AttemptRow, given: Facts): Promise<ProviderAnswer> =>
  believed(attempt, await (provider.resume?.(asProviderSees(attempt), given) ?? provider.ask(asProviderSees(attempt))));

/** Ends at the provider what waits for the buyer; a provider without such a call is asked, and what still waits counts as ended. */
export async function giveUpAttempt(provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> {
  const asSeen = { ...asProviderSees(attempt), isOpen: false };
  const answer = believed(attempt, await (provider.giveUp?.(asSeen) ?? provider.ask(asSeen)));
  const isWaiting = answer.result === 'absent' || (answer.result === 'processing' && answer.next.kind !== 'wait');
  return isWaiting ? { result: 'cancelled', facts: { ...answer.facts, claimed: answer.result } } : answer;
}

/** Whether its buyer may call off what waits to be confirmed: it was allowed to wait for hours, and its provider can cancel it. */
export const mayCallOff = ({ state, slowUntilMs }: Pick<AttemptRow, 'state' | 'slowUntilMs'>, provider: Provider | undefined): boolean =>
  state === 'pending' && slowUntilMs !== null && provider?.callOff !== undefined;

/** Whether its buyer may have chosen a means that they pay later on, such as cash: one that its provider collects needs nothing of them. */
export const maySlip = ({ slowUntilMs }: Pick<AttemptRow, 'slowUntilMs'>, provider: Provider | undefined): boolean =>
  slowUntilMs !== null && provider?.capabilities.slowMeans === 'slip';

/** Cancels at its provider what waits to be confirmed; only what the provider answers counts. */
export const callOffAttempt = async (provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> =>
  believed(attempt, await (provider.callOff?.(asProviderSees(attempt)) ?? provider.ask(asProviderSees(attempt))));

export const asProviderSees = (attempt: AttemptRow): ProviderAttempt => ({
  reference: attempt.reference,
  number: attempt.number,
  amount: attempt.amount,
  currency: attempt.currency,
  paymentId: attempt.paymentId,
  kept: attempt.kept,
  isOpen: isOpen(attempt.state),
  isPaid: attempt.state === 'approved',
  mayWait: mayWait(attempt),
});

function mayWait({ slowUntilMs, isOverdue }: AttemptRow): NonNullable<ProviderAttempt['mayWait']> {
  if (slowUntilMs === null) return 'never';
  return isOverdue ? 'no longer' : 'still';
}

/** The provider's answer as it is, of whatever amount: for a person who decides what to do about it. */
export const queryAsItIs = (provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> => provider.ask(asProviderSees(attempt));

/** An answer about another amount, currency or reference proves nothing about this attempt (docs/payments.md#what-proves-a-payment). */
export function believed(attempt: AttemptRow, answer: ProviderAnswer): ProviderAnswer {
  if (!('echo' in answer) || answer.echo === undefined) return answer;
  const { reference, amount, currency } = answer.echo;
  if (reference === attempt.reference && amount === attempt.amount && currency === attempt.currency) return answer;
  const { facts, keep, result: claimed } = answer;
  return { result: 'unknown', facts: { ...facts, mismatch: `${reference} ${amount} ${currency}`, claimed }, ...(keep && { keep }) };
}

/** Cash, what a terminal has taken, or nothing to pay: there is no provider to ask, and the payment is known by our own reference. */
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

/** How an answer came: to the call that started the payment or went on with it, to a query, by the provider's own call, or to a person who looked it up there. */
export type Asked = 'charge' | 'resume' | 'query' | 'give-up' | 'notice' | 'staff';

/** Keeps the provider's answer in the event log, before anything follows from it. */
export const recordAnswer = (tx: Tx, { purchaseId, reference }: AttemptKey, { answer, asked }: { answer: ProviderAnswer; asked: Asked }) =>
  insertEvents(tx, [{ purchaseId, reference, kind: 'answered', facts: { ...answer.facts, asked, result: answer.result } }]);

/**
 * Moves a locked attempt on, by its provider's answer or the buyer's; false when it cannot go there from where it is. One that sells nothing
 * gives the customer's balance back. That locks the balance, the last lock of all: the caller has locked all others that it needs.
 */
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
  const paymentId = (answer && 'paymentId' in answer ? answer.paymentId : null) ?? null;
  // An answer without a step leaves the buyer where they are.
  const stays = to === 'processing' ? attempt.next : null;
  // What goes back without a decision of its provider may never have been charged, which its buyer is told.
  const keep = to === 'returning' && answer?.result === 'pending' ? { ...answer.keep, undecided: true } : answer?.keep;
  const next = to === 'processing' && answer?.result === 'processing' ? answer.next : stays;
  await Promise.all([
    setState(tx, attempt, { state: to, paymentId, decline, checkAt, next, keep }),
    attempt.fromBalance > 0 && keepsBalance(from) && !keepsBalance(to) && bookSetBack(tx, attempt),
    // Not declined, and not under way any more: a try that counts for no limit.
    to !== 'declined' && !isOpen(to) && deleteTries(tx, [reference]),
    from !== to && insertEvents(tx, [{ purchaseId, reference, kind: 'settled', facts: { from, to } }]),
  ]);
  return true;
}

/** Whether a payment that a provider names is the attempt's; one that has no number of its own for it says our reference. */
export const isOwnPayment = ({ paymentId, reference }: Pick<AttemptRow, 'paymentId' | 'reference'>, named: string): boolean =>
  paymentId === null || named === paymentId || named === reference;

/** Attempts that have taken money, whatever became of it. */
const tookMoney = (state: AttemptState): boolean => !isOpen(state) && state !== 'declined' && state !== 'cancelled';

/** Payments of a reference that an answer says were approved, and that are not the attempt's own: none, while that may still be any of them. */
export function paidBeside(attempt: AttemptRow, answer: ProviderAnswer): Surplus[] {
  if ((answer.result !== 'approved' && answer.result !== 'returned') || isOpen(attempt.state)) return [];
  const { paymentId, echo, surplus = [] } = answer;
  // What is approved of one that took none is late money, and becomes its own.
  const itself = answer.result === 'approved' && tookMoney(attempt.state) ? [{ paymentId, echo }] : [];
  return [...itself, ...surplus].filter((each) => !isOwnPayment(attempt, each.paymentId));
}

/**
 * Books the payments that a provider names beside an attempt's own one: each as an attempt of its own in `returning`, once, however often it is
 * named. Returns the new ones. `attempt` is locked, and read after the answer was applied to it: while it is open, none of the payments is its own.
 */
export async function bookSurplus(tx: Tx, attempt: AttemptRow, answer: ProviderAnswer): Promise<AttemptRow[]> {
  const { purchaseId, provider, paymentMethodId } = attempt;
  const booked: AttemptRow[] = [];
  for (const { paymentId, echo } of paidBeside(attempt, answer)) {
    const { amount, currency } = echo;
    const surplus = await insertReturning(tx, {
      ...{ purchaseId, provider, paymentMethodId, paymentId, amount, currency },
      ...{ reference: newReference(), number: newNumber(), split: [{ account: 'owed_to_buyer', performanceId: null, amount }] },
    });
    if (!surplus) continue;
    const { reference } = surplus;
    await insertEvents(tx, [{ purchaseId, reference, kind: 'settled', facts: { to: 'returning', beside: attempt.reference } }]);
    await bookLateReceipt(tx, surplus);
    booked.push(surplus);
  }
  return booked;
}

/** The providers of this deployment by name. */
export type Providers = ReadonlyMap<string, Provider>;

/** What giving money back needs. */
export interface ReturnWorld {
  readonly db: Db;
  readonly watch: Watch;
  readonly payments: { readonly providers: Providers };
}

/** The provider of an attempt. One that is not configured any more leaves the attempt as it is, and that is said. */
export function providerOf(
  { payments, watch }: Pick<ReturnWorld, 'payments'> & { readonly watch: Pick<Watch, 'say'> },
  { purchaseId, reference, provider }: Pick<AttemptRow, 'purchaseId' | 'reference' | 'provider'>,
): Provider | undefined {
  const found = payments.providers.get(provider);
  if (!found) watch.say('provider-missing', { purchaseId, reference, provider });
  return found;
}

/**
 * What a provider does not give back may be back already: its own people returned it, or its holder's bank took it. Nothing is owed then, and
 * asking once more would be refused for ever.
 */
async function reversed(provider: Provider, payment: ProviderAttempt & { readonly paymentId: string }): Promise<ReturnAnswer> {
  const answer = await provider.reverse(payment);
  if (answer.result !== 'unknown') return answer;
  const now = await provider.ask(payment);
  // It was never charged, such as a review that staff gave back and that was rejected: nothing is owed for it.
  if (now.result === 'declined' || now.result === 'cancelled') return { result: 'reversed', facts: { ...answer.facts, ...now.facts } };
  if (now.result !== 'returned' || now.paymentId !== payment.paymentId) return answer;
  return { result: now.how, facts: { ...answer.facts, ...now.facts, ...(now.chargeback && TAKEN_BY_BANK) } };
}

/** Of the event by which money is not owed any more. */
const TAKEN_BY_BANK: Facts = { chargeback: true };

/**
 * Gives back what an attempt took for a purchase that cannot have its places. Until the provider says that it is done the
 * attempt stays `returning` and is tried again; doing it twice returns the money once.
 */
export async function returnMoney(world: ReturnWorld, { purchaseId, reference }: AttemptKey): Promise<void> {
  const { db, watch } = world;
  const taken = await readAttempt(db, { purchaseId, reference });
  const { paymentId } = taken;
  if (paymentId === null) throw new Error(`approved attempt ${reference} has no payment id`);
  const provider = providerOf(world, taken);
  if (!provider) return;
  const payment = { ...asProviderSees(taken), paymentId };
  const back: Reversed = await ('typed' in taken.kept ? reversedOfTyped(provider, payment) : reversed(provider, payment));
  const { result, facts } = back;
  watch.say('money-goes-back', { purchaseId, reference, provider: provider.name, outcome: result });
  await db.begin(async (tx) => {
    await endReturn(tx, await lockAttempt(tx, { purchaseId, reference }), { result, facts }, back.paymentId);
  });
}

interface Reversed {
  readonly result: ReturnAnswer['result'];
  readonly facts: Facts;
  /** Its own number, where a person had typed one. */
  readonly paymentId?: string;
}

/**
 * A number that a person has typed may be of somebody else's payment: what goes back is what the provider has under our reference, of whatever amount. If it has
 * nothing there, nothing is owed.
 */
async function reversedOfTyped(provider: Provider, payment: ProviderAttempt & { readonly paymentId: string }): Promise<Reversed> {
  const said = await provider.ask({ ...payment, paymentId: null });
  const { result, facts } = said;
  if (result === 'absent' || result === 'declined' || result === 'cancelled')
    return { result: 'reversed', facts: { ...facts, claimed: result } };
  const isOwn = (result === 'approved' || result === 'returned') && said.echo.reference === payment.reference;
  if (!isOwn) return { result: 'unknown', facts: { ...facts, claimed: result } };
  const { paymentId } = said;
  if (result === 'returned') return { result: said.how, facts, paymentId };
  return { ...(await reversed(provider, { ...payment, paymentId })), paymentId };
}

async function endReturn(tx: Tx, attempt: AttemptRow, { result, facts }: ReturnAnswer, paymentId: string | null = null): Promise<void> {
  const { purchaseId, reference } = attempt;
  await insertEvents(tx, [{ purchaseId, reference, kind: 'returned', facts: { ...facts, result } }]);
  // An unknown answer leads nowhere from `returning`.
  if (!mayMove(attempt.state, result)) return;
  await Promise.all([setState(tx, attempt, { state: result, paymentId }), bookLateReturn(tx, attempt)]);
}

/**
 * The card's bank took what a locked attempt has taken and sold nothing for, such as a payment beside another one: it is owed to nobody any more.
 * `known`: that was booked. `differs`: it went back otherwise before, or by another amount, which a person has to settle with the provider.
 */
export async function bookTakenByBank(tx: Tx, attempt: AttemptRow, amount: number): Promise<'booked' | 'known' | 'differs'> {
  if (amount !== attempt.amount) return 'differs';
  if (attempt.state !== 'returning') return (await wasTakenByBank(tx, attempt)) ? 'known' : 'differs';
  await endReturn(tx, attempt, { result: 'refunded', facts: TAKEN_BY_BANK });
  return 'booked';
}
