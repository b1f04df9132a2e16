import es from '../../i18n/es/payment.json';

/** Texts of a payment's outcome (ER-008..ER-016, PO-001..PO-008). */
export const paymentTexts = { namespace: 'payment', es } as const;
