import es from '../../i18n/es/buy.json';

/** Texts of the buy screen and of what is bought. */
export const buyTexts = { namespace: 'buy', es } as const;
