import es from '../../i18n/es/offer.json';

/** Texts of places that are offered for those that were gone when the money came (decision 012). */
export const offerTexts = { namespace: 'offer', es } as const;
