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

/** The papers of a buyer in Paraguay. */
export const paraguayan = { cTipoDeDocumento: 'CI', cDocumento: '4.123.456', cPais: 'PY', cTelefono: '+595 981 555 010' } as const;

// Journeys share a product where they can: starting one takes as long as several journeys, and each is started once.

/** A brand of Paraguay, with a wallet of phones. */
export const inGuaranies = journeysOf('mua', (brand) => {
  brand.payments.methods.push({ id: 12, provider: 'tigo', kind: 'wallet', name: 'Tigo Money', mark: 'tigo' });
  brand.translations.en['Tigo Money'] = 'Tigo Money';
});

/** Our own brand with all that can be paid with, and promotions that mix. */
export const withEveryMethod = journeysOf('butaca', (brand) => {
  brand.payments = {
    methods: [
      { id: 1, provider: 'payway', kind: 'card', name: CARD, mark: 'card' },
      wallet(11, 'apay', 'APay'),
      wallet(12, 'pool', 'Pool'),
      wallet(13, 'modo', 'MODO'),
      wallet(17, 'mercadopago', 'Mercado Pago'),
      wallet(14, 'paypal', 'PayPal', { currency: 'USD', rate: 1450, rateDate: '2026-11-20' }),
      { id: 15, provider: 'cybersource', kind: 'card', name: 'Tarjeta internacional', mark: 'card' },
      { id: 16, provider: 'mercadopago', kind: 'card', name: 'Tarjeta por Mercado Pago', mark: 'card' },
    ],
  };
  brand.flags.multiPromotion = true;
});

/**
 * Log-ins of its own and an external one side by side; every buyer confirms their address first, who signs up accepts the terms, the cart
 * stands beside the payment, visitors choose places, and reCAPTCHA stands in the forms.
 */
export const withBothLogIns = journeysOf('butaca', (brand) => {
  brand.login.external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
  brand.login.confirmAddress = 'all';
  Object.assign(brand.flags, { termsAtSignUp: true, cartAtPayment: true, seatSelectionRequiresLogin: false });
  brand.captcha.provider = 'recaptcha';
  brand.captcha.recaptcha = { siteKey: 'the-site-key-of-the-journeys' };
});

/** Where kept copies of the catalogue would lie; journeys answer for it. */
export const COPIES = 'http://127.0.0.1:9';

/**
 * All the addresses that a brand may configure: pixels, a lookup of the visitor's country, kept copies of the catalogue, a host that sends
 * the codes of sign-ups, and the API at another of the two names that browsers know the product by. Staff have to set up a second step.
 */
export const withAllAddresses = journeysOf('butaca', (brand, { port, sandbox }) => {
  const outside = `http://localhost:${sandbox}`;
  const api = `http://localhost:${port}`;
  brand.pixels = { landing: `${outside}/measure/pixel/landing`, seats: `${outside}/measure/pixel/seats` };
  brand.hosts = {
    ...{ api, alternative: api, origins: [`http://127.0.0.1:${port}`] },
    countryLookup: `${outside}/country`,
    mailValidation: `${outside}/mail-validation/codes`,
    ...{ staticBillboard: `${COPIES}/cartelera.json`, staticShow: `${COPIES}/espectaculos/{id}.json` },
  };
  brand.login.staff.secondFactor = 'required';
});
