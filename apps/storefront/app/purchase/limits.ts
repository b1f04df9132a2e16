import type { Translate } from '@butaca/brand/translate';
import type { PerformanceDetail, PlacesRule, Purchase } from '@butaca/contract';
import { roomIn, tightest } from '@butaca/contract/rules/places-limit';
import type limitTexts from '../i18n/es/limits.json';
import { ticketCountOf } from './ticket-count.ts';

/** At least one, each with what counts beside the purchase on the screen. */
export type PlacesRules = readonly [PlacesRule, ...PlacesRule[]];

/** Of one purchase in one performance, where the server does not say. */
const USUAL_MOST = 10;

/** The limits as everybody's: what an account has counts once the server has said it. */
export function usualRules(
  { mostPerCustomer, mostPlaces = USUAL_MOST }: Pick<PerformanceDetail, 'mostPerCustomer' | 'mostPlaces'>,
  mostInPurchase: number,
): PlacesRules {
  const rules: PlacesRules = [
    { limit: 'performance', most: mostPlaces, has: 0 },
    { limit: 'purchase', most: mostInPurchase, has: 0 },
  ];
  return mostPerCustomer === undefined ? rules : [{ limit: 'customer', most: mostPerCustomer, has: 0 }, ...rules];
}

/** Of all the limits the one that leaves least for a performance, with what the purchase has counted, too: the one that every screen tells. */
export function limitOf(rules: PlacesRules, purchase: Pick<Purchase, 'performances'> | null, performanceId: number): PlacesRule {
  const all = purchase ? ticketCountOf(purchase) : 0;
  const here = purchase?.performances.find(({ id }) => id === performanceId)?.placeCount ?? 0;
  const [first, ...others] = rules.map((rule) => ({
    ...rule,
    has: rule.has + (rule.limit === 'performance' || rule.limit === 'customer' ? here : all),
  }));
  return tightest([first as PlacesRule, ...others]);
}

/** The sentence of a limit, on the page before it is reached and when a claim is refused for it. */
export function limitText({ limit, most, has }: PlacesRule, t: Translate<typeof limitTexts>): string {
  const rule = t(limit, { count: most });
  if (has === 0) return rule;
  const room = roomIn({ most, has });
  return `${rule} ${room === 0 ? t('none') : t('left', { count: room, has: String(has) })}`;
}
