/** Dots per inch at which a drawing of this width comes out as wide as it is wanted, so that its edges are sharp; sharp takes no others. */
export const densityFor = (width: number, wanted: number): number => Math.min(2400, Math.max(1, (72 * wanted) / width));
