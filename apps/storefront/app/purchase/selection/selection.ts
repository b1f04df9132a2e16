import { ClickKey } from '@butaca/browser/click-key.ts';
import { createStore, derive, type Store } from '@butaca/browser/create-store.ts';
import { elapsedMs, serverClock } from '@butaca/browser/server-clock.ts';
import type { Client, HeldPlace, Outcome, PlacesRule, Purchase, QuantityRequest, Taken } from '@butaca/contract';
import { changeSector, setPlaces, takeMore, takePlaces, takeQuantities } from '@butaca/contract/places';
import { roomIn } from '@butaca/contract/rules/places-limit';
import { isKeyReused } from '../../calls/key-reused.ts';
import type { ChosenPlace } from '../clock/chosen-before.ts';
import type { PurchaseClock } from '../clock/create-clock.ts';
import { placesOf } from '../clock/held-store.ts';
import { limitOf, type PlacesRules } from '../limits.ts';
import { type Announcement, mayContinueAfter, problemOf, withAnnouncement } from './announcements.ts';
import type { AvailabilityFeed } from './availability-feed.ts';
import {
  countAfter,
  createWishQueue,
  isTakingBest,
  type PlaceLabel,
  pendingIn,
  type TappedPlace,
  tapped,
  typeAskedFor,
  type WantedSeat,
  type Wish,
  type Wishes,
  wished,
} from './wishes.ts';

/** Taps within this time are one step, whose results are shown together: the next result does not replace a loss unread. */
const ONE_STEP_MS = 3000;

/** The second and third of quick taps on the same button: an order is given once. */
const REPEATED_TAP_MS = 700;

/** How long an equal place is held for who lost one, and how many are tried. */
const INSTEAD_MS = 30_000;
const MOST_TRIES = 2;

/** Where the purchase is started: at a counter, or in the shop. */
export type Seller = 'counter' | 'shop';

interface SelectionWorld {
  readonly performanceId: number;
  readonly seller: Seller;
  /** What limits its places; the server says what else the account has once it was asked. */
  readonly rules: Store<PlacesRules>;
  /** Called when the server has refused places for another limit than this page knows. */
  readonly onLimit: () => void;
  /** Called with places of a purchase that ended which are another's by now. */
  readonly onGone: (placeIds: readonly number[]) => void;
  /** Owns what this browser's purchase holds; every answer goes there. */
  readonly clock: Pick<PurchaseClock, 'get' | 'subscribe' | 'started' | 'refresh' | 'withoutPlaces'>;
  readonly feed: Pick<AvailabilityFeed, 'correct' | 'refresh'>;
  readonly client: () => Promise<Pick<Client, 'call'>>;
  /** Called without a session, or after a fault of the server. */
  readonly logIn: (failed: boolean) => void;
}

export interface SelectionState {
  /** The purchase that is continued; null when the first place will start one. */
  readonly purchase: Purchase | null;
  /** The places of this performance that it holds, each with the price type that was last asked for. */
  readonly places: readonly HeldPlace[];
  /** Their ids, and those of places that are about to be taken or given back. */
  readonly mine: ReadonlySet<number>;
  readonly pending: ReadonlySet<number>;
  /** Places that the purchase may still take, and the limit that says so. */
  readonly room: number;
  readonly limit: PlacesRule;
  readonly busy: boolean;
}

interface Announcements {
  readonly shown: readonly Announcement[];
  readonly latest: Announcement | null;
}

/** An equal place in stead of a lost one, held while the buyer decides. */
export interface Instead {
  readonly place: HeldPlace;
  /** In this browser's time. */
  readonly until: number;
}

/** The names of the places that a claim did not get. */
function labelsIn(wish: Wish, lost: readonly number[]): readonly PlaceLabel[] {
  if (wish.kind === 'take') return [wish.label];
  return wish.kind === 'again' ? wish.places.filter(({ placeId }) => lost.includes(placeId)).map(({ label }) => label) : [];
}

