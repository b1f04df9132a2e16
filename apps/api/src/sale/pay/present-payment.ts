import type { LanguageCode } from '@butaca/brand/languages';
import type { CardResult, FirstCard, HeldPlace, NextAction, PaymentOutcome, PaymentResult, PlacesOffer, Purchase } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import {
  type AttemptRow,
  type AttemptState,
  amountIn,
  attemptsOf,
  balanceIn,
  type GivenBack,
  type LatestAttempt,
  mayCallOff,
  maySlip,
  type NextStep,
  readWait,
} from '../../payments/index.ts';
import { textsOf } from '../../texts/index.ts';
import { readPayableUntil } from '../checkout/queries-slow-payments.ts';
import { type Stock, seatOf } from '../live/stock.ts';
import { presentPurchase } from '../present-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import { readHoldEnds } from '../queries-places.ts';
import { type PurchaseRow, readLastPriced } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { type OfferedChange, readOffer } from './queries-offers.ts';

/** What a buyer is told of each state; one that is not known yet is never successful (PO-010). */
const outcomes: Readonly<Record<AttemptState, PaymentOutcome>> = {
  started: 'processing',
  unknown: 'unknown',
  pending: 'pending',
  processing: 'processing',
  approved: 'approved',
  offered: 'offered',
  secured: 'secured',
  declined: 'declined',
  cancelled: 'cancelled',
  returning: 'late',
  reversed: 'refunded',
  refunded: 'refunded',
};

export const outcomeOf = (state: AttemptState): PaymentOutcome => outcomes[state];

/** What has become of the payment of a purchase of this customer, read now. */
export async function findPayment(world: SaleWorld, own: OwnPurchase): Promise<PaymentResult> {
  const [purchase, attempt] = await Promise.all([requireOwnPurchase(world, own), world.attempts.latestOf(own.purchaseId)]);
  return presentPayment(world, purchase, attempt, own.language);
}

/** Cancelled, and a reservation keeps the places: it may be paid later (PO-009). */
const isResumable = ({ stage, reservedUntilMs, nowMs }: PurchaseRow, state: AttemptState): boolean =>
  state === 'cancelled' && (stage === 'open' || stage === 'reserved') && reservedUntilMs !== null && reservedUntilMs > nowMs;

/** A payment as its buyer sees it; one that never started counts as cancelled, and says so. */
export async function presentPayment(
  world: SaleWorld,
  row: PurchaseRow,
  attempt: (AttemptRow & Partial<Pick<LatestAttempt, 'givenBack'>>) | undefined,
  language: LanguageCode = world.languages.language,
): Promise<PaymentResult> {
  const isWithoutPlaces = row.stage === 'expired' || (row.stage === 'cancelled' && attempt !== undefined && isForCancelled(attempt));
  const purchase = await presentPurchase(isWithoutPlaces ? await asItWas(world, row) : row, world);
  if (!attempt) return { outcome: 'cancelled', isUntried: true, purchase };
  const { state, instalments, brand, lastFour, givenBack } = attempt;
  const isCancelled = isForCancelled(attempt);
  const fromBalance = balanceIn(attempt);
  const outcome = isResumable(row, state) ? 'resumable' : state === 'approved' && givenBack?.isAll ? 'refunded' : outcomes[state];
  const offer = outcome === 'offered' ? await presentOffer(world, purchase) : null;
  const isUnpaid = outcome === 'declined' || outcome === 'cancelled' || outcome === 'resumable';
  const wait = isUnpaid && attempt.slowUntilMs !== null ? await readWait(world.db, attempt) : undefined;
  const waited = wait?.hasWaited ?? false;
  const delivery = outcome === 'approved' && row.deliveryTypeId !== null ? await world.deliveries.find(row.deliveryTypeId) : undefined;
  const first = attempt.part === 2 && state === 'approved' ? await firstCardOf(world, row.id) : undefined;
  return {
    outcome,
    ...(outcome === 'declined' ? presentDecline(world, attempt, language, { waited }) : {}),
    ...(waited ? { waited } : {}),
    ...(waited && wait?.mayStillCome ? { mayStillCome: true } : {}),
    ...(outcome === 'processing' ? presentWaiting(attempt) : {}),
    ...(isCancelled ? { isPerformanceCancelled: true } : {}),
    ...(outcome === 'pending' || waited ? presentSlip(world, attempt) : {}),
    ...(outcome === 'pending' && !isCancelled && typeof attempt.kept.slip === 'string' ? { slip: attempt.kept.slip } : {}),
    ...(outcome === 'pending' && !isCancelled ? presentHeld(world, (await readHoldEnds(world.db, [row.id])).get(row.id)) : {}),
    ...(await presentCallOff(world, attempt)),
    ...presentMethod(world, attempt, language),
    ...(outcome === 'secured' ? await presentSecured(world, row, { attempt, language }) : {}),
    ...(await presentCards(world, row.id, { attempt, outcome })),
    amount: amountIn(attempt) + (first?.amount ?? 0),
    ...(first ? { firstCard: first } : {}),
    ...(fromBalance > 0 ? { fromBalance } : {}),
    instalments,
    ...(brand === null || lastFour === null ? {} : { brand, lastFour }),
    ...(offer ? { offer } : {}),
    ...(delivery ? { deliveryKind: delivery.row.kind } : {}),
    ...presentGivenBack(givenBack),
    // Until orders have a life of their own, an order is its purchase.
    ...(state === 'approved' || outcome === 'late' || outcome === 'refunded' ? { orderId: row.id } : {}),
    ...(row.orderNumber === null ? {} : { orderNumber: formatOrderNumber(row.orderNumber) }),
    purchase,
  };
}

