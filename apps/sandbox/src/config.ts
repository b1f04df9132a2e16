import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ArcaOptions, developmentCertificate } from './arca/arca.ts';
import { hasCheckDigit } from './arca/rules.ts';
import type { BancardAccess } from './bancard/bancard.ts';
import type { CybersourceAccess } from './cybersource/signature.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { IdentityOptions } from './identity/identity.ts';
import type { PayPalAccess } from './paypal/paypal.ts';
import type { WalletsAccess } from './wallets.ts';

const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(3100),
  SMTP_PORT: Port.default(3125),
  GATEWAY_PUBLIC_KEY: z.string().default('sandbox-public-key'),
  GATEWAY_PRIVATE_KEY: z.string().default('sandbox-private-key'),
  /** A file that the gateway's payments are kept in; without one they end with the process. */
  GATEWAY_JOURNAL: z.string().optional(),
  /** Who the shop is at Cybersource; the secret in base64. */
  CYBERSOURCE_MERCHANT_ID: z.string().default('butaca_sandbox'),
  CYBERSOURCE_KEY_ID: z.string().default('sandbox-cybersource-key'),
  CYBERSOURCE_SECRET: z.base64().default('c2FuZGJveC1jeWJlcnNvdXJjZS1zZWNyZXQ='),
  CYBERSOURCE_PUBLIC_KEY: z.string().default('sandbox-cybersource-public-key'),
  /** Who the shop is at the external login. */
  EXTERNAL_LOGIN_CLIENT_ID: z.string().default('butaca'),
  EXTERNAL_LOGIN_SECRET: z.string().default('sandbox-login-secret'),
  /** Of the simulated reCAPTCHA's site key. */
  RECAPTCHA_SECRET: z.string().default('sandbox-recaptcha-secret'),
  NEWSLETTER_KEY: z.string().default('sandbox-newsletter-key'),
  MAIL_VALIDATION_KEY: z.string().default('sandbox-mail-validation-key'),
  MERCADOPAGO_ACCESS_TOKEN: z.string().default('sandbox-mercadopago-token'),
  MERCADOPAGO_PUBLIC_KEY: z.string().default('sandbox-mercadopago-public-key'),
  MERCADOPAGO_WEBHOOK_SECRET: z.string().default('sandbox-mercadopago-webhook-secret'),
  TIGO_KEY: z.string().default('sandbox-tigo-key'),
  TIGO_SECRET: z.string().default('sandbox-tigo-secret'),
  TIGO_ACCOUNT: z.string().default('981000000'),
  TIGO_PIN: z.string().default('1234'),
  TIGO_MERCHANT_ID: z.string().default('butaca'),
  /** Of the redirect wallet (`/apay`) and the polled one (`/pool`). */
  APAY_KEY: z.string().default('sandbox-apay-key'),
  APAY_WEBHOOK_SECRET: z.string().default('sandbox-apay-webhook-secret'),
  POOL_KEY: z.string().default('sandbox-pool-key'),
  POOL_WEBHOOK_SECRET: z.string().default('sandbox-pool-webhook-secret'),
  MODO_USERNAME: z.string().default('sandbox-modo-user'),
  MODO_PASSWORD: z.string().default('sandbox-modo-password'),
  MODO_MERCHANT: z.string().default('Butaca'),
  PAYPAL_CLIENT_ID: z.string().default('sandbox-paypal'),
  PAYPAL_SECRET: z.string().default('sandbox-paypal-secret'),
  PAYPAL_WEBHOOK_ID: z.string().default('sandbox-webhook'),
  /** Where PayPal tells the shop; `PUBLIC_ORIGIN` with our path when it is left out. */
  PAYPAL_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  BANCARD_PUBLIC_KEY: z.string().default('sandboxbancardpublickey000000000'),
  BANCARD_PRIVATE_KEY: z.string().default('sandboxbancardprivatekey00000000'),
  /** The issuer of electronic invoices. */
  ARCA_CUIT: z.string().refine(hasCheckDigit, 'not a CUIT: eleven digits, the last by modulo 11').default('30710000006'),
  ARCA_POINTS_OF_SALE: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .default('5,6'),
  /** A file with the certificate (PEM) that logs in; its subject names the issuer. */
  ARCA_CERTIFICATE_FILE: z.string().optional(),
  /** A file that vouchers are kept in; without one they end with the process. */
  ARCA_JOURNAL: z.string().optional(),
  /** The storefront's: its pages may call the gateway, as all of this machine may. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly smtpPort: number;
  readonly gateway: GatewayAccess;
  readonly gatewayJournal: string | undefined;
  readonly identity: IdentityOptions;
  readonly recaptcha: { readonly secret: string };
  readonly newsletter: { readonly key: string };
  readonly mailValidation: { readonly key: string };
  readonly wallets: WalletsAccess;
  readonly cybersource: CybersourceAccess;
  readonly bancard: BancardAccess;
  readonly paypal: PayPalAccess;
  readonly arca: ArcaOptions;
}

/** A setting or an environment that the sandbox refuses to start with. */
export class ConfigError extends Error {}

