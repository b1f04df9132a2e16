import es from '../../i18n/es/seat-map.json';

/** Texts of the map of places and of the list that says the same. */
export const seatMapTexts = { namespace: 'seat-map', es } as const;
