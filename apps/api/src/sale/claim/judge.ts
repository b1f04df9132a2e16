import type { LockedPlaces, PlaceRow } from '../queries-places.ts';
import type { Channel, Stage } from '../queries-purchases.ts';

/** What a claim is judged by. */
export interface Terms {
  /** From the first claim to the deadline. */
  readonly minutes: number;
  /** Places stay held this much longer than the deadline says, so that a click in its last second still counts. */
  readonly graceSeconds: number;
  /** Places that one purchase may hold in one performance. */
  readonly mostPlaces: number;
  /** Purchases that one customer of the shop may have going at a time; a counter has no such limit. */
  readonly mostPurchases: number;
}

/** Places of one performance, each with its price type at the same position. */
export interface PlaceSet {
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
}

/** One purchase's wish for places of one performance. */
export interface ClaimRequest<Option extends PlaceSet = PlaceSet> {
  readonly performanceId: number;
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Of the click: its repetition gets the first answer. */
  readonly claimKey: string;
  /** The purchase is to be started when it does not exist yet. */
  readonly fresh: boolean;
  /** The options were chosen for a buyer who asked for so many more: what the purchase holds already is not to be had again. */
  readonly chosen: boolean;
  /** The first of these that is free as a whole is held. Places that the buyer named are the only one. */
  readonly options: readonly Option[];
}

/** A purchase that a claim is for, as it was locked. */
export interface ClaimedPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly stage: Stage;
  readonly deadlineMs: number;
}

/** What a click was answered with. */
export interface Answered {
  /** Places that it added to its purchase. */
  readonly placeIds: readonly number[];
  readonly contiguous: boolean;
}

/** Everything that a batch is judged by; it stays as it is until the transaction ends. */
export interface LockedRows {
  readonly purchases: ReadonlyMap<string, ClaimedPurchase>;
  /** Purchases that exist and that another transaction has locked; only where locked rows are skipped. */
  readonly lockedElsewhere: ReadonlySet<string>;
  /** Purchases that did not exist when they were to be locked, and that another transaction has started since. */
  readonly startedMeanwhile: ReadonlySet<string>;
  /** By purchase, what the very click that asks now was answered with before. */
  readonly answered: ReadonlyMap<string, Answered>;
  /** How many places a purchase holds in the performance that it claims places of. */
  readonly holdSizes: ReadonlyMap<string, number>;
  /** Of each customer, the slots that running purchases take. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
  readonly places: LockedPlaces;
  /** Places that another transaction has locked, as they were before it; only where locked rows are skipped. */
  readonly placesElsewhere: LockedPlaces;
  /** The database's clock once all locks were held. */
  readonly nowMs: number;
}

/** All that was asked for is this purchase's from now on. */
export interface Won<Option extends PlaceSet = PlaceSet> {
  readonly kind: 'won';
  readonly request: ClaimRequest<Option>;
  readonly option: Option;
  /** Places that were not the purchase's before, with their price types. */
  readonly added: PlaceSet;
  /** The same places as they were locked. */
  readonly addedRows: readonly PlaceRow[];
  /** The purchase is started by this claim, and takes this slot of its customer; a counter's takes none. */
  readonly starts: { readonly slot: number | null } | null;
  readonly deadlineMs: number;
  readonly nowMs: number;
}

export type Lost =
  /** None of the options is free as a whole; `placeIds` are those that are not to be had. */
  | { readonly kind: 'taken'; readonly placeIds: readonly number[]; readonly rows: readonly PlaceRow[] }
  /** Another transaction has locked the purchase or a place: try again. */
  | { readonly kind: 'locked' }
  /** The purchase does not exist, or is another customer's. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'paying' }
  | { readonly kind: 'over'; readonly stage: Stage }
  | { readonly kind: 'too_many_places' }
  | { readonly kind: 'too_many_purchases' };

export type Verdict<Option extends PlaceSet = PlaceSet> =
  | Won<Option>
  /** The same click was answered before, with this. */
  | ({ readonly kind: 'repeated' } & Answered)
  /** Another transaction took the purchase's id or its customer's slot at the same moment: it has to be judged again. */
  | { readonly kind: 'conflict' }
  | Lost;

/**
 * Who gets what, in the order of the requests: an earlier one wins over a later one, each gets a whole option or nothing, and one
 * that loses costs the others nothing. Pure: everything it knows was locked by its caller. Requests are of different purchases.
 */
