import { randomInt } from 'node:crypto';
import { Purchase, Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import { ORDER_NUMBERS } from '@butaca/contract/rules/order-number';
import { shareAccounts } from '#db/account-lock';
import { Batcher } from '#db/batcher';
import { type Db, isUndone, type Tx } from '#db/connect';
import { UnexpectedRows } from '#db/expect-rows';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, insertUsedKeys, isAnotherAct } from '#db/used-key';
import type { Watch } from '#watch/watch';
import {
  type AttemptRequest,
  type AttemptRow,
  attemptsOfKeys,
  bookSetAside,
  CardTries,
  type CardTryLimits,
  checkAttemptAt,
  latestAttempts,
  lockBalance,
  startAttempts,
  type TryKeys,
} from '../../payments/index.ts';
import type { AskedBefore } from '../claim/judge.ts';
import { readClockAndKeys } from '../claim/queries-claim.ts';
import { needsDelivery, withFinancing } from '../price-purchase.ts';
import { type CardUses, takeCardUses, UsesAreGone } from '../promotions/card-uses.ts';
import { requireOpen } from '../purchase.ts';
import { changed, holdPlaces, type LockedPlaces, lockPlacesOf, type PlaceChanges, setHoldEnds } from '../queries-places.ts';
import { erasedAmong, lockPurchases, type PricedPurchase, type PurchaseRow, type WhenLocked } from '../queries-purchases.ts';
import { moveToPaying } from '../stages.ts';
import { heldWhilePaying, type OwnPlace, placesHeldBy, placesLost } from './held-places.ts';
import { keepPayLink } from './queries-pay-links.ts';

/** A payment that one click wants to start. */
export interface StartRequest {
  /** As it was when it was priced. */
  readonly purchase: PurchaseRow;
  readonly customerId: string;
  readonly click: Click;
  /** The purchase that a claim with this key would have started. */
  readonly startedId: string;
  /** What the buyer saw, in minor units. */
  readonly total: number;
  /** What of that the customer's balance pays beside the provider; nothing for most. */
  readonly fromBalance?: number | undefined;
  /** The hash of the pay link's code, if it is one; left out by the buyer's own call. */
  readonly linkHash?: string | null | undefined;
  /** What of that another card pays: the second of two, or the first, which is approved and waits (decision 057). */
  readonly byOtherCard?: number | undefined;
  /** The first of two cards; undefined unless the second is to be charged. */
  readonly first?: AttemptRow | undefined;
  /** Null when the purchase was not open. */
  readonly priced: PricedPurchase | null;
  /** What a card payment counts under; null for every other one. */
  readonly tries: TryKeys | null;
  /** What is to be asked of the provider, by the database's clock; throws its refusal. */
  readonly attempt: (priced: PricedPurchase, nowMs: number) => AttemptRequest;
  /** What the price owes to promotions of its card that have a limit. */
  readonly cardUses?: CardUses | null;
}

export interface Started {
  readonly attempt: AttemptRow;
  /** As it is now: `paying`, with its price fixed. */
  readonly purchase: PurchaseRow;
  readonly changes: PlaceChanges;
}

/** `repeated`: this click has started a payment before. `changed`: what was priced is not what is to be paid. */
export type StartAnswer = Started | 'repeated' | 'changed';

/**
 * Starts payments: open → paying. Those that arrive together start in one transaction, with one commit. One that cannot be decided
 * there, because another transaction has locked its rows or the database refused the batch, is done again alone, where it waits
 * and is refused for its own reason; it costs the others nothing.
 */
export class PaymentStarts {
  readonly #db: Db;
  readonly #limits: CardTryLimits;
  readonly #watch: Watch;
  readonly #batcher: Batcher<StartRequest, StartAnswer | Error | 'alone'>;

  constructor(db: Db, limits: CardTryLimits, watch: Watch) {
    this.#db = db;
    this.#limits = limits;
    this.#watch = watch;
    this.#batcher = new Batcher({
      keyOf: ({ purchase }) => purchase.id,
      work: (batch) => this.#startTogether(batch),
      counted: { as: 'starts', counts: watch.counts },
    });
  }

  async start(wanted: StartRequest): Promise<StartAnswer> {
    if (wanted.cardUses) return this.#startCounted(wanted, wanted.cardUses);
    // A balance is locked last of all: a batch would keep it from its customer's other purchases for longer than their own start takes.
    const answer = wanted.fromBalance || wanted.first || wanted.linkHash !== undefined ? 'alone' : await this.#batcher.add(wanted);
    if (answer === 'alone') return withLockTimeout(this.#db, (tx) => startPayment(tx, wanted, this.#limits));
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** Uses are counted under locks of their promotions, which other payments of a batch must not wait for. */
  async #startCounted(wanted: StartRequest, uses: CardUses): Promise<StartAnswer> {
    try {
      return await withLockTimeout(this.#db, async (tx) => {
        const answer = await startPayment(tx, wanted, this.#limits);
        if (typeof answer === 'object') await takeCardUses(tx, uses);
        return answer;
      });
    } catch (error) {
      if (error instanceof UsesAreGone) return 'changed';
      throw error;
    }
  }

  async #startTogether(batch: readonly StartRequest[]): Promise<(StartAnswer | Error | 'alone')[]> {
    try {
      return await this.#db.begin((tx) => startPayments(tx, batch, this.#limits, 'skip'));
    } catch (error) {
      if (!isUndone(error)) throw error;
      this.#watch.counts.fallbacks.add('starts');
      this.#watch.say('batch-broke', { batch: 'starts', size: batch.length, error });
      return batch.map(() => 'alone');
    }
  }
}

