import { type PaymentResult, Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import {
  type AttemptKey,
  type AttemptRow,
  bookLateReceipt,
  bookLateSale,
  lockAttempt,
  markCancelledOf,
  moveAttempt,
  type ProviderAnswer,
  returnMoney,
} from '../../payments/index.ts';
import type { Replacements } from '../choose/equal-places.ts';
import { mayTake } from '../claim/judge.ts';
import type { Stock } from '../live/stock.ts';
import { placeLabel } from '../price-purchase.ts';
import { lockOwnPurchase, lockPurchase, type OwnPurchase } from '../purchase.ts';
import {
  changed,
  freed,
  freePlaces,
  holdPlaces,
  type LockedPlaces,
  lockPlacesOf,
  type PlaceChanges,
  readPlaces,
  selectClock,
  setHoldEnds,
} from '../queries-places.ts';
import {
  findPurchases,
  type PlaceLabel,
  type PricedPurchase,
  type PurchaseHold,
  type PurchaseRow,
  replacePriced,
} from '../queries-purchases.ts';
import { moveStage } from '../stages.ts';
import type { SaleWorld, SettleWorld } from '../world.ts';
import { hasAll, holdAgain, placesHeldBy } from './held-places.ts';
import { findPayment } from './present-payment.ts';
import { endOffer, insertOffer, type OfferedChange, type OfferRow, readOffer, wouldLast } from './queries-offers.ts';
import { sellPurchases } from './sell.ts';

export interface EqualPlaces {
  /** By performance; those that keep their places are not in it. */
  readonly replacements: ReadonlyMap<number, Replacements>;
  /** What is printed for one of them. */
  readonly labelOf: (performanceId: number, placeId: number) => PlaceLabel;
}

/** An offer that ends sooner could not be read in time. */
const OFFER_AT_LEAST_SECONDS = 5 * 60;

/**
 * Equal places for those of a purchase that are gone, in all its performances or null (decision 012). Looked for with no
 * transaction open: whether they can be had is known when they are locked.
 */
export async function findEqualPlaces({ db, live }: Pick<SaleWorld, 'db' | 'live'>, purchaseId: string): Promise<EqualPlaces | null> {
  const [[purchase], lasts] = await Promise.all([findPurchases(db, [purchaseId]), wouldLast(db, purchaseId, OFFER_AT_LEAST_SECONDS)]);
  if (!purchase || !lasts) return null;
  const replacements = new Map<number, Replacements>();
  const stocks = new Map<number, Stock>();
  for (const { performanceId, placeIds } of purchase.holds) {
    const places = await readPlaces(db, performanceId, placeIds);
    const gone = places.filter((place) => !mayTake(place, purchaseId, purchase.nowMs)).map(({ placeId }) => placeId);
    if (gone.length === 0) continue;
    const [stock, found] = await Promise.all([
      live.stocks.get(performanceId),
      live.equalPlaces(performanceId, purchase.channel, { placeIds, gone }),
    ]);
    if (stock === null || found === null) return null;
    stocks.set(performanceId, stock);
    replacements.set(performanceId, found);
  }
  return { replacements, labelOf: (performanceId, placeId) => placeLabel(stocks.get(performanceId) as Stock, placeId) };
}

/** A purchase's holds with the places that stand for those that are gone. */
export const holdsWith = ({ holds }: PurchaseRow, equal: EqualPlaces): PurchaseHold[] =>
  holds.map((hold) => ({ ...hold, placeIds: hold.placeIds.map((place) => replacementOf(equal, hold.performanceId, place) ?? place) }));

const replacementOf = ({ replacements }: EqualPlaces, performanceId: number, placeId: number) =>
  replacements.get(performanceId)?.get(placeId);

interface Offering {
  /** Locked, as everything here. */
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly answer: ProviderAnswer;
  readonly equal: EqualPlaces;
  /** Those of the purchase and the equal ones. */
  readonly places: LockedPlaces;
  readonly graceSeconds: number;
}

/**
 * Holds equal places for a buyer whose own are gone, and says so by mail. The money is owed to the buyer until they have
 * answered (decision 012).
 */
export async function offerPlaces(tx: Tx, { purchase, attempt, answer, equal, places, graceSeconds }: Offering): Promise<PlaceChanges> {
  const { purchaseId, reference } = attempt;
  if (!purchase.priced) throw new Error('a purchase that is being paid has its price');
  const { until, untilMs } = await insertOffer(tx, { purchaseId, reference, changes: changesIn(purchase, equal) });
  const holds = holdsWith(purchase, equal);
  const left = placesHeldBy(purchase, places).own.filter(
    ({ performanceId, placeId }) => !holds.some((hold) => hold.performanceId === performanceId && hold.placeIds.includes(placeId)),
  );
  const leftIn = Map.groupBy(left, ({ performanceId }) => performanceId);
  const [held] = await Promise.all([
    holdAgain(tx, purchaseId, { holds, places, heldUntilMs: untilMs + graceSeconds * 1000 }),
    ...[...leftIn].map(([performanceId, some]) =>
      freePlaces(
        tx,
        performanceId,
        some.map(({ placeId }) => placeId),
      ),
    ),
    moveAttempt(tx, attempt, { to: 'offered', answer, checkAt: until }),
    bookLateReceipt(tx, attempt),
    moveStage(tx, [purchaseId], 'offered'),
    replacePriced(tx, purchaseId, pricedWith(purchase.priced, equal)),
    enqueue(tx, 'tell-of-offer', { purchaseId }, { key: `tell-of-offer.${purchaseId}` }),
  ]);
  return new Map([...held].map(([performanceId, rows]) => [performanceId, [...(leftIn.get(performanceId) ?? []).map(freed), ...rows]]));
}

const changesIn = ({ holds }: PurchaseRow, equal: EqualPlaces): OfferedChange[] =>
  holds.flatMap(({ performanceId, placeIds }) =>
    placeIds.flatMap((from) => {
      const to = replacementOf(equal, performanceId, from);
      return to === undefined ? [] : [{ performanceId, from, to }];
    }),
  );

/** Ticket by ticket the price that was paid, for the place that is offered. */
const pricedWith = (priced: PricedPurchase, equal: EqualPlaces): PricedPurchase => ({
  ...priced,
  tickets: priced.tickets.map((ticket) => {
    const { performanceId, placeId, row: _, seat: __, ...rest } = ticket;
    const other = replacementOf(equal, performanceId, placeId);
    return other === undefined ? ticket : { ...rest, performanceId, placeId: other, ...equal.labelOf(performanceId, other) };
  }),
});

interface Answered {
  readonly changes: PlaceChanges;
  /** The attempt whose money goes back. */
  readonly returning?: AttemptKey;
}

const asBefore: Answered = { changes: new Map() };

/** Sells the places offered, for the money that is there already; an offer that is over is refused and its money goes back. */
export async function acceptOffer(world: SaleWorld, own: OwnPurchase): Promise<PaymentResult> {
  const answered = await withLockTimeout(world.db, async (tx): Promise<Answered> => {
    const { purchase, offer } = await lockOffer(tx, own);
    if (offer.ending === 'accepted') return asBefore;
    if (offer.ending !== null) throw new Refusal('offer_over', { stage: purchase.stage });
    const key = { purchaseId: purchase.id, reference: offer.reference };
    const [places, [clock]] = await Promise.all([lockPlacesOf(tx, purchase.holds, 'wait'), selectClock(tx).execute()]);
    if (!offer.stands || !hasAll(purchase.id, purchase.holds, { places, nowMs: clock?.nowMs ?? 0 }))
      return { changes: await endOfferedPurchase(tx, purchase, { offer, key, ending: 'lapsed' }), returning: key };
    const attempt = await lockAttempt(tx, key);
    const [sold] = await Promise.all([
      sellPurchases(tx, [purchase], { areBilled: world.billing !== null }),
      endOffer(tx, purchase.id, 'accepted'),
      moveAttempt(tx, attempt, { to: 'approved' }),
      bookLateSale(tx, attempt),
    ]);
    return { changes: sold.get(purchase.id) ?? new Map() };
  });
  await finishAnswer(world, answered);
  if (answered.returning) throw new Refusal('offer_over', { stage: 'cancelled' });
  return findPayment(world, own);
}

/** Lets the places offered go and gives the money back; asked again, or after the offer has expired, it answers that the money goes back. */
export async function declineOffer(world: SaleWorld, own: OwnPurchase): Promise<PaymentResult> {
  const answered = await withLockTimeout(world.db, async (tx): Promise<Answered> => {
    const { purchase, offer } = await lockOffer(tx, own);
    if (offer.ending === 'accepted') throw new Refusal('offer_over', { stage: purchase.stage });
    if (offer.ending !== null) return asBefore;
    const key = { purchaseId: purchase.id, reference: offer.reference };
    const ending = offer.stands ? 'declined' : 'lapsed';
    return { changes: await endOfferedPurchase(tx, purchase, { offer, key, ending }), returning: key };
  });
  await finishAnswer(world, answered);
  return findPayment(world, own);
}

async function lockOffer(tx: Tx, own: OwnPurchase): Promise<{ purchase: PurchaseRow; offer: OfferRow }> {
  const purchase = await lockOwnPurchase(tx, own);
  const offer = await readOffer(tx, own.purchaseId);
  if (!offer) throw new Refusal('offer_over', { stage: purchase.stage });
  return { purchase, offer };
}

/** After the commit. Money that cannot go back just now is looked after by the worker. */
async function finishAnswer(world: SaleWorld, { changes, returning }: Answered): Promise<void> {
  world.live.changedAll(changes);
  if (returning) await returnMoney(world, returning);
}

/** Gives the money back when an offer does not stand any more; before that, and after it has ended, nothing happens. */
export async function expireOffer(world: SettleWorld, { purchaseId }: Pick<AttemptKey, 'purchaseId'>): Promise<void> {
  const expired = await world.db.begin(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    const offer = await readOffer(tx, purchaseId);
    if (!purchase || !offer || offer.ending !== null || offer.stands) return null;
    const key = { purchaseId, reference: offer.reference };
    return { key, changes: await endOfferedPurchase(tx, purchase, { offer, key, ending: 'lapsed' }) };
  });
  if (!expired) return;
  world.live.changedAll(expired.changes);
  await returnMoney(world, expired.key);
}