/** Seats by their ids; places without a number by their sector and price type, since one is as good as the other. */
function wantedAgain(chosen: readonly ChosenPlace[]): { seats: readonly WantedSeat[]; quantities: readonly QuantityRequest[] } {
  const seats: WantedSeat[] = [];
  const quantities = new Map<string, QuantityRequest>();
  for (const { placeId, sectorId, sectorName, row, seat, priceTypeId } of chosen) {
    if (row !== undefined || seat !== undefined) {
      seats.push({ placeId, priceTypeId, label: { section: sectorName, row: row ?? null, seat: seat ?? null } });
      continue;
    }
    const key = `${sectorId} ${priceTypeId}`;
    quantities.set(key, { sectorId, priceTypeId, quantity: (quantities.get(key)?.quantity ?? 0) + 1 });
  }
  return { seats, quantities: [...quantities.values()] };
}

/** The held places, with the unanswered wishes applied. */
export function overlay(
  purchase: Purchase | null,
  wishes: Wishes,
  { performanceId, rules }: { readonly performanceId: number; readonly rules: PlacesRules },
): SelectionState {
  const held = placesOf(purchase, performanceId);
  const ids = held.map(({ placeId }) => placeId);
  const limit = limitOf(rules, purchase, performanceId);
  return {
    purchase,
    places: held.map((place) => ({ ...place, priceTypeId: typeAskedFor(wishes, place.placeId) ?? place.priceTypeId })),
    mine: new Set(ids),
    pending: new Set(pendingIn(wishes)),
    room: Math.max(0, held.length + roomIn(limit) - countAfter(wishes, ids)),
    limit,
    busy: wishes.sent !== null,
  };
}

/** A counter adds only to box office purchases; one that was started in the shop stays untouched. */
const usable = (purchase: Purchase | null, seller: Seller): Purchase | null =>
  purchase?.stage === 'open' && (seller === 'shop' || purchase.type === 'box') ? purchase : null;

type ClaimOutcome = Outcome<typeof takePlaces | typeof takeQuantities | typeof takeMore | typeof setPlaces | typeof changeSector>;

export type Selection = ReturnType<typeof createSelection>;

