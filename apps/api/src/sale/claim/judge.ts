import type { LanguageCode } from '@butaca/brand/languages';
import { type PlacesRule, Refusal } from '@butaca/contract';
import { type Click, isAnotherAct } from '#db/used-key';
import { isOwnedBy } from '../../orders/index.ts';
import type { LockedPlaces, PlaceRow } from '../queries-places.ts';
import type { Channel, Stage } from '../queries-purchases.ts';
import {
  type ClaimLimits,
  type Crowd,
  type CrowdHoldings,
  crowdKey,
  type Holdings,
  isCrowded,
  limitPassed,
  type PlacesLimits,
  withAdded,
} from './limits.ts';

/** Places of one performance, each with its price type at the same position. */
export interface PlaceSet {
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
}

/** One purchase's claim on places of one performance. */
export interface ClaimRequest<Option extends PlaceSet = PlaceSet> {
  readonly performanceId: number;
  /** Of the map that its places were chosen from; left out, whichever it has. */
  readonly mapHash?: string | undefined;
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Its buyer's, when it starts a purchase. */
  readonly language?: LanguageCode | undefined;
  /** The show's own limit of places per customer; left out, the brand's holds. */
  readonly mostPerCustomer?: number | undefined;
  /** The network that it comes from, when many places of the performance were taken from there. */
  readonly crowd?: Crowd | undefined;
  /** When the buyer joined the performance's waiting room, if there was one. */
  readonly promisedAtMs?: number | null | undefined;
  /** Other running purchases of the customer, as far as they are known: locked with this one. */
  readonly beside?: readonly string[] | undefined;
  /** The idempotency key of the click: a repeated click gets the first answer. */
  readonly claimKey: string;
  /** What it asked with the key that the client sent; left out without one. */
  readonly click?: Click | undefined;
  /** The purchase that a click with this key would have started, when this claim starts none. */
  readonly startedId?: string | undefined;
  /** True when the purchase is started if it does not exist yet. */
  readonly fresh: boolean;
  /** True when the server picked the options for a number of additional places: places that the purchase already holds do not count as free. */
  readonly chosen: boolean;
  /** The first option whose places are all free is held. Places that the buyer named make the only option. */
  readonly options: readonly Option[];
}

/** The locked row of the purchase that claims. */
export interface ClaimedPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly channel: Channel;
  readonly stage: Stage;
  readonly deadlineMs: number;
  /** It was reserved before: its places are those of the reservation. */
  readonly isReservation?: boolean;
}

/** What says whether a purchase is over. */
export interface StageNow {
  readonly stage: Stage;
  /** Its deadline has passed. */
  readonly isLate: boolean;
}

/** The answer that a click got. */
export interface Answered {
  /** Places that the click added to its purchase. */
  readonly placeIds: readonly number[];
  readonly contiguous: boolean;
}

/** What a click asked; null of one of before there were hashes. */
export interface AskedBefore {
  readonly asked: string | null;
}

/** The rows that a batch is judged by, locked until the transaction ends. */
export interface LockedRows extends Holdings {
  readonly purchases: ReadonlyMap<string, ClaimedPurchase>;
  /** Existing purchases that another transaction has locked; filled only when locked rows are skipped. */
  readonly lockedElsewhere: ReadonlySet<string>;
  /** Customers who have a running purchase that is not locked, with all of theirs: what they hold may be changing. */
  readonly unsettled: ReadonlyMap<string, readonly string[]>;
  /** By purchase, the answer that this same click got earlier. */
  readonly answered: ReadonlyMap<string, Answered & AskedBefore>;
  /** By purchase, what its click's key was used for. Where no answer is kept, that was another call or another purchase, unless the purchase is over. */
  readonly used: ReadonlyMap<string, readonly AskedBefore[]>;
  readonly crowds: CrowdHoldings;
  readonly places: LockedPlaces;
  /** Last committed rows of places that another transaction has locked; filled only when locked rows are skipped. */
  readonly placesElsewhere: LockedPlaces;
  /** The database's clock once all locks were held. */
  readonly nowMs: number;
}

/** The purchase gets all places of one option. */
export interface Won<Option extends PlaceSet = PlaceSet> {
  readonly kind: 'won';
  readonly request: ClaimRequest<Option>;
  readonly option: Option;
  /** Places that the purchase did not hold before, with their price types. */
  readonly added: PlaceSet;
  /** The locked rows of these places. */
  readonly addedRows: readonly PlaceRow[];
  /** The crowd that the places are counted for from now on. */
  readonly crowd: Crowd | null;
  /** Set when this claim starts the purchase, with the customer's slot that it takes. */
  readonly starts: { readonly slot: number } | null;
  readonly deadlineMs: number;
  readonly nowMs: number;
}