/** The offered places are released, and the money is on its way back. */
async function endOfferedPurchase(
  tx: Tx,
  purchase: PurchaseRow,
  { offer, key, ending }: { readonly offer: OfferRow; readonly key: AttemptKey; readonly ending: 'declined' | 'lapsed' },
): Promise<PlaceChanges> {
  const changes = await cancelWithoutPlaces(tx, purchase);
  const attempt = await lockAttempt(tx, key);
  if (offer.isCancelled) await markCancelledOf(tx, purchase.id);
  await Promise.all([endOffer(tx, purchase.id, ending), moveAttempt(tx, attempt, { to: 'returning' }), tellOfReturn(tx, key)]);
  return changes;
}

/** Paid too late: its places are another purchase's or not wanted, those that it still has expire at once, and its money goes back. */
export async function cancelWithoutPlaces(tx: Tx, purchase: PurchaseRow): Promise<PlaceChanges> {
  const [places, [clock]] = await Promise.all([
    lockPlacesOf(tx, purchase.holds, 'wait'),
    selectClock(tx).execute(),
    moveStage(tx, [purchase.id], 'cancelled'),
  ]);
  const heldUntilMs = clock?.nowMs ?? 0;
  const changes = Map.groupBy(
    placesHeldBy(purchase, places).own.map((place) => changed(place, { heldUntilMs })),
    ({ performanceId }) => performanceId,
  );
  await Promise.all([
    ...[...changes].map(([performanceId, held]) => holdPlaces(tx, performanceId, held)),
    ...purchase.holds.map(({ performanceId }) => setHoldEnds(tx, performanceId, [{ purchaseId: purchase.id, heldUntilMs }])),
  ]);
  return changes;
}

/** A mail to the buyer that their money goes back, once, and exactly when it does. */
export const tellOfReturn = (tx: Tx, { purchaseId, reference }: AttemptKey) =>
  enqueue(tx, 'tell-of-return', { purchaseId, reference }, { key: `tell-of-return.${reference}` });
