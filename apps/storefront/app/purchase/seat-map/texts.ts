import es from '../../i18n/es/seat-map.json';

/** Texts of the seat map and of the equivalent list. */
export const seatMapTexts = { namespace: 'seat-map', es } as const;
