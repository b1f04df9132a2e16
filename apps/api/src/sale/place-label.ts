import { type Stock, seatOf } from './live/stock.ts';

/** Where a place is, in the words that are printed. */
export interface PlaceLabel {
  readonly sectorId: number;
  readonly sectorName: string;
  /** Only of numbered places. */
  readonly row?: string;
  readonly seat?: string;
}

export function placeLabel(stock: Stock, placeId: number): PlaceLabel {
  const { sector, ...seat } = seatOf(stock, placeId);
  return { sectorId: sector?.id ?? 0, sectorName: sector?.name ?? '', ...seat };
}
