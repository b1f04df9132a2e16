import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import type { Watch } from '#watch/watch';
import type { LivePerformances } from '../live/performances.ts';
import { requireOnSale } from '../live/stock.ts';
import { writeProducts } from '../products/queries-products.ts';
import { lockChangeablePurchase, lockPurchase, type OwnPurchase } from '../purchase.ts';
import {
  changed,
  deleteHolds,
  findPerformancesToSweep,
  freed,
  freePlaces,
  holdPlaces,
  lockExpiredHolds,
  lockPlaces,
  type PlaceChanges,
  type PlaceRow,
  readClockAndMap,
  setHoldEnds,
  writeHold,
} from '../queries-places.ts';
import { freeSlots, lockExpired, lockPurchases, type PurchaseRow, type Stage } from '../queries-purchases.ts';
import { cutReservation, lockExpiredReservations, lockReservationsToCut } from '../reserve/queries-reservations.ts';
import { remindOfReservation } from '../reserve/reminder.ts';
import { moveBackToReserved, moveStage } from '../stages.ts';
import { lockCrowdHoldings } from './crowds.ts';
import { readHoldings, unsettledIn } from './holdings.ts';
import { mayTake, type PlaceSet, refusalOf } from './judge.ts';
import { type ClaimLimits, type Crowd, isCrowded, limitPassed } from './limits.ts';
import { lockRunning } from './queries-claim.ts';
import { nameNetworks } from './queries-crowds.ts';

export interface ReleaseWorld {
  readonly db: Db;
  readonly live: LivePerformances;
  readonly limits: ClaimLimits;
  readonly watch: Watch;
}

interface PlacesToSet extends OwnPurchase, PlaceSet {
  readonly performanceId: number;
  /** The show's own limit of places per customer. */
  readonly mostPerCustomer?: number | undefined;
  /** Where the call comes from, when many places of the performance were taken from there. */
  readonly crowd?: Crowd | undefined;
  /** When the buyer joined the performance's waiting room, if there was one. */
  readonly promisedAtMs?: number | null | undefined;
  /** What it had when the new places were chosen; `busy` when it has others by now. */
  readonly expected?: readonly number[] | undefined;
}

/** Makes a purchase's places of one performance exactly these, or changes nothing. */
export async function setPlaces(
  { db, live, limits }: ReleaseWorld,
  { performanceId, placeIds, priceTypeIds, mostPerCustomer, crowd, promisedAtMs, expected, ...own }: PlacesToSet,
): Promise<void> {
  const stock = await live.stocks.get(performanceId);
  if (!stock) throw new Refusal('not_found');
  // Loading a performance creates its rows of `place`; one that no channel sells is not loaded.
  if (stock.sale.obstacle('box_office') === null) await live.get(performanceId);
  const changes = await withLockTimeout(db, async (tx) => {
    const { customerId } = own;
    const [crowds, locked] = await Promise.all([lockCrowdHoldings(tx, [{ customerId, crowd }]), lockRunning(tx, customerId).execute()]);
    const running = locked.map(({ id }) => id);
    const [purchase, holdings] = await Promise.all([
      lockChangeablePurchase(tx, own),
      readHoldings(tx, { of: [{ customerId, performanceId }], purchaseIds: running }),
    ]);
    const had = purchase.holds.find((hold) => hold.performanceId === performanceId)?.placeIds ?? [];
    if (expected && (expected.length !== had.length || expected.some((place) => !had.includes(place))))
      throw new Refusal('busy', { retryAfterSeconds: 1 });
    if (placeIds.some((place) => !had.includes(place))) {
      if (unsettledIn(holdings, new Set(running)).size > 0) throw new Refusal('busy', { retryAfterSeconds: 1 });
      const claimant = { purchaseId: purchase.id, performanceId, channel: purchase.channel, mostPerCustomer };
      const passed = limitPassed(holdings, { ...claimant, customerId, more: placeIds.length - had.length }, limits);
      if (passed) throw new Refusal('too_many_places', passed);
      if (isCrowded({ customerId, crowd }, crowds, placeIds.length - had.length)) throw refusalOf({ kind: 'crowded' }, limits);
    }
    // A performance that is not on sale takes no new places, but its held places can be released.
    if (placeIds.some((place) => !had.includes(place))) requireOnSale(stock, purchase.channel);

    const [rows, [clock]] = await Promise.all([
      lockPlaces(tx, performanceId, [...new Set([...placeIds, ...had])], 'wait'),
      readClockAndMap(tx, performanceId),
    ]);
    const places = new Map(rows.map((row) => [row.placeId, row]));
    const isOfItsMap = clock?.mapHash === stock.sale.mapHash;
    const taken = placeIds.filter(
      (place) => (!had.includes(place) && !isOfItsMap) || !mayTake(places.get(place), purchase.id, clock?.nowMs ?? 0),
    );
    if (taken.length > 0) throw new Refusal('places_taken', { placeIds: taken });

    const dropped = rows.filter((place) => !placeIds.includes(place.placeId) && isHeldBy(purchase.id, place));
    const heldUntilMs = purchase.deadlineMs + limits.graceSeconds * 1000;
    const held = rows
      .filter(({ placeId }) => placeIds.includes(placeId))
      .map((place) => changed(place, { state: 'held', purchaseId: purchase.id, heldUntilMs }));
    await Promise.all([
      dropped.length > 0 && freePlaces(tx, performanceId, idsOf(dropped)),
      held.length > 0 && holdPlaces(tx, performanceId, held),
      held.length > 0 &&
        writeHold(tx, performanceId, { purchaseId: purchase.id, placeIds, priceTypeIds, heldUntilMs, promisedAtMs: promisedAtMs ?? null }),
      held.length > 0 && crowd && !crowds.proven.has(customerId) && nameNetworks(tx, [{ ...crowd, purchaseId: purchase.id }]),
      held.length === 0 && had.length > 0 && deleteHolds(tx, performanceId, [purchase.id]),
    ]);
    return [...dropped.map(freed), ...held];
  });
  live.changed(performanceId, changes);
}

