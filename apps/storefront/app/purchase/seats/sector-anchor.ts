/** Where the page says what each sector costs. */
export const SECTORS_ID = 'sectors';

export const sectorAnchor = (sectorId: number): string => `sector-${sectorId}`;
