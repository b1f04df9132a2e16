import type { Db, Tx } from '#db/connect';
import { setLockTimeout } from '#db/lock-timeout';
import { type Click, insertUsedKeys } from '#db/used-key';
import type { Watch } from '#watch/watch';
import { addToHolds, holdPlaces, lockPlacesOf, readPlacesOf, startHolds } from '../queries-places.ts';
import { lockCrowdHoldings } from './crowds.ts';
import { readHoldings, unsettledIn } from './holdings.ts';
import { type ClaimRequest, judge, type LockedRows, type PlaceSet, type Verdict, type Won } from './judge.ts';
import type { ClaimLimits } from './limits.ts';
import {
  findExisting,
  type KeyedClick,
  lockClaimedPurchases,
  readAnswered,
  readClockAndKeys,
  startPurchases,
  writeAnswered,
} from './queries-claim.ts';
import { nameNetworks } from './queries-crowds.ts';

export interface ClaimSettings extends ClaimLimits {
  readonly lockTimeoutMs: number;
  /** Skips rows that another transaction has locked instead of waiting for them. */
  readonly skipLocked: boolean;
}

/** The longest wait for rows that other transactions have locked; then the batch is split. */
const LOCK_TIMEOUT_MS = 250;

/** Places that are claimed together, all or none. */
export interface Option extends PlaceSet {
  readonly contiguous: boolean;
}

export interface ClaimWorld {
  readonly db: Db;
  readonly watch: Watch;
}

/**
 * Claims all requests in one transaction. If it fails, in one transaction for each performance and then in one for each request,
 * all of them skipping locked rows, so that a locked row or a failing statement affects only the requests that need it. Null for a
 * request without a verdict.
 */
export async function claimInParts(
  world: ClaimWorld,
  requests: readonly ClaimRequest<Option>[],
  limits: ClaimLimits,
  skipLocked = false,
): Promise<readonly (Verdict<Option> | null)[]> {
  if (requests.length === 0) return [];
  try {
    return await claimPlaces(world.db, requests, { ...limits, lockTimeoutMs: LOCK_TIMEOUT_MS, skipLocked });
  } catch (error) {
    if (requests.length === 1 && skipLocked) throw error;
    // Said even when the parts succeed: what broke here would otherwise be known to nobody.
    world.watch.counts.fallbacks.add('claims');
    world.watch.say('batch-broke', { batch: 'claims', size: requests.length, error });
    const performances = Map.groupBy(requests, ({ performanceId }) => performanceId);
    const parts = performances.size > 1 ? [...performances.values()] : requests.map((request) => [request]);
    const answers = await Promise.allSettled(parts.map((part) => claimInParts(world, part, limits, true)));
    if (answers.every(({ status }) => status === 'rejected')) throw error;
    const verdictOf = new Map<ClaimRequest, Verdict<Option> | null>();
    parts.forEach((part, turn) => {
      const answer = answers[turn];
      part.forEach((request, index) => {
        verdictOf.set(request, answer?.status === 'fulfilled' ? (answer.value[index] ?? null) : { kind: 'locked' });
      });
    });
    const verdicts = requests.map((request) => verdictOf.get(request) ?? null);
    if (performances.size <= 1) tellOfAlone(world.watch, verdicts);
    return verdicts;
  }
}

function tellOfAlone({ counts, say }: Watch, verdicts: readonly (Verdict<Option> | null)[]) {
  const locked = verdicts.filter((verdict) => verdict === null || verdict.kind === 'locked').length;
  counts.claimsAlone.add('', verdicts.length);
  say('claims-judged-alone', { claims: verdicts.length, decided: verdicts.length - locked, locked });
}

/**
 * Gives each request all places of one of its options or none, in one transaction for any number of performances; a purchase that
 * does not exist yet is started with its first places. SQL locks, reads and writes; `judge` decides, by the database's clock.
 * Answers in the order of the requests, which are of different purchases.
 */
export async function claimPlaces(db: Db, requests: readonly ClaimRequest<Option>[], settings: ClaimSettings): Promise<Verdict<Option>[]> {
  const claim = (writeAll: typeof writeTogether): Promise<Verdict<Option>[]> =>
    db.begin(async (tx) => writeAll(tx, judge(requests, await lockRows(tx, requests, settings), settings), settings)) as Promise<
      Verdict<Option>[]
    >;
  try {
    return await claim(writeTogether);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    return claim(writeInTurn);
  }
}