export type Lost =
  /** No option is completely free; `placeIds` are the taken places. */
  | { readonly kind: 'taken'; readonly placeIds: readonly number[]; readonly rows: readonly PlaceRow[] }
  /** Another transaction has locked the purchase or a place: try again. */
  | { readonly kind: 'locked' }
  /** The purchase does not exist, or is another customer's. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'paying' }
  | { readonly kind: 'over'; readonly stage: Stage }
  | ({ readonly kind: 'too_many_places' } & PlacesRule)
  | { readonly kind: 'too_many_purchases' }
  /** A reservation takes no more places. */
  | { readonly kind: 'reservation' }
  /** The click's key was used before with something else asked. */
  | { readonly kind: 'key_reused' }
  /** The accounts of its network that have never paid hold as much of the performance as they may. */
  | { readonly kind: 'crowded' };

export type Verdict<Option extends PlaceSet = PlaceSet> =
  | Won<Option>
  /** The same click was answered earlier, with this answer. */
  | ({ readonly kind: 'repeated' } & Answered)
  /**
   * It has to be judged again: another transaction took the purchase's id or its customer's slot at the same moment, or the customer has
   * other running purchases, which have to be locked `beside` it.
   */
  | { readonly kind: 'conflict'; readonly beside?: readonly string[] }
  | Lost;

type JudgedLimits = PlacesLimits & Pick<ClaimLimits, 'minutes' | 'mostPurchases'>;

/**
 * Judges requests in their order: an earlier one wins over a later one, and each gets a whole option or nothing. Pure: the caller
 * has locked and read `locked`. The requests are of different purchases.
 */
export function judge<Option extends PlaceSet>(
  requests: readonly ClaimRequest<Option>[],
  locked: LockedRows,
  limits: JudgedLimits,
): Verdict<Option>[] {
  /** Places given to earlier requests, by performance. */
  const given = new Map<number, Set<number>>();
  const running = new Map(locked.running);
  /** Keys that earlier requests have won with: each is of another purchase. */
  const keys = new Set<string>();
  const crowds = { proven: locked.crowds.proven, held: new Map(locked.crowds.held) };
  return requests.map((request) => {
    const purchase = locked.purchases.get(request.purchaseId);
    const answered = purchase ? standing(purchase, request, locked) : absent(request, locked);
    if (answered) return answered;
    const key = request.click && `${request.customerId} ${request.click.key}`;
    if (key !== undefined && keys.has(key)) return { kind: 'key_reused' };
    const beside = locked.unsettled.get(request.customerId);
    if (beside) return { kind: 'conflict', beside };

    const own = running.get(request.customerId) ?? [];
    const slot = purchase ? null : freeSlot(own, request.channel === 'online' ? limits.mostPurchases : Number.POSITIVE_INFINITY);
    if (slot === undefined) return { kind: 'too_many_purchases' };

    const places = locked.places.get(request.performanceId) ?? none;
    const gone = given.get(request.performanceId) ?? new Set();
    const isOwn = (placeId: number) => places.get(placeId)?.purchaseId === request.purchaseId;
    const isFree = (placeId: number) =>
      !gone.has(placeId) && mayTake(places.get(placeId), request.purchaseId, locked.nowMs) && !(request.chosen && isOwn(placeId));
    const option = request.options.find(({ placeIds }) => placeIds.every(isFree));
    if (!option) return lost(request, isFree, locked);

    const added = without(option, isOwn);
    const count = added.placeIds.length;
    const passed = count > 0 && limitPassed({ running, bought: locked.bought }, { ...request, more: count }, limits);
    if (passed) return { kind: 'too_many_places', ...passed };
    if (isCrowded(request, crowds, count)) return { kind: 'crowded' };
    const crowd = request.crowd && !crowds.proven.has(request.customerId) ? request.crowd : null;

    if (key !== undefined) keys.add(key);
    for (const placeId of option.placeIds) gone.add(placeId);
    given.set(request.performanceId, gone);
    if (crowd) crowds.held.set(crowdKey(crowd), (crowds.held.get(crowdKey(crowd)) ?? 0) + count);
    running.set(request.customerId, withAdded(own, request, { count, slot }));
    return {
      kind: 'won',
      request,
      option,
      added,
      addedRows: added.placeIds.flatMap((placeId) => places.get(placeId) ?? []),
      crowd,
      starts: slot === null ? null : { slot },
      deadlineMs: purchase?.deadlineMs ?? locked.nowMs + limits.minutes * 60_000,
      nowMs: locked.nowMs,
    };
  });
}

/** The verdict for a purchase that exists but takes no more places; null when it takes them. */
function standing(
  purchase: ClaimedPurchase,
  request: ClaimRequest,
  { answered, used, nowMs }: Pick<LockedRows, 'answered' | 'used' | 'nowMs'>,
): Verdict<never> | null {
  if (!isOwnedBy(purchase, request)) return { kind: 'unknown' };
  const now = { stage: purchase.stage, isLate: purchase.deadlineMs <= nowMs };
  const before = answered.get(purchase.id);
  if (before) return verdictOfRepeated(request, before, now);
  // With the same asked, it is a later click of a purchase that is over, which has forgotten its answers.
  if (used.get(purchase.id)?.some(({ asked }) => asked !== request.click?.asked)) return { kind: 'key_reused' };
  if (purchase.stage === 'paying') return { kind: 'paying' };
  return overBy(now) ?? (purchase.isReservation ? { kind: 'reservation' } : null);
}

