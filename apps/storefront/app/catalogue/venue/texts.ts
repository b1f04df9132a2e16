import es from '../../i18n/es/venue.json';

export const venueTexts = { namespace: 'venue', es } as const;
