import type { Lane } from '@butaca/fair-queue';
import type { Random } from './random.ts';

/** People of one network that many honest ones share, and people with fifty browsers, stand apart in the figures. */
export type Kind = 'alone' | 'campus' | 'cheat';

/** A browser in front of the waiting room. Times are seconds from the start of the sale. */
export interface Visitor {
  readonly kind: Kind;
  /** Whose browser it is. */
  readonly person: number;
  readonly network: string;
  /** Of its number, and where that stands: numbers of demoted networks are in the last lane. */
  lane: Lane;
  standsIn: Lane;
  readonly arrivesAt: number;
  /** When its patience ends; nothing tells the room. */
  readonly leavesAt: number;
  joinedAt: number | null;
  number: number;
  position: number;
  calledAt: number | null;
  enteredAt: number | null;
  places: number;
}

export const PEOPLE = 100_000;
export const PRESENT_SECONDS = 3600;
export const BROWSERS_OF_CHEAT = 50;
export const CHEATS = 100;
const CAMPUS = 300;
const WITH_CODE = 2000;

/** A part is there before the start, ever more of them; of the others half come with the start, half in the time after it. */
function arrival(random: Random, presentShare: number): number {
  if (random.happens(presentShare)) return -PRESENT_SECONDS * (1 - Math.sqrt(random.next()));
  return random.happens(0.5) ? random.exponential(40) : random.exponential(30 * 60);
}

/** Three of four wait to the end. */
const patience = (random: Random): number => (random.happens(0.75) ? Number.POSITIVE_INFINITY : random.exponential(40 * 60));

export function crowdOf(random: Random, presentShare: number): Visitor[] {
  const visitor = (kind: Kind, person: number, network: string, arrivesAt: number, lane: Lane = 'general'): Visitor => ({
    kind,
    person,
    network,
    lane,
    standsIn: lane,
    arrivesAt: Math.floor(arrivesAt),
    leavesAt: arrivesAt + patience(random),
    joinedAt: null,
    number: -1,
    position: -1,
    calledAt: null,
    enteredAt: null,
    places: 0,
  });
  const people = Array.from({ length: PEOPLE }, (_, person) => {
    if (person < CAMPUS) return visitor('campus', person, 'campus', arrival(random, presentShare));
    // About one network for three people, as families and telephone companies have it.
    const network = `network ${Math.floor(random.next() * (PEOPLE / 3))}`;
    return visitor('alone', person, network, arrival(random, presentShare), person < CAMPUS + WITH_CODE ? 'priority' : 'general');
  });
  const cheats = Array.from({ length: CHEATS }, (_, cheat) =>
    Array.from({ length: BROWSERS_OF_CHEAT }, () => ({
      ...visitor('cheat', PEOPLE + cheat, `cheat ${cheat}`, -random.between(1, PRESENT_SECONDS)),
      leavesAt: Number.POSITIVE_INFINITY,
    })),
  );
  return [...people, ...cheats.flat()].sort((a, b) => a.arrivesAt - b.arrivesAt);
}

/** Places that somebody buys at once: two above all. */
export const basketOf = (random: Random): number => 1 + random.weighted([20, 52, 12, 13, 1, 2]);
export const MEAN_BASKET = (20 + 2 * 52 + 3 * 12 + 4 * 13 + 5 + 6 * 2) / 100;
