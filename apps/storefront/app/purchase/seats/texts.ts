import es from '../../i18n/es/seats.json';

/** Texts of choosing places. */
export const seatTexts = { namespace: 'seats', es } as const;
