import es from '../../i18n/es/landing.json';

/** Texts of a show's and of a performance's page. */
export const landingTexts = { namespace: 'landing', es } as const;
