import { z } from 'zod';
import type { Gateway } from './gateway/gateway.ts';
import type { IdentityOptions } from './identity/identity.ts';

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
  /** Who the shop is at the external login. */
  EXTERNAL_LOGIN_CLIENT_ID: z.string().default('butaca'),
  EXTERNAL_LOGIN_SECRET: z.string().default('sandbox-login-secret'),
  /** Of the simulated reCAPTCHA's site key. */
  RECAPTCHA_SECRET: z.string().default('sandbox-recaptcha-secret'),
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
}

/** A setting or an environment that the sandbox refuses to start with. */
export class ConfigError extends Error {}

/** Reads the environment once. The sandbox replaces outside services, so it never runs in production. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  if (read.data.NODE_ENV === 'production') throw new ConfigError('NODE_ENV: the sandbox is not for production');
  const { HOST, PORT, SMTP_PORT, GATEWAY_PUBLIC_KEY, GATEWAY_PRIVATE_KEY, GATEWAY_JOURNAL, PUBLIC_ORIGIN } = read.data;
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
    recaptcha: { secret: read.data.RECAPTCHA_SECRET },
    identity: {
      origin: `http://localhost:${PORT}`,
      shop: { origin: PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : 'http://localhost:3000', clientId, clientSecret },
    },
  };
}

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