/** Whether it came to nothing, or will, because a performance was cancelled before it was paid. */
export const isForCancelled = ({ state, isPerformanceCancelled }: AttemptRow): boolean => isPerformanceCancelled && state !== 'approved';

/** One that cost nothing gives nothing back. */
const presentGivenBack = (givenBack: GivenBack | null | undefined): Pick<PaymentResult, 'refunded' | 'unproven' | 'isUnderWay'> =>
  givenBack
    ? {
        refunded: givenBack.amount,
        ...(givenBack.unproven > 0 ? { unproven: givenBack.unproven } : {}),
        ...(givenBack.isUnderWay ? { isUnderWay: true } : {}),
      }
    : {};

/** With the prices of its last payment attempt: a purchase that is over holds no places, and its buyer is still told which ones they were. */
const asItWas = async ({ db }: Pick<SaleWorld, 'db'>, row: PurchaseRow): Promise<PurchaseRow> => ({
  ...row,
  priced: row.priced ?? (await readLastPriced(db, row.id)),
});

/** What is waited for. The bank asks whoever has the link of their own card: the buyer is told that it does, and not what (decision 068). */
const presentWaiting = ({ next, byLink }: AttemptRow): Pick<PaymentResult, 'next' | 'payerIsAsked'> =>
  byLink
    ? { next: { kind: 'wait' }, ...(next && next.kind !== 'wait' ? { payerIsAsked: true } : {}) }
    : { next: presentStep(next ?? { kind: 'wait' }) };

/** Until when what is being paid keeps its places; nothing once it does not. */
export const presentHeld = ({ limits }: Pick<SaleWorld, 'limits'>, untilMs: number | undefined): { heldUntil?: number } =>
  untilMs === undefined ? {} : { heldUntil: Math.round(untilMs - limits.graceSeconds * 1000) };

/** Whether and to what end a payment that waits may be called off by its buyer. */
export const presentCallOff = async (
  { db, payments }: Pick<SaleWorld, 'db' | 'payments'>,
  attempt: AttemptRow,
): Promise<{ mayCallOff?: true; payableUntil?: number }> =>
  !attempt.isPerformanceCancelled && mayCallOff(attempt, payments.providers.get(attempt.provider))
    ? { mayCallOff: true, payableUntil: Math.round(await readPayableUntil(db, attempt.purchaseId)) }
    : {};

/** Whether its buyer may have been given something to pay with. */
export const presentSlip = ({ payments }: Pick<SaleWorld, 'payments'>, attempt: AttemptRow): { maySlip?: true } =>
  maySlip(attempt, payments.providers.get(attempt.provider)) ? { maySlip: true } : {};

/** The method by its name, where no card says more. */
export function presentMethod(
  { methodName }: Pick<SaleWorld, 'methodName'>,
  { brand, paymentMethodId }: AttemptRow,
  language: LanguageCode,
): { method?: string } {
  const method = brand === null ? methodName(paymentMethodId, language) : undefined;
  return method === undefined ? {} : { method };
}

/** What the buyer of a purchase whose first card has paid its part has still to do, and why another card did not. */
async function presentSecured(
  world: SaleWorld,
  { id, total }: PurchaseRow,
  { attempt: { amount, checkAtMs }, language }: { readonly attempt: AttemptRow; readonly language: LanguageCode },
) {
  const [last] = await attemptsOf(world.db, id);
  return {
    ...(last?.state === 'declined' && last.part === 2 ? presentDecline(world, last, language) : {}),
    missing: (total ?? 0) - amount,
    ...(checkAtMs === null ? {} : { until: Math.round(checkAtMs - world.limits.graceSeconds * 1000) }),
  };
}

