import es from '../i18n/es/login.json';

/** Texts of log in and sign up. */
export const loginTexts = { namespace: 'login', es } as const;
