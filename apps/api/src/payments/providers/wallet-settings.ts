import { z } from 'zod';
import type { MercadoPagoOptions } from './mercadopago/mercadopago.ts';
import type { ModoOptions } from './modo/modo.ts';
import type { PayPalOptions } from './paypal/paypal.ts';
import type { TigoOptions } from './tigo/tigo.ts';
import type { WalletOptions } from './wallet/wallet.ts';

const Address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));
const Origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

/** Settings of the wallets, read with the others in `config.ts`. Without its address a wallet is not there; with one it needs all the rest. */
export const walletSettings = {
  MERCADOPAGO_URL: Address.optional(),
  MERCADOPAGO_ACCESS_TOKEN: z.string().optional(),
  MERCADOPAGO_WEBHOOK_SECRET: z.string().optional(),
  /** For cards that are typed into our form; its page needs none. */
  MERCADOPAGO_PUBLIC_KEY: z.string().min(1).optional(),
  /** The origins of the wallets' pages, where they are not those of their calls. */
  MERCADOPAGO_PAGES: Origin.optional(),
  TIGO_URL: Address.optional(),
  TIGO_KEY: z.string().optional(),
  TIGO_SECRET: z.string().optional(),
  TIGO_ACCOUNT: z.string().optional(),
  TIGO_PIN: z.string().optional(),
  TIGO_MERCHANT_ID: z.string().optional(),
  TIGO_REVERSES_BY: z.enum(['payment', 'merchant']).default('payment'),
  TIGO_PAGES: Origin.optional(),
  /** The api: https://api-m.paypal.com, whose pages are at https://www.paypal.com. */
  PAYPAL_URL: Address.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_PAGES: Origin.optional(),
  APAY_URL: Address.optional(),
  APAY_KEY: z.string().optional(),
  APAY_WEBHOOK_SECRET: z.string().optional(),
  APAY_PAGES: Origin.optional(),
  POOL_URL: Address.optional(),
  POOL_KEY: z.string().optional(),
  POOL_WEBHOOK_SECRET: z.string().optional(),
  MODO_URL: Address.optional(),
  MODO_USERNAME: z.string().optional(),
  MODO_PASSWORD: z.string().optional(),
  MODO_MERCHANT: z.string().optional(),
  MODO_PROCESSOR_CODE: z.string().optional(),
  /** Where a request is asked about, with `{id}` for its id; unverified (`ModoOptions.queryPath`). */
  MODO_QUERY_PATH: z
    .string()
    .regex(/^\/\S*\{id\}\S*$/, 'must be a path with {id} in it')
    .default('/v2/payment-requests/{id}/data'),
  /** Of the links that open its app. */
  MODO_PAGES: Origin.optional(),
};
type Settings = z.output<z.ZodObject<typeof walletSettings>>;

export interface WalletProviders {
  readonly mercadopago: MercadoPagoOptions | null;
  readonly tigo: TigoOptions | null;
  readonly apay: WalletOptions | null;
  readonly pool: WalletOptions | null;
  readonly modo: ModoOptions | null;
  readonly paypal: PayPalOptions | null;
}

/** What belongs to each address. */
const needed = {
  MERCADOPAGO_URL: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'],
  TIGO_URL: ['TIGO_KEY', 'TIGO_SECRET', 'TIGO_ACCOUNT', 'TIGO_PIN', 'TIGO_MERCHANT_ID'],
  PAYPAL_URL: ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
  APAY_URL: ['APAY_KEY', 'APAY_WEBHOOK_SECRET'],
  POOL_URL: ['POOL_KEY', 'POOL_WEBHOOK_SECRET'],
  MODO_URL: ['MODO_USERNAME', 'MODO_PASSWORD', 'MODO_MERCHANT', 'MODO_PROCESSOR_CODE'],
} as const satisfies Partial<Record<keyof Settings, readonly (keyof Settings)[]>>;
type AddressName = keyof typeof needed;

/** One line for each setting that is missing beside an address, or that must not be in production. */
export const walletProblems = (settings: Settings, { production }: { readonly production: boolean }): string[] =>
  (Object.keys(needed) as AddressName[]).flatMap((address) => {
    const url = settings[address];
    if (url === undefined) return [];
    const missing = needed[address].filter((name) => settings[name] === undefined);
    return [
      ...missing.map((name) => `${name}: must be given with ${address}`),
      ...(production && url.startsWith('http:') ? [`${address}: must start with https:// in production`] : []),
    ];
  });

/** Null for each wallet without an address; `walletProblems` has refused those without the rest. */
export function walletsOf(settings: Settings): WalletProviders {
  const { MERCADOPAGO_URL, TIGO_URL, PAYPAL_URL, APAY_URL, POOL_URL, MODO_URL } = settings;
  const given = (name: keyof Settings) => settings[name] ?? '';
  return {
    mercadopago: MERCADOPAGO_URL
      ? {
          url: MERCADOPAGO_URL,
          accessToken: given('MERCADOPAGO_ACCESS_TOKEN'),
          ...(settings.MERCADOPAGO_PUBLIC_KEY && { publicKey: settings.MERCADOPAGO_PUBLIC_KEY }),
          webhookSecret: given('MERCADOPAGO_WEBHOOK_SECRET'),
          pageOrigin: settings.MERCADOPAGO_PAGES ?? new URL(MERCADOPAGO_URL).origin,
        }
      : null,
    tigo: TIGO_URL
      ? {
          url: TIGO_URL,
          key: given('TIGO_KEY'),
          secret: given('TIGO_SECRET'),
          account: given('TIGO_ACCOUNT'),
          pin: given('TIGO_PIN'),
          merchantId: given('TIGO_MERCHANT_ID'),
          reversesBy: settings.TIGO_REVERSES_BY,
          pageOrigin: settings.TIGO_PAGES ?? new URL(TIGO_URL).origin,
        }
      : null,
    paypal: PAYPAL_URL
      ? {
          url: PAYPAL_URL,
          clientId: given('PAYPAL_CLIENT_ID'),
          secret: given('PAYPAL_SECRET'),
          webhookId: given('PAYPAL_WEBHOOK_ID'),
          pagesOrigin: settings.PAYPAL_PAGES ?? new URL(PAYPAL_URL).origin,
        }
      : null,
    apay: APAY_URL ? walletOf(APAY_URL, given('APAY_KEY'), given('APAY_WEBHOOK_SECRET'), settings.APAY_PAGES) : null,
    pool: POOL_URL ? walletOf(POOL_URL, given('POOL_KEY'), given('POOL_WEBHOOK_SECRET')) : null,
    modo: MODO_URL
      ? {
          url: MODO_URL,
          username: given('MODO_USERNAME'),
          password: given('MODO_PASSWORD'),
          merchant: given('MODO_MERCHANT'),
          processorCode: given('MODO_PROCESSOR_CODE'),
          queryPath: settings.MODO_QUERY_PATH,
          pageOrigin: settings.MODO_PAGES ?? new URL(MODO_URL).origin,
        }
      : null,
  };
}

const walletOf = (url: string, key: string, webhookSecret: string, pageOrigin = new URL(url).origin): WalletOptions => ({
  url,
  key,
  webhookSecret,
  pageOrigin,
});
