import type { SavedCard } from '@butaca/contract';
import { typedCard } from '../payer.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { PlannedPurchase } from './fates.ts';

/** The sandbox's test cards, by what their issuers do. */
const PAYWAY = {
  plain: '4507990000004905',
  unfunded: '4258210000474094',
  asks: '4456530000001096',
  asksTwice: '5200000000001096',
  asksAndRefuses: '4456530000001104',
};
const CYBERSOURCE = { ...PAYWAY, plain: '4456530000001005', asksTwice: PAYWAY.asks };
/** The names that decide at Mercado Pago what becomes of a card. */
const HOLDERS = { plain: 'APRO', unfunded: 'FUND', asks: 'CHAL', asksTwice: 'CHAL', asksAndRefuses: 'CHAL' };
/** What the sandbox's Bancard takes for a person who approves. */
export const BANCARD_APPROVED = '4907860500000016';
const PAYWAY_PUBLIC_KEY = 'sandbox-public-key';
/** Every card number that is typed in a storm. */
export const CARDS = [...new Set([...Object.values(PAYWAY), ...Object.values(CYBERSOURCE), BANCARD_APPROVED])];

type Issuer = keyof typeof PAYWAY;

const issuers: Partial<Record<PlannedPurchase['fate'], Issuer>> = {
  declined: 'unfunded',
  'challenge passed': 'asksTwice',
  'challenge failed': 'asksAndRefuses',
  'challenge cancelled': 'asks',
  'challenge abandoned': 'asks',
  'challenge lost': 'asks',
  // Only a card whose issuer asks can be paid with after its purchase has ended.
  'paid late': 'asks',
};

/** What issuers are told of a browser. */
export const DEVICE = [
  { name: 'language', value: 'es-AR' },
  { name: 'colorDepth', value: '24' },
  { name: 'screenHeight', value: '844' },
  { name: 'screenWidth', value: '390' },
  { name: 'timeDifference', value: '180' },
];

/** What the form gives for a card that Payway keeps, once its security code is typed. */
export async function keptCardForm(sandbox: string, { id, bin, lastFour, exchange }: SavedCard): Promise<object> {
  const token = await tokenOf(`${sandbox}/gateway/api/v2/tokens`, { token: exchange, security_code: '123' }, PAYWAY_PUBLIC_KEY);
  return { token, bin, lastFour, instalments: 1, savedCard: id, details: DEVICE };
}

/** What the form of a provider's method gives. */
export async function formFor(sandbox: string, { number, provider, byCard, fate, keptCard }: PlannedPurchase): Promise<object> {
  if (provider === 'tigo') return { phone: '0981 123456' };
  if (!byCard) return {};
  const issuer = issuers[fate] ?? 'plain';
  const card = provider === 'cybersource' ? CYBERSOURCE[issuer] : provider === 'payway' ? PAYWAY[issuer] : PAYWAY.plain;
  const token = provider === 'mercadopago' ? mercadoPagoToken(sandbox, card, HOLDERS[issuer]) : paywayToken(sandbox, provider, card);
  return {
    token: await token,
    bin: card.slice(0, 6),
    lastFour: String(1000 + (number % 9000)),
    instalments: 1,
    holder: 'Julia Paredes',
    documentType: 'dni',
    documentNumber: '30123456',
    email: 'julia@correo.example',
    details: DEVICE,
    ...(keptCard === 'keeps' && { keepCard: true }),
  };
}

/** Cybersource's tokens are exchanged in the same words. */
const paywayToken = (sandbox: string, provider: PlannedPurchase['provider'], card: string) =>
  tokenOf(
    provider === 'payway' ? `${sandbox}/gateway/api/v2/tokens` : `${sandbox}/cybersource/tokens`,
    typedCard(card),
    provider === 'payway' ? PAYWAY_PUBLIC_KEY : 'sandbox-cybersource-public-key',
  );

export const MERCADOPAGO_PUBLIC_KEY = 'sandbox-mercadopago-public-key';

const mercadoPagoToken = (sandbox: string, card: string, holder: string) =>
  tokenOf(`${sandbox}/mercadopago/v1/card_tokens?public_key=${MERCADOPAGO_PUBLIC_KEY}`, {
    card_number: card,
    expiration_month: 8,
    expiration_year: 2040,
    security_code: '123',
    cardholder: { name: holder, identification: { type: 'DNI', number: '30123456' } },
  });

async function tokenOf(url: string, card: object, apikey?: string): Promise<string> {
  const response = await askSandbox(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apikey && { apikey }) },
    body: JSON.stringify(card),
  });
  return ((await response.json()) as { id: string }).id;
}
