import type { PromotionObstacle } from '@butaca/contract';
import { type Promotion, type PromotionCards, percentOf, rounded } from '../../catalogue/index.ts';
import type { Channel } from '../queries-purchases.ts';

/** A ticket of one performance, as promotions see it. */
export interface Candidate {
  readonly placeId: number;
  readonly sectorId: number;
  readonly priceTypeName: string;
  /** As it is shown: in whole display units. */
  readonly face: number;
}

/** What a promotion is judged by, beside the tickets. */
export interface PromotionFacts {
  readonly channel: Channel;
  /** Minor units that every discount is rounded to (CO-023). */
  readonly displayUnit: number;
  /** By promotion, how many tickets a use of it may reduce; of those that need a code or a document, and of those of cards that have a limit. */
  readonly claims: ReadonlyMap<number, number>;
  /** The card that it is going to be paid with, once it is known. */
  readonly card: KnownCard | null;
  /** Whether different tickets of a performance may be reduced by different promotions (FL-008). */
  readonly mixes: boolean;
}

/** What promotions see of a card. */
export interface KnownCard {
  readonly brand: string;
  /** Its first six digits. */
  readonly bin: string;
}

/** Whether a promotion is for this card. */
export const isForCard = ({ brands, bins }: PromotionCards, { brand, bin }: KnownCard): boolean =>
  (brands?.includes(brand) ?? true) && (bins?.some(([first, last]) => first <= Number(bin) && Number(bin) <= last) ?? true);

/** What a promotion would take off each of some tickets, and in all; with nothing to take off, why. */
export interface Judged {
  readonly promotion: Promotion;
  /** By place, in minor units. */
  readonly discounts: ReadonlyMap<number, number>;
  readonly saved: number;
  readonly obstacle: PromotionObstacle | null;
  /** Tickets that it still lacks, with the obstacle `too_few`. */
  readonly lacks: number;
}

/**
 * What one promotion, and no other, does to the tickets of one performance. Pure; the order of the tickets does not matter: they are
 * taken from the dearest to the cheapest, and those of one price by place.
 */
export function judgePromotion(promotion: Promotion, tickets: readonly Candidate[], facts: PromotionFacts): Judged {
  const refused = (obstacle: PromotionObstacle, lacks = 0): Judged => ({ promotion, discounts: new Map(), saved: 0, obstacle, lacks });
  const claimed = facts.claims.get(promotion.id);
  if (promotion.needsCode && promotion.perDocument === null && claimed === undefined) return refused('code');
  const most = claimed ?? Number.POSITIVE_INFINITY;
  if (!promotion.isOpen()) return refused('not_now');
  if (!promotion.channels.includes(facts.channel)) return refused('channel');
  const inSector = tickets.filter(({ sectorId }) => promotion.sectorIds?.includes(sectorId) ?? true);
  if (tickets.length > 0 && inSector.length === 0) return refused('sector');
  const own = inSector.filter(({ priceTypeName }) => promotion.priceTypes?.includes(priceTypeName) ?? true).toSorted(dearestFirst);
  if (inSector.length > 0 && own.length === 0) return refused('price_type');
  const least = promotion.kind === 'n_for_m' ? (promotion.take ?? 1) : 1;
  if (own.length < least) return refused('too_few', least - own.length);
  if (promotion.perDocument !== null && claimed === undefined) return refused('document');
  if (promotion.cards && !(facts.card && isForCard(promotion.cards, facts.card))) return refused('card');
  if (most < least) return refused('limit');
  // The dearest save most, whatever the rule.
  const off = [...discountsOf(promotion, own.slice(0, most), facts.displayUnit)];
  const discounts = new Map(off.filter(([, amount]) => amount > 0));
  const saved = sum([...discounts.values()]);
  return saved === 0 ? refused('no_saving') : { promotion, discounts, saved, obstacle: null, lacks: 0 };
}

/**
 * The promotions for the tickets of one performance. One for all of them, the one that saves most and of equal ones the first: they are
 * never mixed within a performance (FL-008).
 */
export function bestPromotion(judged: readonly Judged[]): Judged | null {
  return judged.reduce<Judged | null>((best, each) => (each.saved > (best?.saved ?? 0) ? each : best), null);
}

const dearestFirst = (a: Candidate, b: Candidate) => b.face - a.face || a.placeId - b.placeId;

function discountsOf(promotion: Promotion, tickets: readonly Candidate[], unit: number): Map<number, number> {
  const { kind, percent, take, pay, price } = promotion;
  if (kind === 'n_for_m') return inGroups(tickets, { take: take ?? 2, pay: pay ?? 1, unit });
  const off = ({ face }: Candidate) =>
    kind === 'percentage' ? Math.min(face, percentOf(face, percent ?? 0, unit)) : Math.max(0, face - rounded(price ?? face, unit));
  return new Map(tickets.map((ticket) => [ticket.placeId, off(ticket)]));
}

/**
 * Of every group, from the dearest tickets down, the cheapest are free. What that saves is spread over the group in proportion: who gives
 * one of two tickets back keeps the other for the half that was paid for it, and not for nothing.
 */
function inGroups(tickets: readonly Candidate[], { take, pay, unit }: { take: number; pay: number; unit: number }): Map<number, number> {
  const discounts = new Map<number, number>();
  for (let first = 0; first + take <= tickets.length; first += take) {
    const group = tickets.slice(first, first + take);
    const shares = spread(sum(group.slice(pay).map(({ face }) => face)), group, unit);
    group.forEach(({ placeId }, index) => {
      discounts.set(placeId, shares[index] ?? 0);
    });
  }
  return discounts;
}

/** Shares of an amount by face value, in whole units; what the rounding leaves goes to the largest remainders. Never more than a face value. */
function spread(amount: number, tickets: readonly Candidate[], unit: number): number[] {
  const whole = sum(tickets.map(({ face }) => face));
  if (whole === 0) return tickets.map(() => 0);
  const exact = tickets.map(({ face }) => BigInt(amount) * BigInt(face));
  const step = BigInt(whole) * BigInt(unit);
  const shares = exact.map((each) => Number(each / step) * unit);
  const left = (amount - sum(shares)) / unit;
  const byRemainder = exact
    .map((each, index) => ({ index, rest: each % step }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + unit;
  return shares;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
