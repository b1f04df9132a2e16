import {
  isPrinted,
  makeReservation as makeReservationCall,
  Purchase,
  phoneProblem,
  Refusal,
  takeReservedPlaces,
  wireNameOf,
} from '@butaca/contract';
import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import { requireConfirmedAddress } from '../../customers/index.ts';
import { lockRunning, readRunning } from '../claim/queries-claim.ts';
import { dropHolds } from '../claim/release-places.ts';
import { releaseOlderSales } from '../counter.ts';
import { placesHeldBy, placesLost } from '../pay/held-places.ts';
import { findPurchase, presentPurchase } from '../present-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { lockOpenPurchase, lockOwnPurchase, lockPurchase, type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import { changed, freed, freePlaces, holdPlaces, lockPlaces, type PlaceChanges, type PlaceRow, writeHold } from '../queries-places.ts';
import { nameHolder, type PurchaseRow } from '../queries-purchases.ts';
import { moveBackToReserved, moveStage, moveToReserved, resumeReserved } from '../stages.ts';
import type { SaleWorld } from '../world.ts';
import { judgeReservation } from './judge-reservation.ts';
import { findReservations, lockReserving, type ReservationRow, readReservedBefore, writeReservation } from './queries-reservations.ts';
import { remindOfReservation } from './reminder.ts';

interface ReservationRequest extends OwnPurchase {
  readonly acceptsConditions: boolean;
  /** For whom a counter reserves. */
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
}

/** Keeps the places of an open purchase for days by the rule of its show. Repeated, it answers what was reserved. */
export async function reservePurchase(world: SaleWorld, { acceptsConditions, name, phone, ...own }: ReservationRequest): Promise<Purchase> {
  if (!acceptsConditions) throw new Refusal('terms_not_accepted');
  const seen = await requireOwnPurchase(world, own);
  if (seen.stage === 'reserved') return presentPurchase(seen, world);
  requireOpen(seen);
  const contact = contactOf(seen, { name, phone });
  const [hold, ...others] = seen.holds;
  if (!hold) throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(Purchase, 'performances'), reason: 'missing' }] });
  if (others.length > 0) throw new Refusal('cannot_reserve', { reason: 'several' });
  if (seen.products !== null) throw new Refusal('cannot_reserve', { reason: 'products' });
  const { performanceId } = hold;
  const stock = await world.live.onSale(performanceId, seen.channel);
  if (seen.channel === 'online' && world.confirmAddress === 'all') await requireConfirmedAddress(world.db, own.customerId);
  const priced = await pricePurchase({ ...seen, counterPrice: null }, world);

  const changes = await withLockTimeout(world.db, async (tx): Promise<PlaceChanges> => {
    await lockReserving(tx, performanceId);
    const running = await lockRunning(tx, own.customerId);
    const purchase = await lockOpenPurchase(tx, own);
    // Resumed and not paid: what was reserved before lasts as long as it did.
    if (purchase.reservedUntilMs !== null && purchase.reservedUntilMs > purchase.nowMs) {
      await moveBackToReserved(tx, [purchase.id]);
      return new Map();
    }
    if (JSON.stringify([purchase.holds, purchase.products]) !== JSON.stringify([seen.holds, seen.products]))
      throw new Refusal('busy', { retryAfterSeconds: 1 });
    const [before, slots, rows] = await Promise.all([
      readReservedBefore(tx, { performanceId, customerId: own.customerId }),
      readRunning(tx, [own.customerId]).execute(),
      lockPlaces(tx, performanceId, hold.placeIds, 'wait'),
    ]);
    if (slots.some(({ purchaseId }) => !running.some(({ id }) => id === purchaseId))) throw new Refusal('busy', { retryAfterSeconds: 1 });
    const { own: places, lost } = placesHeldBy(purchase, placesOf(performanceId, rows));
    if (lost.length > 0) throw placesLost(lost);
    const { untilMs, slot } = judgeReservation({
      ...(before[0] as (typeof before)[number]),
      channel: purchase.channel,
      rule: stock.sale.reservation,
      places: places.length,
      capacity: stock.venue.map.placeCount,
      slots: slots.map((each) => each.slot),
    });
    const heldUntilMs = untilMs + world.limits.graceSeconds * 1000;
    const held = places.map((place) => changed(place, { heldUntilMs }));
    await Promise.all([
      holdPlaces(tx, performanceId, held),
      writeHold(tx, performanceId, { ...hold, purchaseId: purchase.id, heldUntilMs }),
      moveToReserved(tx, { purchaseId: purchase.id, untilMs, slot }),
      contact.contactName !== null && nameHolder(tx, purchase.id, contact.contactName),
      writeReservation(tx, {
        purchaseId: purchase.id,
        customerId: own.customerId,
        performanceId,
        channel: purchase.channel,
        untilMs,
        priced,
        ...contact,
      }),
      purchase.channel === 'online' && tellOfReservation(tx, purchase.id, { nowMs: before[0]?.nowMs ?? 0, untilMs }),
    ]);
    return new Map([[performanceId, held]]);
  });
  world.live.changedAll(changes);
  return findPurchase(world, own);
}