/** The verdict for a purchase whose places are its buyer's no longer, or for good; null for one that is open or being paid. */
const overBy = ({ stage, isLate }: StageNow): Verdict<never> | null => {
  if (stage === 'paying') return null;
  if (stage !== 'open') return { kind: 'over', stage };
  return isLate ? { kind: 'over', stage: 'expired' } : null;
};

/** The verdict for a purchase that was not found; null when the claim may start it. */
function absent(request: ClaimRequest, { lockedElsewhere, used }: LockedRows): Verdict<never> | null {
  const { purchaseId, fresh } = request;
  if (lockedElsewhere.has(purchaseId)) return { kind: 'locked' };
  if (!fresh) return { kind: 'unknown' };
  return used.has(purchaseId) ? { kind: 'key_reused' } : null;
}

/** The verdict for a click whose key was answered before. That answer says that places are held, so it ends with the purchase. */
export const verdictOfRepeated = (
  { click }: Pick<ClaimRequest, 'click'>,
  { placeIds, contiguous, asked }: Answered & AskedBefore,
  purchase: StageNow,
): Verdict<never> => {
  if (click && isAnotherAct(asked, click.asked)) return { kind: 'key_reused' };
  return overBy(purchase) ?? { kind: 'repeated', placeIds, contiguous };
};

/** The lowest free slot; undefined when all are taken. */
export function freeSlot(running: readonly { readonly slot: number }[], most: number): number | undefined {
  for (let slot = 1; slot <= most; slot++) if (!running.some((purchase) => purchase.slot === slot)) return slot;
  return undefined;
}

const none: ReadonlyMap<number, PlaceRow> = new Map();

/** Whether the purchase may take the place: it is free, its hold has expired, or the purchase holds it already. */
export const mayTake = (place: PlaceRow | undefined, purchaseId: string, nowMs: number): boolean =>
  place !== undefined &&
  (place.state === 'free' || (place.state === 'held' && (place.purchaseId === purchaseId || (place.heldUntilMs ?? 0) < nowMs)));

function lost({ performanceId, purchaseId, options }: ClaimRequest, isFree: (placeId: number) => boolean, locked: LockedRows): Lost {
  const places = locked.places.get(performanceId) ?? none;
  const elsewhere = locked.placesElsewhere.get(performanceId) ?? none;
  const wanted = [...new Set(options.flatMap(({ placeIds }) => placeIds))].filter((placeId) => !isFree(placeId));
  // A place that is locked but not taken may become free: it is no reason to refuse.
  const placeIds = wanted.filter((placeId) => !mayTake(elsewhere.get(placeId), purchaseId, locked.nowMs));
  if (placeIds.length === 0) return { kind: 'locked' };
  return {
    kind: 'taken',
    placeIds,
    rows: placeIds.flatMap((placeId) => places.get(placeId) ?? elsewhere.get(placeId) ?? []),
  };
}

function without({ placeIds, priceTypeIds }: PlaceSet, isOwn: (placeId: number) => boolean): PlaceSet {
  if (!placeIds.some(isOwn)) return { placeIds, priceTypeIds };
  const kept = placeIds.flatMap((placeId, index) => (isOwn(placeId) ? [] : [index]));
  return { placeIds: kept.map((index) => placeIds[index] as number), priceTypeIds: kept.map((index) => priceTypeIds[index] as number) };
}

/** As long as other buyers of the network may take to pay for what they hold. */
const CROWDED_RETRY_SECONDS = 60;

/** The refusal that the buyer of a lost claim gets. */
export function refusalOf(lost: Lost, { mostPurchases }: Pick<ClaimLimits, 'mostPurchases'>): Refusal {
  switch (lost.kind) {
    case 'taken':
      return new Refusal('places_taken', { placeIds: [...lost.placeIds] });
    case 'locked':
      return new Refusal('busy', { retryAfterSeconds: 1 });
    case 'paying':
      return new Refusal('purchase_paying');
    case 'over':
      return new Refusal('purchase_over', { stage: lost.stage });
    case 'too_many_places':
      return new Refusal('too_many_places', { limit: lost.limit, most: lost.most, has: lost.has });
    case 'too_many_purchases':
      return new Refusal('too_many_purchases', { most: mostPurchases });
    case 'reservation':
      return new Refusal('cannot_reserve', { reason: 'fixed' });
    case 'crowded':
      return new Refusal('crowded_network', { retryAfterSeconds: CROWDED_RETRY_SECONDS });
    case 'key_reused':
      return new Refusal('key_reused');
    case 'unknown':
      return new Refusal('not_found');
  }
}
