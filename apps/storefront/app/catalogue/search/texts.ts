import es from '../../i18n/es/search.json';

export const searchTexts = { namespace: 'search', es } as const;