/** Another transaction took the id or the slot of a purchase that was to be started, or used the key of a click, since all was read. */
class LostRace extends Error {}
const UNIQUE_VIOLATION = '23505';

/** Locks purchases, then places, each by id, as every transaction does; one round trip. */
async function lockRows(tx: Tx, requests: readonly ClaimRequest[], { lockTimeoutMs, skipLocked }: ClaimSettings): Promise<LockedRows> {
  const whenLocked = skipLocked ? 'skip' : 'wait';
  const purchaseIds = requests.map(({ purchaseId }) => purchaseId);
  const continuing = requests.filter(({ fresh }) => !fresh);
  const beside = requests.flatMap((request) => request.beside ?? []);
  const wanted = [...Map.groupBy(requests, ({ performanceId }) => performanceId)].map(([performanceId, some]) => ({
    performanceId,
    placeIds: [...new Set(some.flatMap(({ options }) => options.flatMap((option) => option.placeIds)))],
  }));
  // The statements are sent in this order, so the clock is read after all locks are held.
  const [, crowds, locked, later, holdings, lockedPlaces, existing, seen, [clock]] = await Promise.all([
    setLockTimeout(tx, lockTimeoutMs).execute(),
    lockCrowdHoldings(tx, requests),
    lockClaimedPurchases(tx, [...purchaseIds, ...beside], whenLocked).execute(),
    continuing.length === 0 ? [] : readAnswered(tx, continuing).execute(),
    readHoldings(tx, { of: requests, purchaseIds: [...continuing.map(({ purchaseId }) => purchaseId), ...beside] }),
    lockPlacesOf(tx, wanted, whenLocked),
    skipLocked ? findExisting(tx, purchaseIds).execute() : [],
    skipLocked ? readPlacesOf(tx, wanted) : [],
    readClockAndKeys(
      tx,
      requests.flatMap(keyedClick),
      wanted.map(({ performanceId }) => performanceId),
    ).execute(),
  ]);
  const ours = new Set(locked.map(({ id }) => id));
  const { nowMs, used, maps } = clock as NonNullable<typeof clock>;
  // Claims that were chosen on a map that the performance no longer has get no place.
  const isOfOtherMap = ({ performanceId, mapHash }: ClaimRequest) => mapHash !== undefined && maps[performanceId] !== mapHash;
  const moved = new Set(requests.filter(isOfOtherMap).map(({ performanceId }) => performanceId));
  const places = new Map([...lockedPlaces].filter(([performanceId]) => !moved.has(performanceId)));
  const requestOf = new Map(requests.map((request) => [request.purchaseId, request]));
  const purchases = locked.filter(({ id }) => requestOf.has(id));
  return {
    purchases: new Map(purchases.map((purchase) => [purchase.id, purchase])),
    lockedElsewhere: new Set(existing.flatMap(({ id }) => (ours.has(id) ? [] : [id]))),
    unsettled: unsettledIn(holdings, ours),
    answered: new Map([
      ...purchases.flatMap(({ id, claimKey, placeIds: got, contiguous, asked }) =>
        claimKey === requestOf.get(id)?.claimKey ? [[id, { placeIds: got, contiguous, asked }] as const] : [],
      ),
      ...later.map(({ purchaseId, placeIds: got, contiguous, asked }) => [purchaseId, { placeIds: got, contiguous, asked }] as const),
    ]),
    used: Map.groupBy(used, ({ purchaseId }) => purchaseId),
    ...holdings,
    crowds,
    places,
    placesElsewhere: new Map(
      [...seen].map(([performanceId, rows]) => {
        const ownRows = places.get(performanceId);
        return [performanceId, new Map([...rows].filter(([placeId]) => !ownRows?.has(placeId)))];
      }),
    ),
    nowMs,
  };
}

/** The key that its client sent is looked for everywhere; one of ours is nowhere else. */
const keyedClick = ({ purchaseId, customerId, claimKey, click, startedId = '' }: Keyed): KeyedClick[] =>
  click ? [{ purchaseId, customerId, claimKey, startedId: startedId || null }] : [];

type Keyed = Pick<ClaimRequest, 'purchaseId' | 'customerId' | 'claimKey' | 'click' | 'startedId'>;

/** Writes all won claims in one round trip. Throws when a purchase could not be started, which rolls the transaction back. */
async function writeTogether(tx: Tx, verdicts: readonly Verdict<Option>[], limits: ClaimLimits): Promise<Verdict<Option>[]> {
  const won = verdicts.filter((verdict) => verdict.kind === 'won');
  const starting = start(tx, won, 'fail');
  const writing = writePlaces(tx, won, limits);
  // After a purchase that could not be started every statement of the transaction is refused: the first reason is the one that counts.
  writing.catch(() => {});
  await starting.catch((error: unknown) => {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new LostRace() : error;
  });
  await writing;
  return [...verdicts];
}

