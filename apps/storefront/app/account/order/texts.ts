import es from '../../i18n/es/order.json';

export const orderTexts = { namespace: 'order', es } as const;