/** The places of one performance in the buyer's purchase. Only the server changes them: a place counts once it is held. */
export function createSelection({ performanceId, seller, rules, onLimit, onGone, clock, feed, client, logIn }: SelectionWorld) {
  const announcements = createStore<Announcements>({ shown: [], latest: null });
  const instead = createStore<Instead | null>(null);
  let deciding: ReturnType<typeof setTimeout> | undefined;
  let announcedAt = 0;
  /** When the best places were asked for last; long ago once that was refused, so that the next press counts at once. */
  let tookAt = -Infinity;
  const click = new ClickKey();

  const openPurchase = () => usable(clock.get().purchase, seller);
  const limitNow = () => limitOf(rules.get(), openPurchase(), performanceId);
  const heldNow = () => placesOf(openPurchase(), performanceId);
  const idsNow = () => heldNow().map(({ placeId }) => placeId);
  const queue = createWishQueue({ mine: idsNow, send: (wish) => fulfil(wish).finally(feed.refresh) });
  const state = derive([clock, queue, rules], ({ purchase }, wishes, now) =>
    overlay(usable(purchase, seller), wishes, { performanceId, rules: now }),
  );

  function announce(next: Announcement) {
    announcedAt = elapsedMs();
    announcements.set({ shown: withAnnouncement(announcements.get().shown, next), latest: next });
  }

  /** Sends one change and applies its answer; false when the waiting wishes are dropped. */
  async function fulfil(wish: Wish): Promise<boolean> {
    const held = heldNow();
    const outcome = await ask(wish, held).catch(() => null);
    if (outcome?.status === 'ok') {
      await clock.started(outcome.data.purchase, performanceId);
      applied(wish, held, outcome.data);
      return true;
    }
    if (wish.kind === 'best') tookAt = -Infinity;
    if (outcome?.status === 'unauthorised' || outcome?.status === 'fault') {
      logIn(outcome.status === 'fault');
      return false;
    }
    // The page frame already shows that there was no answer, or that nothing was done.
    if (outcome?.status === 'ERROR' || (outcome && isKeyReused(outcome))) return false;
    const problem = problemOf(outcome?.status === 'refusal' ? outcome : null);
    if (problem.kind === 'most') onLimit();
    if (problem.kind === 'over' || problem.kind === 'paying') await clock.refresh();
    if (problem.kind === 'taken') {
      feed.correct(problem.placeIds, false);
      announce({ kind: 'problem', problem: { ...problem, labels: labelsIn(wish, problem.placeIds) } });
      if (wish.kind === 'take') await holdInstead(wish);
      if (wish.kind === 'again') takeOthersAgain(wish.places, problem.placeIds);
    } else {
      announce({ kind: 'problem', problem });
    }
    return mayContinueAfter(problem);
  }

  function applied(wish: Wish, held: readonly HeldPlace[], { purchase, placeIds, contiguous }: Taken) {
    if (wish.kind === 'move')
      feed.correct(
        held.map(({ placeId }) => placeId).filter((id) => !idsNow().includes(id)),
        true,
      );
    if (wish.kind === 'take' || wish.kind === 'again' || wish.kind === 'best' || wish.kind === 'move') {
      const places = placesOf(purchase, performanceId).filter(({ placeId }) => placeIds.includes(placeId));
      announce({ kind: 'held', places, apart: !contiguous });
    }
    const given = held.find(({ placeId }) => wish.kind === 'give' && placeId === wish.placeId);
    if (!given) return;
    feed.correct([given.placeId], true);
    announce({ kind: 'given', place: given });
    if (purchase.quantity.total === 0 && queue.get().waiting.length === 0) void clock.withoutPlaces(purchase.id);
  }

  /** Holds a place as good as the lost one, for who has asked for nothing else since. */
  async function holdInstead({ equals, label }: TappedPlace) {
    if (!equals || instead.get() || queue.get().waiting.length > 0) return;
    for (const placeId of equals().slice(0, MOST_TRIES)) {
      const outcome = await ask({ kind: 'take', placeId, label }, heldNow()).catch(() => null);
      if (outcome?.status === 'ok') {
        await clock.started(outcome.data.purchase, performanceId);
        const place = placesOf(outcome.data.purchase, performanceId).find((one) => one.placeId === placeId);
        if (place) instead.set({ place, until: serverClock.now() + INSTEAD_MS });
        deciding = setTimeout(declineInstead, INSTEAD_MS);
        return;
      }
      if (outcome?.status !== 'refusal' || outcome.failure !== 'places_taken') return;
      feed.correct([placeId], false);
    }
  }

  function decided(): HeldPlace | undefined {
    const place = instead.get()?.place;
    clearTimeout(deciding);
    instead.set(null);
    return place;
  }

  function keepInstead() {
    const place = decided();
    if (place) announce({ kind: 'held', places: [place], apart: false });
  }

  function declineInstead() {
    const place = decided();
    if (place && idsNow().includes(place.placeId)) give(place);
  }

  /** What is held belongs to the choice: two more of the best places are others once the first two are known to be held. */
  async function ask(wish: Wish, held: readonly HeldPlace[]): Promise<ClaimOutcome | null> {
    const purchase = openPurchase();
    const call = click.keyed(
      (await client()).call,
      held.map(({ placeId }) => placeId),
    );
    const params = { purchaseId: purchase?.id ?? '' };
    if (wish.kind === 'take' || wish.kind === 'best') {
      const placeIds = wish.kind === 'take' ? [wish.placeId] : undefined;
      const quantities = wish.kind === 'best' ? [...wish.quantities] : undefined;
      if (purchase) return call(takeMore, { params, body: { performanceId, placeIds, quantities } });
      const type = seller === 'counter' ? ('box' as const) : undefined;
      if (placeIds) return call(takePlaces, { body: { performanceId, type, placeIds } });
      return call(takeQuantities, { body: { performanceId, type, quantities: quantities ?? [] } });
    }
    if (wish.kind === 'again') {
      const placeIds = wish.places.map(({ placeId }) => placeId);
      const priceTypeIds = wish.places.map(({ priceTypeId }) => priceTypeId);
      if (purchase) return call(takeMore, { params, body: { performanceId, placeIds, priceTypeIds } });
      return call(takePlaces, { body: { performanceId, placeIds, priceTypeIds } });
    }
    if (!purchase) return null;
    if (wish.kind === 'move') return call(changeSector, { params, body: { performanceId, sectorId: wish.sectorId } });
    // The purchase's places of this performance become exactly these, each with its price type (C-20).
    const { placeId } = wish;
    const places =
      wish.kind === 'give'
        ? held.filter((place) => place.placeId !== placeId)
        : held.map((place) => (place.placeId === placeId ? { ...place, priceTypeId: wish.priceTypeId } : place));
    const placeIds = places.map((place) => place.placeId);
    return call(setPlaces, { params, body: { performanceId, placeIds, priceTypeIds: places.map((place) => place.priceTypeId) } });
  }

  function change(next: ReturnType<typeof wished>) {
    if (!queue.get().sent && elapsedMs() - announcedAt > ONE_STEP_MS) announcements.set({ ...announcements.get(), shown: [] });
    if (next !== 'most') return queue.change(next);
    announce({ kind: 'problem', problem: { kind: 'most', ...limitNow() } });
    // What the account has elsewhere may be less by now: the next click counts with it.
    onLimit();
  }

  /** So many of the best places: once, however often the button is pressed until they are there. */
  function take(quantities: readonly QuantityRequest[]) {
    if (isTakingBest(queue.get()) || elapsedMs() - tookAt < REPEATED_TAP_MS) return;
    tookAt = elapsedMs();
    add({ kind: 'best', quantities });
  }

  const hand = () => ({ mine: idsNow(), most: heldNow().length + roomIn(limitNow()) });
  const add = (wish: Wish) => change(wished(queue.get(), wish, hand()));
  const isInstead = (placeId: number) => instead.get()?.place.placeId === placeId;
  /** A tap on the place that is held instead of a lost one takes it: whoever was about to choose it does not lose it by that. */
  function tap(place: TappedPlace) {
    if (isInstead(place.placeId)) keepInstead();
    else if (place.alone && seller === 'shop') announce({ kind: 'problem', problem: { kind: 'companion' } });
    else change(tapped(queue.get(), place, hand()));
  }
  function give({ placeId, sectorName, row, seat }: HeldPlace) {
    if (isInstead(placeId)) decided();
    change(tapped(queue.get(), { placeId, label: { section: sectorName, row: row ?? null, seat: seat ?? null } }, hand()));
  }
  /** Undoes a return: the place is asked for again, with the price type that it had. */
  function takeBack(place: HeldPlace) {
    const { shown, latest } = announcements.get();
    announcements.set({ shown: shown.filter((one) => one.kind !== 'given' || one.place.placeId !== place.placeId), latest });
    const { placeId, sectorName, row, seat, priceTypeId } = place;
    add({ kind: 'take', placeId, label: { section: sectorName, row: row ?? null, seat: seat ?? null } });
    add({ kind: 'type', placeId, priceTypeId });
  }

  /** What a purchase had that ended: the same seats, and as many places of sectors without numbers; what the buyer has already is left out. */
  function takeAgain(chosen: readonly ChosenPlace[]) {
    const mine = new Set([...idsNow(), ...pendingIn(queue.get())]);
    const { seats, quantities } = wantedAgain(chosen.filter(({ placeId }) => !mine.has(placeId)));
    if (seats.length > 0) add({ kind: 'again', places: seats });
    if (quantities.length > 0 && !isTakingBest(queue.get())) add({ kind: 'best', quantities });
  }

  /** The server names all that it does not give, so that this ends. */
  function takeOthersAgain(places: readonly WantedSeat[], gone: readonly number[]) {
    onGone(gone);
    const others = places.filter(({ placeId }) => !gone.includes(placeId));
    if (others.length > 0 && others.length < places.length) add({ kind: 'again', places: others });
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    announcements,
    takeAgain,
    /** Takes a place, or gives it back when it is, or is about to be, the buyer's. */
    tap,
    give,
    takeBack,
    instead,
    keepInstead,
    declineInstead,
    take,
    moveTo: (sectorId: number) => add({ kind: 'move', sectorId }),
    setPriceType: ({ placeId }: HeldPlace, priceTypeId: number) => add({ kind: 'type', placeId, priceTypeId }),
    /** Called when the page is left. */
    leave() {
      queue.drop();
      declineInstead();
    },
  };
}
