/** Anchors of the sectors in the price list of the page. */
export const SECTORS_ID = 'sectors';

export const sectorAnchor = (sectorId: number): string => `sector-${sectorId}`;
