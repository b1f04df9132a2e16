import { bestPromotion, type Candidate, type Judged, judgePromotion, type PromotionFacts } from './judge-promotions.ts';

/**
 * The promotions for the tickets of one performance, out of what each of them would do alone. One for all of them (FL-008); where the brand
 * mixes them, each ticket is reduced by one at most, different tickets by different ones, in the division that saves most. Pure; the
 * order of the tickets does not matter, and with the same saving fewer promotions win.
 */
export function choosePromotions(judged: readonly Judged[], tickets: readonly Candidate[], facts: PromotionFacts): readonly Judged[] {
  const best = bestPromotion(judged);
  if (!best) return [];
  const saving = judged.filter(({ saved }) => saved > 0);
  if (!facts.mixes || saving.length === 1) return [best];
  const mixed = divide(saving, tickets, facts);
  const saved = mixed.reduce((sum, each) => sum + each.saved, 0);
  return saved > best.saved ? mixed : [best];
}

/** Tickets that no promotion tells apart, by place. */
type Kind = readonly Candidate[];
/** How many tickets of each kind. */
type Counts = readonly number[];

/** Pairs of what one promotion gets and what it leaves, over all counts: 3^10 for ten tickets of ten kinds, and for three promotions. */
const MOST_DIVISIONS = 3 * 3 ** 10;

/**
 * A promotion that takes its share off each ticket by itself needs no search: what is left for such ones gets the best of them. Those
 * that depend on how many tickets they get, n for m and those with a limit, are tried with all counts of all kinds. Beyond
 * `MOST_DIVISIONS`, of which ten tickets and three such promotions never have more, only one of these is tried, with all tickets.
 */
function divide(saving: readonly Judged[], tickets: readonly Candidate[], facts: PromotionFacts): Judged[] {
  const kinds: Kind[] = [...Map.groupBy(tickets, ({ sectorId, priceTypeName, face }) => JSON.stringify([sectorId, priceTypeName, face]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => some.toSorted((a, b) => a.placeId - b.placeId));
  const dependsOnCount = ({ promotion: { id, kind } }: Judged) => kind === 'n_for_m' || facts.claims.has(id);
  const joint = saving.filter(dependsOnCount);
  const single = saving.filter((each) => !dependsOnCount(each));
  const bestOf = kinds.map((kind) => bestPromotion(single.map(({ promotion }) => judgePromotion(promotion, kind.slice(0, 1), facts))));
  const restSaves = (left: Counts) => left.reduce((sum, count, kind) => sum + count * (bestOf[kind]?.saved ?? 0), 0);

  const left = kinds.map((kind) => [...kind]);
  const take = (counts: Counts) => left.flatMap((kind, index) => kind.splice(0, counts[index] ?? 0));
  const shares = shareOut(kinds, { joint, restSaves, facts });
  const shared = joint.map(({ promotion }, index) => judgePromotion(promotion, take(shares[index] ?? []), facts));
  const alone = single.map(({ promotion }) => {
    const own = left.flatMap((kind, index) => (bestOf[index]?.promotion.id === promotion.id ? kind : []));
    return judgePromotion(promotion, own, facts);
  });
  return [...shared, ...alone].filter(({ saved }) => saved > 0);
}

interface ToShare {
  readonly joint: readonly Judged[];
  /** What tickets save that none of these gets. */
  readonly restSaves: (left: Counts) => number;
  readonly facts: PromotionFacts;
}

/** How many of each kind each promotion gets, so that all of them and the rest save most. */
function shareOut(kinds: readonly Kind[], { joint, restSaves, facts }: ToShare): Counts[] {
  const all: Counts = kinds.map(({ length }) => length);
  const divisions = all.reduce((product, count) => (product * (count + 1) * (count + 2)) / 2, 1);
  if (divisions * joint.length > MOST_DIVISIONS) {
    const best = bestPromotion(joint);
    const none = all.map(() => 0);
    return joint.map((each) => (each === best && each.saved > restSaves(all) ? all : none));
  }
  // Counts are numbers, digit by digit: less some of them is their difference.
  const steps = all.map((_, kind) => all.slice(0, kind).reduce((product, count) => product * (count + 1), 1));
  const countsOf = (index: number): Counts => steps.map((step, kind) => Math.floor(index / step) % ((all[kind] ?? 0) + 1));
  const whole = all.reduce((product, count) => product * (count + 1), 1) - 1;
  const every = Array.from({ length: whole + 1 }, (_, index) => countsOf(index));
  /** Those that are no more than these of any kind, from none on. */
  const within = every.map((counts) =>
    counts.reduce((found, count, kind) => found.flatMap((index) => upTo(count).map((some) => index + some * (steps[kind] ?? 0))), [0]),
  );
  // From the last promotion to the first: the most that it and those after it save with these tickets, and what it gets for that.
  let most = every.map(restSaves);
  const gets: number[][] = [];
  for (const { promotion } of joint.toReversed()) {
    const saves = every.map((counts) => judgePromotion(promotion, ticketsOf(kinds, counts), facts).saved);
    const after = most;
    const got = within.map((some, index) => {
      const savesWith = (given: number) => (saves[given] ?? 0) + (after[index - given] ?? 0);
      return some.reduce((best, given) => (savesWith(given) > savesWith(best) ? given : best), 0);
    });
    most = got.map((given, index) => (saves[given] ?? 0) + (after[index - given] ?? 0));
    gets.unshift(got);
  }
  let left = whole;
  return gets.map((got) => {
    const given = got[left] ?? 0;
    left -= given;
    return countsOf(given);
  });
}

const upTo = (count: number): number[] => Array.from({ length: count + 1 }, (_, some) => some);
const ticketsOf = (kinds: readonly Kind[], counts: Counts) => kinds.flatMap((kind, index) => kind.slice(0, counts[index] ?? 0));
