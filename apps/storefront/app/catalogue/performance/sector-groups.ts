import type { Sector } from '@butaca/contract';

/** Sectors with equal prices. */
export interface SectorGroup {
  readonly key: string;
  readonly kind: Sector['kind'];
  readonly priceLevelIds: readonly number[];
  readonly capacity: number;
  readonly sectors: readonly Sector[];
}

/** In the order of their first sectors. */
export function withEqualPrices(sectors: readonly Sector[]): SectorGroup[] {
  const groups = new Map<string, SectorGroup>();
  for (const sector of sectors) {
    const key = `${sector.kind} ${sector.priceLevelIds}`;
    const { capacity = 0, sectors: others = [] } = groups.get(key) ?? {};
    const { kind, priceLevelIds } = sector;
    groups.set(key, { key, kind, priceLevelIds, capacity: capacity + sector.capacity, sectors: [...others, sector] });
  }
  return [...groups.values()];
}