const placesOf = (performanceId: number, rows: readonly PlaceRow[]) =>
  new Map([[performanceId, new Map(rows.map((row) => [row.placeId, row]))]]);

type Contact = Pick<ReservationRow, 'contactName' | 'contactPhone'>;

/** A counter reserves for a name and a phone; a customer for the account. */
function contactOf({ channel }: PurchaseRow, { name, phone }: Pick<ReservationRequest, 'name' | 'phone'>): Contact {
  if (channel === 'online') return { contactName: null, contactPhone: null };
  const wrongPhone = phoneProblem(phone ?? '');
  const fields = [
    ...(name && isPrinted(name) ? [] : [{ field: 'name', reason: name ? 'unprintable' : 'missing' } as const]),
    ...(wrongPhone === null ? [] : [{ field: 'phone', reason: wrongPhone } as const]),
  ];
  if (fields.length > 0)
    throw new Refusal('invalid_input', {
      fields: fields.map(({ field, reason }) => ({ name: wireNameOf(makeReservationCall.body, field), reason })),
    });
  return { contactName: name ?? null, contactPhone: phone ?? null };
}

/** The mail that confirms it, and the reminder. */
async function tellOfReservation(tx: Tx, purchaseId: string, times: { nowMs: number; untilMs: number }): Promise<void> {
  await Promise.all([
    enqueue(tx, 'tell-of-reservation', { purchaseId, news: 'made' }, { key: `reservation.made.${purchaseId}` }),
    remindOfReservation(tx, purchaseId, times),
  ]);
}

interface Resumption extends OwnPurchase {
  readonly performanceId: number;
  /** The places to be paid; left out, all of them. */
  readonly placeIds?: readonly number[] | undefined;
  /** The log-in of a clerk. */
  readonly counter?: string | undefined;
}

const UNIQUE_VIOLATION = '23505';

/**
 * Makes a reservation an open purchase again, to be paid like any other; of a part, the other places go back on sale at once. Repeated
 * while it is open, it changes nothing.
 */