/** Reads the environment once. The sandbox replaces outside services, so it never runs in production. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  if (read.data.NODE_ENV === 'production') throw new ConfigError('NODE_ENV: the sandbox is not for production');
  const { HOST, PORT, SMTP_PORT, GATEWAY_PUBLIC_KEY, GATEWAY_PRIVATE_KEY, GATEWAY_JOURNAL, PUBLIC_ORIGIN } = read.data;
  const shopOrigin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : 'http://localhost:3000';
  const { EXTERNAL_LOGIN_CLIENT_ID: clientId, EXTERNAL_LOGIN_SECRET: clientSecret } = read.data;
  return {
    host: HOST,
    port: PORT,
    smtpPort: SMTP_PORT,
    gateway: {
      publicKey: GATEWAY_PUBLIC_KEY,
      privateKey: GATEWAY_PRIVATE_KEY,
      origin: PUBLIC_ORIGIN && new URL(PUBLIC_ORIGIN).origin,
    },
    gatewayJournal: GATEWAY_JOURNAL,
    cybersource: {
      merchantId: read.data.CYBERSOURCE_MERCHANT_ID,
      keyId: read.data.CYBERSOURCE_KEY_ID,
      secret: read.data.CYBERSOURCE_SECRET,
      publicKey: read.data.CYBERSOURCE_PUBLIC_KEY,
      origin: PUBLIC_ORIGIN && new URL(PUBLIC_ORIGIN).origin,
    },
    recaptcha: { secret: read.data.RECAPTCHA_SECRET },
    newsletter: { key: read.data.NEWSLETTER_KEY },
    mailValidation: { key: read.data.MAIL_VALIDATION_KEY },
    wallets: walletsOf(read.data),
    paypal: {
      clientId: read.data.PAYPAL_CLIENT_ID,
      secret: read.data.PAYPAL_SECRET,
      webhookId: read.data.PAYPAL_WEBHOOK_ID,
      webhookUrl: read.data.PAYPAL_WEBHOOK_URL ?? `${shopOrigin}/v2/pagos/paypal/aviso`,
    },
    bancard: {
      publicKey: read.data.BANCARD_PUBLIC_KEY,
      privateKey: read.data.BANCARD_PRIVATE_KEY,
      confirmUrl: `${shopOrigin}/v2/pagos/bancard/aviso`,
    },
    arca: arcaOf(read.data),
    identity: {
      origin: `http://localhost:${PORT}`,
      shop: { origin: shopOrigin, clientId, clientSecret },
    },
  };
}

const arcaOf = (settings: z.output<typeof Environment>): ArcaOptions => ({
  cuit: settings.ARCA_CUIT,
  pointsOfSale: settings.ARCA_POINTS_OF_SALE.split(',').map(Number),
  certificate: certificateOf(settings.ARCA_CERTIFICATE_FILE),
  journal: settings.ARCA_JOURNAL,
});

function certificateOf(file: string | undefined): string {
  if (file === undefined) return developmentCertificate();
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`ARCA_CERTIFICATE_FILE: ${file} cannot be read`);
  }
}

const walletsOf = (settings: z.output<typeof Environment>): WalletsAccess => ({
  mercadoPago: {
    accessToken: settings.MERCADOPAGO_ACCESS_TOKEN,
    publicKey: settings.MERCADOPAGO_PUBLIC_KEY,
    webhookSecret: settings.MERCADOPAGO_WEBHOOK_SECRET,
  },
  tigo: {
    key: settings.TIGO_KEY,
    secret: settings.TIGO_SECRET,
    account: settings.TIGO_ACCOUNT,
    pin: settings.TIGO_PIN,
    merchantId: settings.TIGO_MERCHANT_ID,
  },
  redirectWallet: { key: settings.APAY_KEY, webhookSecret: settings.APAY_WEBHOOK_SECRET },
  polledWallet: { key: settings.POOL_KEY, webhookSecret: settings.POOL_WEBHOOK_SECRET },
  modo: { username: settings.MODO_USERNAME, password: settings.MODO_PASSWORD, merchant: settings.MODO_MERCHANT },
});

/** Who may call the gateway. */
interface GatewayAccess {
  /** Good for tokens, and known to browsers. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whose pages may ask for tokens, besides those of this machine. */
  readonly origin: string | undefined;
}

export interface GatewayWorld {
  readonly gateway: Gateway;
  readonly access: GatewayAccess;
}
