import { journeysOf } from './product.ts';

const wallet = (id: number, provider: string, name: string, options = {}) => ({
  id,
  provider,
  kind: 'wallet',
  name,
  mark: provider,
  options,
});

/** The name of the first card in `withEveryMethod`. */
export const CARD = 'Tarjeta de crédito o débito';

// Journeys share a product where they can: starting one takes as long as several journeys, and each is started once.

/** A brand of Paraguay, with a wallet of phones. */
export const inGuaranies = journeysOf('mua', (brand) => {
  brand.payments.methods.push({ id: 12, provider: 'tigo', kind: 'wallet', name: 'Tigo Money', mark: 'tigo' });
  brand.translations.en['Tigo Money'] = 'Tigo Money';
});

/** Our own brand with all that can be paid with, promotions that mix, and a second step that staff have to set up. */
export const withEveryMethod = journeysOf('butaca', (brand) => {
  brand.payments = {
    methods: [
      { id: 1, provider: 'payway', kind: 'card', name: CARD, mark: 'card' },
      { id: 15, provider: 'cybersource', kind: 'card', name: 'Tarjeta internacional', mark: 'card' },
      { id: 16, provider: 'mercadopago', kind: 'card', name: 'Tarjeta por Mercado Pago', mark: 'mercadopago' },
      wallet(11, 'apay', 'APay'),
      wallet(12, 'pool', 'Pool'),
      wallet(13, 'modo', 'MODO'),
      wallet(17, 'mercadopago', 'Mercado Pago'),
      wallet(14, 'paypal', 'PayPal', { currency: 'USD', rate: 1450, rateDate: '2026-11-20' }),
    ],
  };
  brand.flags.multiPromotion = true;
  brand.login.staff.secondFactor = 'required';
});

/** Our own brand as it is, for what would disturb the journeys of everybody else: a restart, a gateway that is silent for all. */
export const undisturbed = journeysOf('butaca');
