import { LRUCache } from 'lru-cache';

/**
 * Keeps so many entries, and drops the one that was used longest ago. For large bounds that are seldom reached: it grows as it is filled,
 * where a `max` of 100,000 would reserve 2.8 MB at once.
 */
export const recentlyUsed = <Value extends NonNullable<unknown>>(mostEntries: number) =>
  new LRUCache<string, Value>({ maxSize: mostEntries, sizeCalculation: () => 1 });
