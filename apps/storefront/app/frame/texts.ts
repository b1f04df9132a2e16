import es from '../i18n/es/frame.json';

export const frameTexts = { namespace: 'frame', es } as const;
