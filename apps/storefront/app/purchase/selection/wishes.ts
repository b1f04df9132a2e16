import { createStore } from '@butaca/browser/create-store.ts';
import type { QuantityRequest } from '@butaca/contract';

/** A place's name, as far as it has one. */
export interface PlaceLabel {
  readonly section: string;
  readonly row: string | null;
  readonly seat: string | null;
}

/** A tapped place, with its name in case it is lost. */
export interface TappedPlace {
  readonly placeId: number;
  readonly label: PlaceLabel;
  /** Free places as good as this one, the nearest first, for when it is lost. */
  readonly equals?: () => readonly number[];
  /** A companion's seat, and no wheelchair space is chosen beside it. */
  readonly alone?: boolean;
}

/** A seat that is asked for again. */
export interface WantedSeat {
  readonly placeId: number;
  readonly priceTypeId: number;
  readonly label: PlaceLabel;
}

/** A change of the buyer's places that one call makes. */
export type Wish =
  | ({ readonly kind: 'take' } & TappedPlace)
  | { readonly kind: 'best'; readonly quantities: readonly QuantityRequest[] }
  /** Seats that a purchase had which ended, each with its price type: all of them, or none. */
  | { readonly kind: 'again'; readonly places: readonly WantedSeat[] }
  /** All places move to the best ones of another sector, or none does. */
  | { readonly kind: 'move'; readonly sectorId: number }
  | { readonly kind: 'give'; readonly placeId: number }
  | { readonly kind: 'type'; readonly placeId: number; readonly priceTypeId: number };

/** Unanswered wishes: the one that was sent, and those waiting in order. */
export interface Wishes {
  readonly sent: Wish | null;
  readonly waiting: readonly Wish[];
}

export const noWishes: Wishes = { sent: null, waiting: [] };

/** The buyer's places now, and how many there may be. */
export interface Hand {
  readonly mine: readonly number[];
  readonly most: number;
}

/**
 * A tap takes a place, or gives it back when it is, or is about to be, the buyer's; a wish for it that is still waiting is
 * dropped instead. 'most' when there is no room for another place.
 */
export function tapped({ sent, waiting }: Wishes, place: TappedPlace, hand: Hand): Wishes | 'most' {
  const { placeId } = place;
  const undone = waiting.filter((wish) => !changes(wish, placeId));
  if (undone.length < waiting.length) return { sent, waiting: undone.filter((wish) => !concerns(wish, placeId)) };
  const { places } = afterAll({ sent, waiting }, hand.mine);
  const wish: Wish = places.has(placeId) ? { kind: 'give', placeId } : { kind: 'take', ...place };
  return wished({ sent, waiting }, wish, hand);
}

/** 'most' when the buyer would have too many places once everything is done. */
export function wished({ sent, waiting }: Wishes, wish: Wish, { mine, most }: Hand): Wishes | 'most' {
  const next = { sent, waiting: [...waiting, wish] };
  const adds = wish.kind === 'take' || wish.kind === 'best' || wish.kind === 'again';
  return adds && afterAll(next, mine).count > most ? 'most' : next;
}

/** Sends the next wish that still applies: a place that was lost is not given back. */
export function sendNext({ waiting }: Wishes, mine: readonly number[]): Wishes {
  const first = waiting.findIndex((wish) => isOfNoPlace(wish) || mine.includes(wish.placeId) !== (wish.kind === 'take'));
  return first < 0 ? noWishes : { sent: waiting[first] ?? null, waiting: waiting.slice(first + 1) };
}

/** Places that are about to become the buyer's or to be given back. */
export const pendingIn = (wishes: Wishes): number[] => [
  ...new Set(
    all(wishes).flatMap((wish) => {
      if (wish.kind === 'again') return wish.places.map(({ placeId }) => placeId);
      return wish.kind === 'take' || wish.kind === 'give' ? [wish.placeId] : [];
    }),
  ),
];

/** The price type that a place will have, where one was asked for. */
export const typeAskedFor = (wishes: Wishes, placeId: number): number | undefined =>
  all(wishes)
    .flatMap((wish) => (wish.kind === 'type' && wish.placeId === placeId ? [wish.priceTypeId] : []))
    .at(-1);

/** How many places the buyer has once every wish is fulfilled. */
export const countAfter = (wishes: Wishes, mine: readonly number[]): number => afterAll(wishes, mine).count;

/** Whether a number of the best places is being asked for. */
export const isTakingBest = (wishes: Wishes): boolean => all(wishes).some(({ kind }) => kind === 'best');

const all = ({ sent, waiting }: Wishes): readonly Wish[] => (sent ? [sent, ...waiting] : waiting);

const isOfNoPlace = (wish: Wish): wish is Extract<Wish, { kind: 'again' | 'best' | 'move' }> =>
  wish.kind === 'again' || wish.kind === 'best' || wish.kind === 'move';
const concerns = (wish: Wish, placeId: number) => !isOfNoPlace(wish) && wish.placeId === placeId;
const changes = (wish: Wish, placeId: number) => wish.kind !== 'type' && concerns(wish, placeId);

function afterAll(wishes: Wishes, mine: readonly number[]): { places: ReadonlySet<number>; count: number } {
  const places = new Set(mine);
  let more = 0;
  for (const wish of all(wishes)) {
    if (wish.kind === 'take') places.add(wish.placeId);
    if (wish.kind === 'again') for (const { placeId } of wish.places) places.add(placeId);
    if (wish.kind === 'give') places.delete(wish.placeId);
    if (wish.kind === 'best') more += wish.quantities.reduce((sum, { quantity }) => sum + quantity, 0);
  }
  return { places, count: places.size + more };
}

interface QueueWorld {
  /** Ids of the places that the buyer has now. */
  readonly mine: () => readonly number[];
  /** Sends the change; false drops the waiting wishes. Never rejects. */
  readonly send: (wish: Wish) => Promise<boolean>;
}

/** Sends the buyer's wishes one after the other: a lost claim does not affect the others. */
export function createWishQueue({ mine, send }: QueueWorld) {
  const wishes = createStore(noWishes);

  async function run(first: Wishes) {
    wishes.set(sendNext(first, mine()));
    for (let { sent } = wishes.get(); sent; { sent } = wishes.get()) {
      const mayContinue = await send(sent);
      wishes.set(sendNext(mayContinue ? wishes.get() : noWishes, mine()));
    }
  }

  return {
    get: wishes.get,
    subscribe: wishes.subscribe,
    change(next: Wishes) {
      if (wishes.get().sent) wishes.set(next);
      else void run(next);
    },
    /** Drops the wishes that have not been sent, when the page is left. */
    drop: () => wishes.set({ ...wishes.get(), waiting: [] }),
  };
}