export function judge<Option extends PlaceSet>(
  requests: readonly ClaimRequest<Option>[],
  locked: LockedRows,
  terms: Pick<Terms, 'minutes' | 'mostPlaces' | 'mostPurchases'>,
): Verdict<Option>[] {
  /** By performance. */
  const given = new Map<number, Set<number>>();
  const slots = new Map<string, readonly number[]>(locked.slots);
  return requests.map((request) => {
    const purchase = locked.purchases.get(request.purchaseId);
    const answered = purchase ? standing(purchase, request, locked) : absent(request, locked);
    if (answered) return answered;

    const slot = purchase || request.channel !== 'online' ? null : freeSlot(slots.get(request.customerId), terms.mostPurchases);
    if (slot === undefined) return { kind: 'too_many_purchases' };

    const places = locked.places.get(request.performanceId) ?? none;
    const gone = given.get(request.performanceId) ?? new Set();
    const isOwn = (placeId: number) => places.get(placeId)?.purchaseId === request.purchaseId;
    const isFree = (placeId: number) =>
      !gone.has(placeId) && canHave(places.get(placeId), request.purchaseId, locked.nowMs) && !(request.chosen && isOwn(placeId));
    const option = request.options.find(({ placeIds }) => placeIds.every(isFree));
    if (!option) return lost(request, isFree, locked);

    const added = without(option, isOwn);
    if ((locked.holdSizes.get(request.purchaseId) ?? 0) + added.placeIds.length > terms.mostPlaces) return { kind: 'too_many_places' };

    for (const placeId of option.placeIds) gone.add(placeId);
    given.set(request.performanceId, gone);
    if (slot !== null) slots.set(request.customerId, [...(slots.get(request.customerId) ?? []), slot]);
    return {
      kind: 'won',
      request,
      option,
      added,
      addedRows: added.placeIds.flatMap((placeId) => places.get(placeId) ?? []),
      starts: purchase ? null : { slot },
      deadlineMs: purchase?.deadlineMs ?? locked.nowMs + terms.minutes * 60_000,
      nowMs: locked.nowMs,
    };
  });
}

/** Why a purchase that exists takes no more places; null when it does. */
function standing(
  purchase: ClaimedPurchase,
  { customerId }: ClaimRequest,
  { answered, nowMs }: Pick<LockedRows, 'answered' | 'nowMs'>,
): Verdict<never> | null {
  if (purchase.customerId !== customerId) return { kind: 'unknown' };
  const before = answered.get(purchase.id);
  if (before) return { kind: 'repeated', ...before };
  if (purchase.stage === 'paying') return { kind: 'paying' };
  if (purchase.stage !== 'open') return { kind: 'over', stage: purchase.stage };
  return purchase.deadlineMs > nowMs ? null : { kind: 'over', stage: 'expired' };
}

/** Null when a purchase that was not found is to be started. */
function absent({ purchaseId, fresh }: ClaimRequest, { lockedElsewhere, startedMeanwhile }: LockedRows): Verdict<never> | null {
  if (lockedElsewhere.has(purchaseId)) return { kind: 'locked' };
  // The slot that seems to be missing may be its own: the same click was won elsewhere a moment ago.
  if (startedMeanwhile.has(purchaseId)) return { kind: 'conflict' };
  return fresh ? null : { kind: 'unknown' };
}

/** The lowest slot that is not taken; undefined when all are. */
function freeSlot(taken: readonly number[] = [], most: number): number | undefined {
  for (let slot = 1; slot <= most; slot++) if (!taken.includes(slot)) return slot;
  return undefined;
}

const none: ReadonlyMap<number, PlaceRow> = new Map();

/** Free, or held until a time that is over, or the purchase's own already. */
export const canHave = (place: PlaceRow | undefined, purchaseId: string, nowMs: number): boolean =>
  place !== undefined &&
  (place.state === 'free' || (place.state === 'held' && (place.purchaseId === purchaseId || (place.heldUntilMs ?? 0) < nowMs)));

function lost({ performanceId, purchaseId, options }: ClaimRequest, isFree: (placeId: number) => boolean, locked: LockedRows): Lost {
  const places = locked.places.get(performanceId) ?? none;
  const elsewhere = locked.placesElsewhere.get(performanceId) ?? none;
  const wanted = [...new Set(options.flatMap(({ placeIds }) => placeIds))].filter((placeId) => !isFree(placeId));
  // A place that is only locked may be free in a moment.
  const placeIds = wanted.filter((placeId) => !canHave(elsewhere.get(placeId), purchaseId, locked.nowMs));
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