/**
 * Starts one payment, waiting for locks, in a transaction that may go on. What the customer's balance pays is set aside with it; of two
 * purchases that want the same money the second is refused, which undoes all of it (decision 043).
 */
export async function startPayment(tx: Tx, wanted: StartRequest, limits: CardTryLimits): Promise<StartAnswer> {
  const [answer] = await startPayments(tx, [wanted], limits, 'wait');
  if (answer === undefined || answer === 'alone') throw new Error('a start that waited for its locks was not judged');
  if (answer instanceof Error) throw answer;
  if (typeof answer === 'object' && wanted.linkHash) await requireLink(tx, wanted.linkHash, answer.attempt);
  if (typeof answer === 'object' && answer.attempt.fromBalance > 0) await setAside(tx, wanted.customerId, answer.attempt);
  return answer;
}

/** The link may have ended, or lost its part of the balance, since it was read. */
async function requireLink(tx: Tx, linkHash: string, { fromBalance }: AttemptRow): Promise<void> {
  const part = await keepPayLink(tx, linkHash);
  if (part === undefined) throw new Refusal('not_found');
  if (part !== fromBalance) throw new Refusal('balance_too_low', { balance: part });
}

async function setAside(tx: Tx, customerId: string, attempt: AttemptRow): Promise<void> {
  const balance = await lockBalance(tx, { customerId, currency: attempt.currency });
  if (balance < attempt.fromBalance) throw new Refusal('balance_too_low', { balance });
  await bookSetAside(tx, attempt);
}

/** Answers in the order of what is wanted. */
async function startPayments(
  tx: Tx,
  batch: readonly StartRequest[],
  limits: CardTryLimits,
  whenLocked: WhenLocked,
): Promise<(StartAnswer | Error | 'alone')[]> {
  const verdicts = judgeStarts(batch, await lockRows(tx, batch, limits, whenLocked));
  const starting = verdicts.filter((verdict) => typeof verdict === 'object' && 'places' in verdict);
  const clicks = batch.filter((_, index) => starting.includes(verdicts[index] as Starting)).map(({ click }) => click);
  const started = new Map((await writeStarts(tx, starting, { clicks, whenLocked })).map((each) => [each.purchase.id, each]));
  return verdicts.map((verdict) =>
    typeof verdict === 'object' && 'places' in verdict ? (started.get(verdict.purchase.id) as Started) : verdict,
  );
}

/** Everything that starts are judged by; it stays as it is until the transaction ends. */
export interface LockedRows {
  readonly purchases: ReadonlyMap<string, PurchaseRow>;
  readonly places: LockedPlaces;
  /** Keys of clicks that have started a payment before, by purchase. */
  readonly startedBy: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the clicks' keys were used for by other calls and purchases, and by these very clicks, by purchase. */
  readonly used: ReadonlyMap<string, readonly AskedBefore[]>;
  readonly tries: CardTries;
  /** Customers of theirs whose accounts were erased while their call was under way. */
  readonly erased: ReadonlySet<string>;
  /** The attempt that counts of those that are paid with a second card, by purchase. */
  readonly latest: ReadonlyMap<string, AttemptRow>;
  /** The database's clock once all locks were held. */
  readonly nowMs: number;
  /** With `skip`, a row that is not here may be locked by another transaction. */
  readonly whenLocked: WhenLocked;
}

/**
 * Locks accounts against being erased, purchases, then places, each by id, as every transaction does; one round trip, for the places are
 * known from the pricing.
 */
