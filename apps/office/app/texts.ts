import es from './i18n/es/office.json';

/** Every text of the office. */
export const officeTexts = { namespace: 'office', es } as const;
