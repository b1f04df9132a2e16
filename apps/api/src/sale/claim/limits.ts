import { type PlacesRule, tightest } from '@butaca/contract';
import type { Channel } from '../queries-purchases.ts';

/** The limits that a claim keeps to: the brand's numbers and the grace. */
export interface ClaimLimits {
  /** From the first claim to the deadline. */
  readonly minutes: number;
  /** Places stay held this much longer than the deadline says, so that a click in its last second still counts. */
  readonly graceSeconds: number;
  /** Places that one purchase may hold in one performance. */
  readonly mostPlaces: number;
  /** Places that one purchase may hold in all performances together. */
  readonly mostInPurchase: number;
  /** Places of one performance that one customer may hold and have bought online, all purchases together; a show may have its own. */
  readonly mostPerCustomer: number;
  /** Places that one customer may hold unpaid, all performances and purchases together. */
  readonly mostUnpaid: number;
  /** The same for an account of the box office, over all its log-ins (decision 017). */
  readonly mostUnpaidOfClerk: number;
  /** Open or paying purchases that one customer may have at a time online; the box office has no such limit. */
  readonly mostPurchases: number;
}

/** Those of them that bound how many places a customer has. */
export type PlacesLimits = Pick<ClaimLimits, 'mostPlaces' | 'mostInPurchase' | 'mostPerCustomer' | 'mostUnpaid' | 'mostUnpaidOfClerk'>;

/** A running purchase of a customer, and how many places it holds by performance. */
export interface RunningPurchase {
  readonly purchaseId: string;
  readonly slot: number;
  readonly places: ReadonlyMap<number, number>;
}

/** What customers have besides what they claim, by customer. */
export interface Holdings {
  /** Their open and paying purchases. */
  readonly running: ReadonlyMap<string, readonly RunningPurchase[]>;
  /** The places that they have bought online, by performance. */
  readonly bought: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Of whom it is asked whether so many more places would pass a limit. */
interface Claimant {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly customerId: string;
  readonly channel: Channel;
  /** The show's own limit of places per customer; left out, the brand's holds. */
  readonly mostPerCustomer?: number | undefined;
  readonly more: number;
}

/** The limits that apply to a claim, each with what the customer already has; `tightest` picks the one to tell. */
export function rulesOf(
  { running, bought }: Holdings,
  { purchaseId, performanceId, customerId, channel, mostPerCustomer }: Omit<Claimant, 'more'>,
  limits: PlacesLimits,
): readonly [PlacesRule, ...PlacesRule[]] {
  const online = channel === 'online';
  const all = running.get(customerId) ?? [];
  const own = all.find((purchase) => purchase.purchaseId === purchaseId)?.places ?? new Map<number, number>();
  const inPerformance = sum(all.map(({ places }) => places.get(performanceId) ?? 0));
  const ofCustomer: PlacesRule = {
    limit: 'customer',
    most: mostPerCustomer ?? limits.mostPerCustomer,
    has: inPerformance + (bought.get(customerId)?.get(performanceId) ?? 0),
  };
  const rules = [
    { limit: 'performance', most: limits.mostPlaces, has: own.get(performanceId) ?? 0 },
    { limit: 'purchase', most: limits.mostInPurchase, has: sum(own.values()) },
    {
      limit: 'unpaid',
      most: online ? limits.mostUnpaid : limits.mostUnpaidOfClerk,
      has: sum(all.map(({ places }) => sum(places.values()))),
    },
  ] as const;
  // The limit per customer does not apply at a counter.
  return online ? [ofCustomer, ...rules] : rules;
}

/** The limit that so many more places would pass, the one that leaves least; null when they keep to all of them. */
export function limitPassed(holdings: Holdings, { more, ...of }: Claimant, limits: PlacesLimits): PlacesRule | null {
  const rule = tightest(rulesOf(holdings, of, limits));
  return rule.has + more > rule.most ? rule : null;
}

const sum = (counts: Iterable<number>) => Iterator.from(counts).reduce((total, count) => total + count, 0);

/** What a customer has once a purchase holds so many more places; `slot` when it is started with them. */
export function withAdded(
  running: readonly RunningPurchase[],
  { purchaseId, performanceId }: Pick<Claimant, 'purchaseId' | 'performanceId'>,
  { count, slot }: { readonly count: number; readonly slot: number | null },
): readonly RunningPurchase[] {
  const before = running.find((purchase) => purchase.purchaseId === purchaseId) ?? { purchaseId, slot: slot ?? 0, places: new Map() };
  const places = new Map(before.places).set(performanceId, (before.places.get(performanceId) ?? 0) + count);
  return [...running.filter((purchase) => purchase.purchaseId !== purchaseId), { ...before, places }];
}

/** A network from which many places of a performance were taken of late. */
export interface Crowd {
  readonly performanceId: number;
  /** A keyed hash of the network. */
  readonly network: number;
  /** Places of the performance that its accounts without a payment may hold unpaid together. */
  readonly most: number;
}

/** What is known of the crowds of a batch, each locked until the transaction ends. */
export interface CrowdHoldings {
  /** Customers who have paid for something before: no limit of a crowd is theirs. */
  readonly proven: ReadonlySet<string>;
  /** Unpaid places by `crowdKey`. */
  readonly held: ReadonlyMap<string, number>;
}

export const noCrowds: CrowdHoldings = { proven: new Set(), held: new Map() };

export const crowdKey = ({ performanceId, network }: Pick<Crowd, 'performanceId' | 'network'>): string => `${performanceId} ${network}`;

/** Whether so many more places are more than the claim's network may hold of the performance. */
export function isCrowded(
  { customerId, crowd }: { readonly customerId: string; readonly crowd?: Crowd | undefined },
  { proven, held }: CrowdHoldings,
  more: number,
): boolean {
  return crowd !== undefined && !proven.has(customerId) && (held.get(crowdKey(crowd)) ?? 0) + more > crowd.most;
}