/** Releases what a purchase has of one performance: its places, and its products. */
export async function releasePlaces(
  { db, live }: ReleaseWorld,
  { performanceId, ...own }: OwnPurchase & { readonly performanceId: number },
): Promise<void> {
  const changes = await withLockTimeout(db, async (tx) => {
    const { id, holds, products } = await lockChangeablePurchase(tx, own);
    if (products?.some((product) => product.performanceId === performanceId))
      await writeProducts(tx, { purchaseId: id, products: products.filter((product) => product.performanceId !== performanceId) });
    return dropHolds(
      tx,
      id,
      holds.filter((hold) => hold.performanceId === performanceId),
    );
  });
  live.changedAll(changes);
}

/**
 * Cancels an open purchase and releases all its places; answers its stage afterwards. One that ended without payment
 * stays as it ended; one that is being paid, or has been, is refused (C-02). One that was reserved is reserved again.
 */
export async function cancelPurchase({ db, live }: ReleaseWorld, purchaseId: string): Promise<Stage> {
  const { stage, changes } = await withLockTimeout(db, async (tx): Promise<{ stage: Stage; changes: PlaceChanges }> => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase) throw new Refusal('not_found');
    if (purchase.stage === 'paying') throw new Refusal('purchase_paying');
    if (purchase.stage === 'paid' || purchase.stage === 'offered') throw new Refusal('purchase_over', { stage: purchase.stage });
    if (purchase.stage !== 'open') return { stage: purchase.stage, changes: new Map() };
    // Only the payment is called off; giving up a reservation is a call of its own.
    if (purchase.reservedUntilMs !== null && purchase.reservedUntilMs > purchase.nowMs) {
      await moveBackToReserved(tx, [purchaseId]);
      return { stage: 'reserved', changes: new Map() };
    }
    await moveStage(tx, [purchaseId], 'cancelled');
    return { stage: 'cancelled', changes: await dropHolds(tx, purchaseId, purchase.holds) };
  });
  live.changedAll(changes);
  return stage;
}

/** Releases holds of a locked purchase, in the order of the performances' ids. */
export async function dropHolds(
  tx: Tx,
  purchaseId: string,
  holds: readonly { readonly performanceId: number; readonly placeIds: readonly number[] }[],
): Promise<PlaceChanges> {
  const changes = new Map<number, readonly PlaceRow[]>();
  for (const { performanceId, placeIds } of holds) {
    const dropped = (await lockPlaces(tx, performanceId, placeIds, 'wait')).filter((place) => isHeldBy(purchaseId, place));
    await Promise.all([dropped.length > 0 && freePlaces(tx, performanceId, idsOf(dropped)), deleteHolds(tx, performanceId, [purchaseId])]);
    changes.set(performanceId, dropped.map(freed));
  }
  return changes;
}

const MOST_PURCHASES = 500;

