import es from '../../i18n/es/orders.json';

export const ordersTexts = { namespace: 'orders', es } as const;
