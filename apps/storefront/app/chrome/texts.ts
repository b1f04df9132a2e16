import es from '../i18n/es/chrome.json';

/** Texts of the bar, the drawer and the footer. */
export const chromeTexts = { namespace: 'chrome', es } as const;