/** What the first of two cards paid; undefined where one paid all. */
export async function firstCardOf({ db }: Pick<SaleWorld, 'db'>, purchaseId: string): Promise<FirstCard | undefined> {
  const paid = (await attemptsOf(db, purchaseId)).find(({ part, state }) => part === 1 && state === 'approved');
  return paid && presentCard(paid);
}

const cameToNothing: readonly PaymentOutcome[] = ['declined', 'cancelled', 'resumable', 'late', 'refunded'];

/** Each of two cards, where one had been charged and the purchase was not sold: that money goes back, and the other card was not charged. */
async function presentCards(
  { db }: Pick<SaleWorld, 'db'>,
  purchaseId: string,
  { attempt, outcome }: { readonly attempt: AttemptRow; readonly outcome: PaymentOutcome },
): Promise<{ cards?: CardResult[] }> {
  if (attempt.part === 0 || attempt.state === 'approved' || !cameToNothing.includes(outcome)) return {};
  const tried = (await attemptsOf(db, purchaseId)).filter(({ part }) => part > 0);
  const lastOther = tried.find(({ part }) => part === 2);
  const cards = tried.filter((each) => isReturned(each) || each === lastOther);
  if (!cards.some(isReturned)) return {};
  return {
    cards: cards.reverse().map((card) => ({
      outcome: outcomes[card.state],
      ...presentCard(card),
      ...(card.isUnproven && isReturned(card) ? { isUnproven: true } : {}),
    })),
  };
}

const isReturned = ({ state }: AttemptRow): boolean => state === 'returning' || state === 'reversed' || state === 'refunded';

const presentCard = ({ amount, brand, lastFour }: AttemptRow): FirstCard => ({
  amount,
  ...(brand === null || lastFour === null ? {} : { brand, lastFour }),
});

export const presentStep = (next: NextStep): NextAction =>
  'fields' in next ? { ...next, fields: Object.entries(next.fields).map(([name, value]) => ({ name, value })) } : next;

/** With what a buyer may do about it; no more than that, for a stranger's card may be tried out here (decision 025). */
const presentDecline = (
  world: Pick<SaleWorld, 'payments' | 'cardTries'>,
  attempt: AttemptRow,
  language: LanguageCode,
  { waited = false }: { readonly waited?: boolean } = {},
) => ({
  ...(waited
    ? {}
    : { message: textsOf(language).answers(`decline.${isByCard(world, attempt) ? '' : 'wallet.'}${attempt.declineReason ?? 'other'}`) }),
  triesLeft: Math.max(0, world.cardTries.perPurchase - (attempt.declineCount ?? 1)),
});

/** Typed here, or at the provider's own card form; whatever card a wallet charges is between it and its owner. */
const isByCard = ({ payments }: Pick<SaleWorld, 'payments'>, { brand, paymentMethodId }: AttemptRow): boolean =>
  brand !== null || payments.methods.find(({ id }) => id === paymentMethodId)?.kind !== 'wallet';

/** What is offered to a buyer whose places were gone, place for place; null when nothing waits for their answer. */
export async function presentOffer({ db, stockOf }: SaleWorld, purchase: Purchase): Promise<PlacesOffer | null> {
  const offer = await readOffer(db, purchase.id);
  if (!offer || offer.ending !== null) return null;
  const byPerformance = [...Map.groupBy(offer.changes, ({ performanceId }) => performanceId)];
  return {
    until: Math.round(offer.untilMs),
    changes: await Promise.all(
      byPerformance.map(async ([performanceId, changes]) => {
        const stock = await stockOf(performanceId);
        const places = purchase.performances.find(({ id }) => id === performanceId)?.places ?? [];
        const offered = changes.flatMap(({ to }) => places.find(({ placeId }) => placeId === to) ?? []);
        return { performanceId, offered, chosen: stock ? offered.map((place) => chosenFor(place, changes, stock)) : [] };
      }),
    ),
  };
}

/** Equal in everything but where it is. */
function chosenFor({ row: _, seat: __, ...place }: HeldPlace, changes: readonly OfferedChange[], stock: Stock): HeldPlace {
  const placeId = changes.find(({ to }) => to === place.placeId)?.from ?? place.placeId;
  const { sector: ___, ...seat } = seatOf(stock, placeId);
  return { ...place, placeId, ...seat };
}