/** Expires purchases and reservations past their deadline and grace, and frees their places. Several processes may sweep at once; no claim waits for them. */
export async function sweepExpired({ db, live, limits, watch }: ReleaseWorld): Promise<{ purchases: number; places: number }> {
  const purchases = await db.begin(async (tx) => {
    const expired = await lockExpired(tx, limits.graceSeconds, MOST_PURCHASES);
    const { kept = [], over = [] } = Object.groupBy(expired, ({ isReserved }) => (isReserved ? 'kept' : 'over'));
    await moveBackToReserved(
      tx,
      kept.map(({ id }) => id),
    );
    await moveStage(
      tx,
      over.map(({ id }) => id),
      'expired',
    );
    return over.length;
  });
  await freeSlots(db);
  await cutReservations({ db, live, limits });
  await sweepReservations({ db, live, limits });
  let places = 0;
  for (const { performanceId } of await findPerformancesToSweep(db)) {
    const changes = await db.begin((tx) => sweepPerformance(tx, performanceId));
    live.changed(performanceId, changes);
    places += changes.length;
  }
  if (purchases > 0 || places > 0) {
    watch.counts.swept.add('purchases', purchases);
    watch.counts.swept.add('places', places);
    watch.say('swept', { purchases, places });
  }
  return { purchases, places };
}

const MOST_SWEPT = 200;

/** Reservations of a performance that moved nearer end as early as new ones would: what their buyers are told is what holds. */
async function cutReservations({ db, live, limits }: Pick<ReleaseWorld, 'db' | 'live' | 'limits'>): Promise<void> {
  const changes = await db.begin(async (tx) => {
    const cut = await lockReservationsToCut(tx, MOST_SWEPT);
    if (cut.length === 0) return [];
    const ids = cut.map(({ id }) => id);
    const purchases = await lockPurchases(tx, ids, 'wait');
    const all: PlaceChanges[] = [];
    for (const { id, nowMs, untilMs } of cut) {
      const { channel, holds } = purchases.get(id) as PurchaseRow;
      const heldUntilMs = untilMs + limits.graceSeconds * 1000;
      await cutReservation(tx, { id, untilMs });
      for (const { performanceId, placeIds } of holds) {
        const own = (await lockPlaces(tx, performanceId, placeIds, 'wait')).filter((place) => isHeldBy(id, place));
        const held = own.map((place) => changed(place, { state: 'held', purchaseId: id, heldUntilMs }));
        await Promise.all([holdPlaces(tx, performanceId, held), setHoldEnds(tx, performanceId, [{ purchaseId: id, heldUntilMs }])]);
        all.push(new Map([[performanceId, held]]));
      }
      if (channel === 'online') await remindOfReservation(tx, id, { nowMs, untilMs });
    }
    return all;
  });
  for (const each of changes) live.changedAll(each);
}

/** Expires reservations that were not paid and frees their places, each in one transaction: they go on sale once. */
async function sweepReservations({ db, live, limits }: Pick<ReleaseWorld, 'db' | 'live' | 'limits'>): Promise<void> {
  const changes = await db.begin(async (tx) => {
    const ids = (await lockExpiredReservations(tx, limits.graceSeconds, MOST_SWEPT)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const purchases = await lockPurchases(tx, ids, 'wait');
    await moveStage(tx, ids, 'expired');
    const all: PlaceChanges[] = [];
    for (const { id, channel, holds } of purchases.values()) {
      all.push(await dropHolds(tx, id, holds));
      if (channel === 'online')
        await enqueue(tx, 'tell-of-reservation', { purchaseId: id, news: 'expired' }, { key: `reservation.expired.${id}` });
    }
    return all;
  });
  for (const each of changes) live.changedAll(each);
}

/** Frees the places that ended purchases still hold in one performance; answers the changed rows. */
async function sweepPerformance(tx: Tx, performanceId: number): Promise<PlaceRow[]> {
  const expired = await lockExpiredHolds(tx, performanceId, MOST_PURCHASES);
  if (expired.length === 0) return [];
  const ownerOf = new Map(expired.flatMap(({ purchaseId, placeIds }) => placeIds.map((placeId) => [`${placeId} ${purchaseId}`, true])));
  const placeIds = [...new Set(expired.flatMap((hold) => hold.placeIds))];
  const left = (await lockPlaces(tx, performanceId, placeIds, 'wait')).filter(
    ({ placeId, state, purchaseId }) => state === 'held' && ownerOf.has(`${placeId} ${purchaseId}`),
  );
  await Promise.all([
    left.length > 0 && freePlaces(tx, performanceId, idsOf(left)),
    deleteHolds(
      tx,
      performanceId,
      expired.map(({ purchaseId }) => purchaseId),
    ),
  ]);
  return left.map(freed);
}

const idsOf = (places: readonly PlaceRow[]) => places.map(({ placeId }) => placeId);

/** An expired hold may have been replaced by another purchase's. */
const isHeldBy = (purchaseId: string, place: PlaceRow | undefined): boolean => place?.state === 'held' && place.purchaseId === purchaseId;
