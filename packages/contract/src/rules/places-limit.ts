import type { PlacesLimit } from '../places.ts';

/** A limit of places, and how many count towards it already. */
export interface PlacesRule {
  readonly limit: PlacesLimit;
  readonly most: number;
  readonly has: number;
}

/** How many more places a limit leaves. */
export const roomIn = ({ most, has }: Pick<PlacesRule, 'most' | 'has'>): number => Math.max(0, most - has);

/** Of all the limits that apply the one that leaves least, which is the one that is told; of equal ones the first. */
export const tightest = <Rule extends PlacesRule>(rules: readonly [Rule, ...Rule[]]): Rule =>
  rules.reduce((least, rule) => (rule.most - rule.has < least.most - least.has ? rule : least));