async function lockRows(tx: Tx, batch: readonly StartRequest[], limits: CardTryLimits, whenLocked: WhenLocked): Promise<LockedRows> {
  const ids = batch.map(({ purchase }) => purchase.id);
  const holds = batch.flatMap(({ purchase }) => purchase.holds);
  const customerIds = batch.map(({ customerId }) => customerId);
  const seconds = batch.flatMap(({ purchase, first }) => (first ? [purchase.id] : []));
  const [, erased, purchases, places, attempts, tries, latest, [clock]] = await Promise.all([
    shareAccounts(tx, customerIds).execute(),
    erasedAmong(tx, customerIds).execute(),
    lockPurchases(tx, ids, whenLocked),
    lockPlacesOf(tx, holds, whenLocked),
    attemptsOfKeys(
      tx,
      batch.map(({ purchase, click: { key } }) => ({ purchaseId: purchase.id, key })),
    ).execute(),
    CardTries.read(
      tx,
      batch.flatMap(({ tries }) => tries ?? []),
      limits,
    ),
    seconds.length === 0 ? [] : latestAttempts(tx, seconds).execute(),
    readClockAndKeys(
      tx,
      batch.map(({ purchase, click: { callerId: customerId, key: claimKey }, startedId }) => ({
        purchaseId: purchase.id,
        customerId,
        claimKey,
        startedId,
      })),
    ).execute(),
  ]);
  const { nowMs, used } = clock as NonNullable<typeof clock>;
  const startedBy = Map.groupBy(attempts, ({ purchaseId }) => purchaseId);
  return {
    purchases,
    places,
    startedBy: new Map([...startedBy].map(([id, some]) => [id, new Set(some.map(({ key }) => key))])),
    tries,
    latest: new Map(latest.map((attempt) => [attempt.purchaseId, attempt])),
    erased: new Set(erased.map(({ id }) => id)),
    used: Map.groupBy(used, ({ purchaseId }) => purchaseId),
    nowMs,
    whenLocked,
  };
}

/** A purchase that may be paid, and what is about to be written of it. */
export interface Starting {
  /** As it was locked. */
  readonly purchase: PurchaseRow;
  readonly priced: PricedPurchase;
  readonly attempt: AttemptRequest;
  /** All of its places, with the time until which they are held from now on. */
  readonly places: readonly OwnPlace[];
  /** Whether that is longer than before. */
  readonly isExtended: boolean;
  /** The first of two cards, which goes on waiting. */
  readonly first?: AttemptRow | undefined;
}

/** A refusal or a fault of one request never affects the others of a batch. `alone`: unknown without waiting for a lock. */
export type StartVerdict = Starting | 'repeated' | 'changed' | 'alone' | Error;

