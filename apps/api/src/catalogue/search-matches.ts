import { daysSince2000, type SearchIndex, UNLISTED } from './search-index.ts';

/** A word of shows that counts for a typed one. */
export interface MeantWord {
  readonly id: number;
  /** From 1 to 100. */
  readonly closeness: number;
}

interface SearchFilters {
  readonly typeIds: readonly number[] | null;
  readonly venueId: number | null;
  /** Days in the time of the venue, both included: `2026-11-21`. */
  readonly from: string | null;
  readonly until: string | null;
  /** In minor units. */
  readonly maxPrice: number | null;
}

interface Criteria {
  /** What each typed word stands for; a show fits when it has a word for each. Without any, all of them fit. */
  readonly meant: readonly (readonly MeantWord[])[];
  readonly filters: SearchFilters;
  readonly nowMs: number;
  /** Ids of performances that are; read where there is a price to compare. */
  readonly soldOut: ReadonlySet<number>;
}

/**
 * Ids of a page of listed shows with a performance to come that passes the filters, and how many there are in all: the best fit first,
 * then the one with the earliest such performance, then by id.
 */
export function findMatches(index: SearchIndex, criteria: Criteria, { limit, offset }: { limit: number; offset: number }) {
  const { shows, performances } = index;
  const count = performances.ids.length;
  const scores = scoresOf(index, criteria);
  const firstPassing = performanceFinder(index, criteria);
  // One number per match that sorts as the matches do: a higher score first, then an earlier turn.
  const keys = new Float64Array(shows.ids.length);
  let total = 0;
  for (let show = 0; show < scores.length; show++) {
    const score = scores[show] ?? UNFIT;
    if (score === UNFIT) continue;
    const turn = firstPassing(show);
    if (turn === undefined) continue;
    keys[total] = turn - score * count;
    total += 1;
  }
  const page = keys
    .subarray(0, total)
    .sort()
    .subarray(offset, offset + limit);
  const turns = Array.from(page, (key) => ((key % count) + count) % count);
  return { ids: turns.map((turn) => shows.ids[performances.shows[turn] ?? 0] ?? 0), total };
}

const UNFIT = -1;

/** Per show the sum over the typed words of how well the best of its own words fits. */
function scoresOf({ shows, showWords }: SearchIndex, { meant, filters: { typeIds } }: Criteria): Int32Array {
  const scores = shows.typeIds.map((typeId) => (typeIds === null || typeIds.includes(typeId) ? 0 : UNFIT));
  for (const candidates of meant) {
    const best = new Int32Array(scores.length);
    for (const { id, closeness } of candidates) {
      const { first, end } = showWords.ranges.get(id) ?? { first: 0, end: 0 };
      for (let at = first; at < end; at++) {
        const show = showWords.shows[at] ?? 0;
        if (show !== UNLISTED) best[show] = Math.max(best[show] ?? 0, (showWords.weights[at] ?? 0) * closeness);
      }
    }
    for (let show = 0; show < scores.length; show++) {
      const [score = UNFIT, more = 0] = [scores[show], best[show]];
      scores[show] = score === UNFIT || more === 0 ? UNFIT : score + more;
    }
  }
  return scores;
}

/** Finds the turn of a show's earliest performance to come that passes the filters. */
function performanceFinder(index: SearchIndex, criteria: Criteria): (show: number) => number | undefined {
  const { turns, firsts } = index.performances.byShow;
  const { startsAt } = index.performances;
  const passes = performanceFilter(index, criteria);
  return (show) => {
    const end = firsts[show + 1] ?? 0;
    for (let at = firsts[show] ?? 0; at < end; at++) {
      const turn = turns[at] ?? 0;
      if ((startsAt[turn] ?? 0) > criteria.nowMs && passes(turn)) return turn;
    }
    return undefined;
  };
}

function performanceFilter(index: SearchIndex, criteria: Criteria): (turn: number) => boolean {
  const { venueIds, days } = index.performances;
  const { venueId, from, until, maxPrice } = criteria.filters;
  const first = from === null ? -Infinity : daysSince2000(from);
  const last = until === null ? Infinity : daysSince2000(until);
  const isAffordable = maxPrice === null ? () => true : priceFilter(index, criteria, maxPrice);
  return (turn) => {
    const day = days[turn] ?? 0;
    return (venueId === null || venueIds[turn] === venueId) && day >= first && day <= last && isAffordable(turn);
  };
}

/** As on the billboard, a performance that is sold out has no price while its show has others that are not. */
function priceFilter({ performances }: SearchIndex, { soldOut, nowMs }: Criteria, maxPrice: number): (turn: number) => boolean {
  const { ids, shows, startsAt, lowestPrices, byShow } = performances;
  const isSoldOut = (turn: number) => soldOut.has(ids[turn] ?? 0);
  const isOnOffer = (show: number) =>
    byShow.turns.subarray(byShow.firsts[show], byShow.firsts[show + 1]).some((turn) => (startsAt[turn] ?? 0) > nowMs && !isSoldOut(turn));
  return (turn) => {
    const price = lowestPrices[turn] ?? -1;
    return price >= 0 && price <= maxPrice && (!isSoldOut(turn) || !isOnOffer(shows[turn] ?? 0));
  };
}
