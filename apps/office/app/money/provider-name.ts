import type { Translate } from '@butaca/brand/translate';
import type officeTexts from '../i18n/es/office.json';

/** As they write themselves. */
const names: Readonly<Record<string, string>> = {
  apay: 'APay',
  bancard: 'Bancard',
  cybersource: 'Cybersource',
  mercadopago: 'Mercado Pago',
  modo: 'MODO',
  paypal: 'PayPal',
  payway: 'Payway',
  pool: 'Pool',
  tigo: 'Tigo Money',
};

const ourselves = ['cash', 'terminal', 'balance', 'free'] as const;

/** Who takes a payment, for people; one that is not known here by the name that the server has for it. */
export function providerName(provider: string, t: Translate<typeof officeTexts>): string {
  const own = ourselves.find((each) => each === provider);
  return own ? t(`orders.kind.${own}`) : (names[provider] ?? provider);
}
