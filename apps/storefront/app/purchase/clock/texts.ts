import es from '../../i18n/es/clock.json';

/** Texts of the clock, the cart menu and the dialog that ends a purchase. */
export const clockTexts = { namespace: 'clock', es } as const;
