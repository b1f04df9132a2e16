import es from '../i18n/es/catalogue.json';

/** Texts of the billboard and of every card. */
export const catalogueTexts = { namespace: 'catalogue', es } as const;