/** The same in two round trips: a purchase that could not be started gets no places and the verdict `conflict`. */
async function writeInTurn(tx: Tx, verdicts: readonly Verdict<Option>[], limits: ClaimLimits): Promise<Verdict<Option>[]> {
  const won = verdicts.filter((verdict) => verdict.kind === 'won');
  const conflicts = await start(tx, won, 'skip');
  await writePlaces(
    tx,
    won.filter((claim) => !conflicts.has(claim)),
    limits,
  );
  return verdicts.map((verdict) => (verdict.kind === 'won' && conflicts.has(verdict) ? { kind: 'conflict' } : verdict));
}

/** Starts purchases in the order of customers and slots, so that two transactions never deadlock; answers the claims that could not start theirs. */
async function start(tx: Tx, won: readonly Won<Option>[], whenTaken: 'fail' | 'skip'): Promise<ReadonlySet<Won<Option>>> {
  const starting = won
    .flatMap((claim) => (claim.starts ? [{ claim, slot: claim.starts.slot }] : []))
    .sort((a, b) => compare(a.claim.request.customerId, b.claim.request.customerId) || a.slot - b.slot);
  if (starting.length === 0) return new Set();
  const started = await startPurchases(
    tx,
    starting.map(({ claim: { request, option, added, nowMs, deadlineMs }, slot }) => ({
      id: request.purchaseId,
      customerId: request.customerId,
      channel: request.channel,
      language: request.language ?? null,
      claimKey: request.claimKey,
      asked: request.click?.asked ?? null,
      placeIds: added.placeIds,
      contiguous: option.contiguous,
      slot,
      startedAtMs: nowMs,
      deadlineMs,
    })),
    whenTaken,
  ).execute();
  const ids = new Set(started.map(({ id }) => id));
  return new Set(starting.flatMap(({ claim }) => (ids.has(claim.request.purchaseId) ? [] : [claim])));
}

/** Sends all statements without waiting in between. */
async function writePlaces(tx: Tx, won: readonly Won<Option>[], { graceSeconds }: ClaimLimits): Promise<void> {
  const continued = won.filter(({ starts }) => starts === null);
  const clicks = continued.flatMap(({ request: { click } }) => click ?? []);
  const crowded = won.flatMap(({ crowd, added, request: { purchaseId } }) =>
    crowd && added.placeIds.length > 0 ? [{ ...crowd, purchaseId }] : [],
  );
  const holds = won.flatMap(({ request: { performanceId, purchaseId, promisedAtMs = null }, added, deadlineMs, starts }) => {
    const hold = {
      performanceId,
      purchaseId,
      promisedAtMs,
      ...added,
      heldUntilMs: deadlineMs + graceSeconds * 1000,
      isFirst: starts !== null,
    };
    return added.placeIds.length === 0 ? [] : [hold];
  });
  await Promise.all([
    continued.length > 0 &&
      writeAnswered(
        tx,
        continued.map(({ request: { purchaseId, claimKey, click }, option: { contiguous }, added: { placeIds } }) => ({
          purchaseId,
          claimKey,
          asked: click?.asked ?? null,
          placeIds,
          contiguous,
        })),
      ),
    clicks.length > 0 && useKeys(tx, clicks),
    ...[...Map.groupBy(holds, ({ performanceId }) => performanceId)].flatMap(([performanceId, some]) => {
      const { first = [], more = [] } = Object.groupBy(some, ({ isFirst }) => (isFirst ? 'first' : 'more'));
      return [
        first.length > 0 && startHolds(tx, performanceId, first),
        more.length > 0 && addToHolds(tx, performanceId, more),
        holdPlaces(
          tx,
          performanceId,
          some.flatMap(({ purchaseId, placeIds, heldUntilMs }) => placeIds.map((placeId) => ({ placeId, purchaseId, heldUntilMs }))),
        ),
      ];
    }),
    crowded.length > 0 && nameNetworks(tx, crowded),
  ]);
}

/** Throws when another transaction used one of these keys at the same moment: then it is judged again. */
async function useKeys(tx: Tx, clicks: readonly Click[]): Promise<void> {
  if ((await insertUsedKeys(tx, clicks)) < clicks.length) throw new LostRace();
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
