import es from '../../i18n/es/offer.json';

/** Texts of places offered for those that were lost before the payment arrived (decision 012). */
export const offerTexts = { namespace: 'offer', es } as const;