export async function resumeReservation(world: SaleWorld, { performanceId, placeIds, counter, ...caller }: Resumption): Promise<Purchase> {
  const stock = await world.live.payable(performanceId);
  const clerk = counter === undefined ? undefined : { customerId: caller.customerId, counter };
  const changes = await withLockTimeout(world.db, async (tx): Promise<PlaceChanges> => {
    const { purchase, isReservation } = await lockReservation(tx, caller);
    const hold = purchase.holds.find((each) => each.performanceId === performanceId);
    if (!isReservation) throw new Refusal('not_found');
    requireKept(purchase);
    if (!hold) throw new Refusal('not_found');
    if (placeIds?.some((place) => !hold.placeIds.includes(place)))
      throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(takeReservedPlaces.body, 'placeIds'), reason: 'invalid' }] });
    const dropped = placeIds ? hold.placeIds.filter((place) => !placeIds.includes(place)) : [];
    if (dropped.length > 0 && !(stock.sale.reservation?.partPayable ?? false)) throw new Refusal('cannot_reserve', { reason: 'whole' });

    const { own: places, lost } = placesHeldBy(
      purchase,
      placesOf(performanceId, await lockPlaces(tx, performanceId, hold.placeIds, 'wait')),
    );
    if (lost.length > 0) throw placesLost(lost);
    const isRunning = purchase.stage === 'open' && purchase.deadlineMs > purchase.nowMs;
    if (isRunning && clerk && clerk.customerId !== purchase.customerId) throw new Refusal('busy', { retryAfterSeconds: 1 });
    const deadlineMs = isRunning ? purchase.deadlineMs : purchase.nowMs + world.limits.minutes * 60_000;
    const heldUntilMs = Math.max(purchase.reservedUntilMs ?? 0, deadlineMs) + world.limits.graceSeconds * 1000;
    const gone = places.filter(({ placeId }) => dropped.includes(placeId));
    const kept = places.filter(({ placeId }) => !dropped.includes(placeId)).map((place) => changed(place, { heldUntilMs }));
    const paid = hold.placeIds.flatMap((placeId, index) => (dropped.includes(placeId) ? [] : [index]));
    if (purchase.stage === 'open' && !isRunning) await moveBackToReserved(tx, [purchase.id]);
    await Promise.all([
      gone.length > 0 && freePlaces(tx, performanceId, dropped),
      holdPlaces(tx, performanceId, kept),
      writeHold(tx, performanceId, {
        purchaseId: purchase.id,
        placeIds: paid.map((index) => hold.placeIds[index] as number),
        priceTypeIds: paid.map((index) => hold.priceTypeIds[index] as number),
        heldUntilMs,
      }),
      !isRunning && resumeReserved(tx, { purchaseId: purchase.id, clerk, nowMs: purchase.nowMs, deadlineMs }),
    ]);
    return new Map([[performanceId, [...gone.map(freed), ...kept]]]);
  }).catch((error: unknown) => {
    // Another sale of the clerk started at the same moment.
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new Refusal('busy', { retryAfterSeconds: 1 }) : error;
  });
  world.live.changedAll(changes);
  if (clerk) await releaseOlderSales(world, caller, clerk.counter);
  return findPurchase(world, caller);
}

/** Locks a purchase that may be a reservation: of this customer, or for a clerk of any counter. */
async function lockReservation(tx: Tx, own: OwnPurchase): Promise<{ purchase: PurchaseRow; isReservation: boolean }> {
  const [reservation] = await findReservations(tx, [own.purchaseId]);
  const purchase =
    own.channel === 'box_office' && reservation?.channel === 'box_office'
      ? await lockPurchase(tx, own.purchaseId)
      : await lockOwnPurchase(tx, own);
  if (!purchase) throw new Refusal('not_found');
  return { purchase, isReservation: reservation !== undefined };
}

/** Refuses a reservation that is being paid, has ended, or is past its time. */
function requireKept({ stage, reservedUntilMs, deadlineMs, nowMs }: PurchaseRow): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'reserved' && stage !== 'open') throw new Refusal('purchase_over', { stage });
  if ((reservedUntilMs ?? 0) <= nowMs && !(stage === 'open' && deadlineMs > nowMs))
    throw new Refusal('purchase_over', { stage: 'expired' });
}

/** Ends a reservation that is not being paid; its places go back on sale. Repeated, it changes nothing. */
export async function cancelReservation(world: SaleWorld, own: OwnPurchase): Promise<Purchase> {
  const changes = await withLockTimeout(world.db, async (tx): Promise<PlaceChanges> => {
    const { purchase, isReservation } = await lockReservation(tx, own);
    if (!isReservation) throw new Refusal('not_found');
    if (purchase.stage === 'cancelled') return new Map();
    requireKept(purchase);
    await moveStage(tx, [purchase.id], 'cancelled');
    return dropHolds(tx, purchase.id, purchase.holds);
  });
  world.live.changedAll(changes);
  const row = await world.readPurchase(own.purchaseId);
  const [reservation] = await findReservations(world.db, [own.purchaseId]);
  if (!row || !reservation) throw new Refusal('not_found');
  return presentPurchase({ ...row, priced: reservation.priced }, world);
}
