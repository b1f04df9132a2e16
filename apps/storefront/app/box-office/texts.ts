import es from '../i18n/es/box-office.json';

/** Texts of the box office's screens. */
export const boxOfficeTexts = { namespace: 'box-office', es } as const;
