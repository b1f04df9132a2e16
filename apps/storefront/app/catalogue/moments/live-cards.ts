import type { ShowCard } from '../card.ts';

/** When the clock changes the first of these cards; undefined when it changes none. */
export function nextMoment(shows: readonly Pick<ShowCard, 'changesAt'>[]): number | undefined {
  const moments = shows.flatMap(({ changesAt }) => changesAt ?? []);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

interface Before {
  /** The cards that were drawn or may be. */
  readonly shows: readonly ShowCard[];
  /** Shows that have no card yet, in the order in which they follow. */
  readonly toCome?: readonly Pick<ShowCard, 'id'>[];
}

/** What a list was answered with when it was read again. */
export interface ListedNow {
  readonly listed: readonly ShowCard[];
  /** The whole billboard, where it was read: it alone says that a show is gone. A show may leave a page of results for other reasons. */
  readonly billboard?: readonly ShowCard[];
}

/**
 * The shows as they are now, each where it was, so that no card moves under a pointer: new ones follow at the end, and a card of a show
 * that has left the billboard stays and says so. One that only the list has left stays as it was, and waits for nothing.
 */
export function inTheirPlaces({ shows, toCome = [] }: Before, { listed, billboard }: ListedNow): readonly ShowCard[] {
  const found = new Map(listed.map((show) => [show.id, show]));
  const known = new Map(billboard?.map((show) => [show.id, show]));
  const stay = shows.map((before): ShowCard => {
    const show = found.get(before.id) ?? known.get(before.id);
    if (!show) return { ...before, ...(billboard && { became: 'gone' }), changesAt: undefined };
    const isOpen = before.announced && !show.announced && !show.soldOut;
    return isOpen || (before.became === 'on_sale' && !show.announced) ? { ...show, became: 'on_sale' } : show;
  });
  const order = new Set([...shows, ...toCome, ...listed].map(({ id }) => id));
  return [...stay, ...[...order].slice(shows.length).flatMap((id) => found.get(id) ?? [])];
}

export interface CardNews {
  readonly id: number;
  readonly name: string;
  readonly kind: 'on_sale' | 'sold_out' | 'gone';
}

/** What a visitor is told of cards that changed; of several changes of one card the last. */
export function newsOf(before: readonly ShowCard[], now: readonly ShowCard[]): readonly CardNews[] {
  const known = new Map(before.map((show) => [show.id, show]));
  return now.flatMap(({ id, name, became, soldOut }): CardNews[] => {
    const earlier = known.get(id);
    if (!earlier) return [];
    if (became !== undefined && became !== earlier.became) return [{ id, name, kind: became }];
    return soldOut && !earlier.soldOut ? [{ id, name, kind: 'sold_out' }] : [];
  });
}