/** Who may pay, in the order of what is wanted. Pure: everything it knows was locked by its caller. */
export function judgeStarts(batch: readonly StartRequest[], locked: LockedRows): StartVerdict[] {
  /** The purchases of earlier ones that start, by their keys. */
  const used = new Map<string, string>();
  return batch.map((wanted) => {
    const key = `${wanted.click.callerId} ${wanted.click.key}`;
    try {
      const verdict = judgeStart(wanted, locked);
      if (typeof verdict !== 'object' || !('places' in verdict)) return verdict;
      if ((used.get(key) ?? verdict.purchase.id) !== verdict.purchase.id) throw new Refusal('key_reused');
      used.set(key, verdict.purchase.id);
      return verdict;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  });
}

function judgeStart(wanted: StartRequest, locked: LockedRows): StartVerdict {
  const { purchase: seen, customerId, click, total, byOtherCard = 0, first, priced, tries, attempt } = wanted;
  const purchase = locked.purchases.get(seen.id);
  if (!purchase && locked.whenLocked === 'skip') return 'alone';
  if (purchase?.customerId !== customerId || locked.erased.has(customerId)) throw new Refusal('not_found');
  if (locked.used.get(purchase.id)?.some(({ asked }) => isAnotherAct(asked, click.asked))) throw new Refusal('key_reused');
  if (locked.startedBy.get(purchase.id)?.has(click.key)) return 'repeated';
  const isSecond = first !== undefined && purchase.stage === 'paying';
  if (!isSecond) requireOpen({ ...purchase, nowMs: locked.nowMs });
  // Given up meanwhile: what is to be paid is all of it.
  if (first && !isSecond) return 'changed';
  if (first && !isWaiting(first, locked.latest.get(purchase.id))) throw new Refusal('purchase_paying');
  requireComplete(purchase);
  if (!priced || priced.totals.total !== total || !isSame(seen, purchase)) return 'changed';
  const request = attempt(priced, locked.nowMs);

  // Every place is counted again: one whose hold expired may be another purchase's by now.
  const { own, lost } = placesHeldBy(purchase, locked.places);
  if (lost.length > 0 && locked.whenLocked === 'skip') return 'alone';
  if (lost.length > 0) throw placesLost(lost);
  if (tries) locked.tries.admit(tries);
  const { startedAtMs } = purchase;
  const places = own.map((place) => ({ ...place, heldUntilMs: heldWhilePaying({ ...place, startedAtMs, nowMs: locked.nowMs }) }));
  const isExtended = places.some(({ heldUntilMs }, index) => heldUntilMs !== own[index]?.heldUntilMs);
  // What is fixed is what is paid: the instalments' cost included.
  return {
    purchase,
    priced: withFinancing(priced, request.amount + (request.fromBalance ?? 0) + byOtherCard - priced.totals.total),
    attempt: request,
    places,
    isExtended,
    first,
  };
}

/** Whether the first of two cards still waits for the second. */
const isWaiting = (first: AttemptRow, latest: AttemptRow | undefined): boolean =>
  latest?.state === 'secured' && latest.reference === first.reference;

/** Names what a purchase lacks: places or products, when all were given back, and a delivery. A counter hands its tickets over. */
export function requireComplete(purchase: Pick<PurchaseRow, 'channel' | 'deliveryTypeId' | 'holds' | 'products'>): void {
  const { channel, deliveryTypeId, holds, products } = purchase;
  const missing = [
    ...(holds.length === 0 && products === null ? [wireNameOf(Purchase, 'performances')] : []),
    ...(channel === 'online' && deliveryTypeId === null && needsDelivery(purchase)
      ? [wireNameOf(selectDelivery.body, 'deliveryTypeId')]
      : []),
  ];
  if (missing.length > 0) throw new Refusal('invalid_input', { fields: missing.map((name) => ({ name, reason: 'missing' })) });
}

/** What was priced is what is locked now. */
const isSame = (seen: PurchaseRow, now: PurchaseRow) => JSON.stringify(choiceOf(seen)) === JSON.stringify(choiceOf(now));

const choiceOf = ({ holds, claims, products, counterPrice, ...chosen }: PurchaseRow) => [
  ...[
    holds,
    chosen.deliveryTypeId,
    chosen.deliveryPointId,
    chosen.deliveryZoneId,
    chosen.deliveryAddressId,
    claims,
    products,
    counterPrice,
  ],
];

/** Random, so that numbers say nothing of how many orders there are. One that is taken undoes the batch, and is drawn again alone. */
const newOrderNumber = (): number => randomInt(ORDER_NUMBERS);

/** Of two payments that use one key at the same moment the later one is judged again by itself, and then refused. */
async function useKeys(tx: Tx, clicks: readonly Click[], whenLocked: WhenLocked): Promise<void> {
  if ((await insertUsedKeys(tx, clicks)) === clicks.length) return;
  throw whenLocked === 'skip' ? new UnexpectedRows('a key was used at the same moment') : new Refusal('key_reused');
}

interface StartedClicks {
  readonly clicks: readonly Click[];
  readonly whenLocked: WhenLocked;
}

/** One round trip. */
async function writeStarts(tx: Tx, judged: readonly Starting[], { clicks, whenLocked }: StartedClicks): Promise<Started[]> {
  if (judged.length === 0) return [];
  const starting = judged.map((each) => ({ ...each, orderNumber: each.purchase.orderNumber ?? newOrderNumber() }));
  const extended = Map.groupBy(
    starting.flatMap(({ places, isExtended }) => (isExtended ? places : [])),
    ({ performanceId }) => performanceId,
  );
  const [attempts] = await Promise.all([
    startAttempts(
      tx,
      starting.map(({ attempt }) => attempt),
    ),
    moveToPaying(
      tx,
      starting
        .filter(({ first }) => first === undefined)
        .map(({ purchase, priced, attempt, orderNumber }) => ({
          purchaseId: purchase.id,
          priced,
          orderNumber,
          paymentMethodId: attempt.paymentMethodId,
        })),
    ),
    ...starting.flatMap(({ first, places }) =>
      first && places.length > 0 ? [checkAttemptAt(tx, first, Math.min(...places.map(({ heldUntilMs }) => heldUntilMs)))] : [],
    ),
    useKeys(tx, clicks, whenLocked),
    ...[...extended].flatMap(([performanceId, held]) => [
      holdPlaces(tx, performanceId, held),
      setHoldEnds(tx, performanceId, endsOf(held)),
    ]),
  ]);
  return starting.map(({ purchase, priced, attempt: { paymentMethodId }, places, isExtended, orderNumber }, index) => ({
    attempt: attempts[index] as AttemptRow,
    purchase: { ...purchase, stage: 'paying', priced, total: priced.totals.total, orderNumber, paymentMethodId },
    changes: Map.groupBy(isExtended ? places.map((place) => changed(place, { state: 'held' })) : [], ({ performanceId }) => performanceId),
  }));
}

/** A hold ends with the last of its places. */
const endsOf = (held: readonly OwnPlace[]) =>
  [...Map.groupBy(held, ({ purchaseId }) => purchaseId)].map(([purchaseId, places]) => ({
    purchaseId,
    heldUntilMs: Math.max(...places.map(({ heldUntilMs }) => heldUntilMs)),
  }));
