import { BrandProblem, loadBrand } from '@butaca/brand/load';
import { z } from 'zod';
import { addressesOf } from '#db/addresses';
import { SERVER_POOL } from '#db/connections';
import { type FiscalSettings, SANDBOX_ARCA } from './bills/index.ts';
import { type PaywayThreeDSecure, type ProviderSettings, walletProblems, walletSettings, walletsOf } from './payments/index.ts';
import { keyWeaknessOf, weaknessOf } from './secret-strength.ts';

const DEVELOPMENT_SECRET = 'butaca-development-secret-do-not-use-in-production';
/** 32 bytes that are public because they stand here. */
const DEVELOPMENT_TICKET_KEY = 'YnV0YWNhLWRldmVsb3BtZW50LXRpY2tldHMtb25seSE';

/** What the sandbox knows; a real gateway gives out its own. */
const SANDBOX_KEYS = { public: 'sandbox-public-key', private: 'sandbox-private-key' };
/** The same for its Bancard, whose keys have 32 characters. */
const SANDBOX_BANCARD_KEYS = { public: 'sandboxbancardpublickey000000000', private: 'sandboxbancardprivatekey00000000' };

/** The same for the sandbox's Cybersource. */
const SANDBOX_CYBERSOURCE = {
  publicKey: 'sandbox-cybersource-public-key',
  merchantId: 'butaca_sandbox',
  keyId: 'sandbox-cybersource-key',
  secret: 'c2FuZGJveC1jeWJlcnNvdXJjZS1zZWNyZXQ=',
};

/** An Ed25519 seed. */
const TICKET_KEY = /^[\w-]{43}$/;
const TICKET_KEY_FORM = 'must be 32 bytes in base64url, 43 characters';

/** The same for the sandbox's external login. */
const SANDBOX_LOGIN_SECRET = 'sandbox-login-secret';
/** And for its reCAPTCHA. */
const SANDBOX_RECAPTCHA_SECRET = 'sandbox-recaptcha-secret';

/** And for its service of newsletters. */
const SANDBOX_NEWSLETTER_KEY = 'sandbox-newsletter-key';

/** And for the host that sends the codes of sign-ups. */
const SANDBOX_MAIL_VALIDATION_KEY = 'sandbox-mail-validation-key';

const Pem = (what: string) =>
  z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine((text) => new RegExp(`^-----BEGIN ${what}-----\\n[\\w+/=\\s]+-----END ${what}-----\\s*$`).test(text), 'must be in PEM');
const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .refine(
    (url) => addressesOf(url).length > 0,
    'must have the form postgres://user:password@host:port/database; several hosts with commas between them',
  );
const ValkeyUrl = z
  .string()
  .regex(
    /^(valkeys?|rediss?):\/\/([^/?#@]*@)?([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i,
    'must be valkey://host:port, or valkeys:// with TLS; several of a cluster with commas between them',
  )
  .refine(URL.canParse, 'must have ports from 1 to 65535');
const BRAND_NAME = /^[a-z0-9-]+$/;
const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(3000),
  /** What people type, without a closing slash; links in mails and share cards start with it. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: PostgresUrl,
  /** Of the role that owns the tables, for migrations; the same role as the servers' where it is left out. */
  DATABASE_OWNER_URL: PostgresUrl.optional(),
  /** Valkey or Redis, for the numbers of waiting rooms; several nodes of a cluster with commas between them. Left out, in PostgreSQL. */
  QUEUE_STORE_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(ValkeyUrl))
    .optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(SERVER_POOL),
  BRAND: z.string().regex(BRAND_NAME, 'must be the name of a folder in brands/').default('butaca'),
  /** Where brands are, if not in brands/. */
  BRANDS_DIRECTORY: z.string().optional(),
  /** Signs session tokens and link hashes. */
  SECRET: z.string().min(32, 'must have at least 32 characters').default(DEVELOPMENT_SECRET),
  /** Signs the codes of tickets. */
  TICKET_KEY: z.string().regex(TICKET_KEY, TICKET_KEY_FORM).default(DEVELOPMENT_TICKET_KEY),
  /** Keys that signed before, with commas between them: what they signed is still read at the door. */
  EARLIER_TICKET_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().regex(TICKET_KEY, TICKET_KEY_FORM)))
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  /** The brand's own, when it is left out. */
  MAIL_FROM: z.string().optional(),
  SANDBOX_URL: z.url().optional(),
  /** The card gateway, with its version and without a closing slash; without it cards are not accepted. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The public key, with which browsers exchange a card for a token. */
  GATEWAY_PUBLIC_KEY: z.string().default(SANDBOX_KEYS.public),
  GATEWAY_PRIVATE_KEY: z.string().default(SANDBOX_KEYS.private),
  /** Whether the gateway keeps cards for buyers who ask for it: a merchant's contract has it or not. */
  GATEWAY_KEEPS_CARDS: z.enum(['on', 'off']).default('off'),
  /** Whose pages ask buyers for the gateway (3-D Secure), with commas; without them nobody is asked. And our name there. */
  GATEWAY_3DS_ORIGINS: z.string().default(''),
  GATEWAY_3DS_CONSUMER: z.string().min(1).default('butaca'),
  /** Cybersource, without a closing slash; whose pages of 3-D Secure stand where; and where browsers exchange a card for a token. */
  CYBERSOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CYBERSOURCE_PAGES_URL: z.url({ protocol: /^https?$/ }).optional(),
  CYBERSOURCE_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  CYBERSOURCE_PUBLIC_KEY: z.string().default(SANDBOX_CYBERSOURCE.publicKey),
  /** Who signs our calls, and with what: a secret in base64. */
  CYBERSOURCE_MERCHANT_ID: z.string().default(SANDBOX_CYBERSOURCE.merchantId),
  CYBERSOURCE_KEY_ID: z.string().default(SANDBOX_CYBERSOURCE.keyId),
  CYBERSOURCE_SECRET: z.base64().default(SANDBOX_CYBERSOURCE.secret),
  /** Bancard vPOS 2.0 (`https://vpos.infonet.com.py`), and the shop's two keys. */
  BANCARD_URL: z.url({ protocol: /^https?$/ }).optional(),
  BANCARD_PUBLIC_KEY: z.string().default(SANDBOX_BANCARD_KEYS.public),
  BANCARD_PRIVATE_KEY: z.string().default(SANDBOX_BANCARD_KEYS.private),
  ...walletSettings,
  /** The OpenID Connect provider of a brand with an external login, as it writes itself; and who we are there. */
  EXTERNAL_LOGIN_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  EXTERNAL_LOGIN_CLIENT_ID: z.string().default('butaca'),
  EXTERNAL_LOGIN_SECRET: z.string().default(SANDBOX_LOGIN_SECRET),
  /** The service that sends the newsletter, without a closing slash; without one its addresses stay here alone. */
  NEWSLETTER_URL: z.url({ protocol: /^https?$/ }).optional(),
  NEWSLETTER_KEY: z.string().default(SANDBOX_NEWSLETTER_KEY),
  /** The key that signs our calls to the host of a brand's `hosts.mailValidation`. */
  MAIL_VALIDATION_KEY: z.string().default(SANDBOX_MAIL_VALIDATION_KEY),
  /** ARCA's services for access (WSAA) and for bills (WSFEv1), whole addresses; and who we are there: certificate and key in PEM, `\n` for line ends. */
  ARCA_WSAA_URL: z.url({ protocol: /^https?$/ }).optional(),
  ARCA_WSFE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ARCA_CERTIFICATE: Pem('CERTIFICATE').default(SANDBOX_ARCA.certificate),
  ARCA_KEY: Pem('(RSA )?PRIVATE KEY').default(SANDBOX_ARCA.key),
  /** Whether forms ask for the captcha that the brand names (C-16). */
  CAPTCHA: z.enum(['on', 'off']).default('on'),
  /** reCAPTCHA, for a brand that names it. Pages may load from the folders of the script and of the assets. */
  RECAPTCHA_SECRET: z.string().default(SANDBOX_RECAPTCHA_SECRET),
  RECAPTCHA_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api.js'),
  RECAPTCHA_ASSETS_URL: z.url({ protocol: /^https?$/ }).default('https://www.gstatic.com/recaptcha/'),
  RECAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api/siteverify'),
  /** Proxies of our own in front, each of which adds an address; more would let callers choose theirs. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  STOREFRONT_DEV: z.enum(['0', '1']).default('0'),
  /** The page at `/reference`; left out, it is off in production and on elsewhere. */
  API_REFERENCE: z.enum(['0', '1']).optional(),
  /** Processes of the server on its one port. */
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** This process's number, set by the process that keeps it. */
  PROCESS_NUMBER: z.coerce.number().int().min(1).optional(),
  /** The inherited descriptor of a socket that the parent process has bound to HOST and PORT. */
  LISTEN_FD: z.coerce.number().int().min(3).optional(),
  /** The time between announcing the shutdown and closing: as long as load balancers need to notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Where Prometheus reads the numbers of this process; without it nothing is opened. */
  METRICS_PORT: Port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** An OTLP collector that takes traces over HTTP, with its path (`/v1/traces`); without it nothing is traced. */
  TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of requests that are traced. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** A statement that takes longer is a line in the log; 0 says nothing of any. */
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).default(500),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Settings = z.output<typeof Environment>;

/** What may be set; `deploy/` names nothing else. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicOrigin: string;
  readonly databaseUrl: string;
  readonly databaseOwnerUrl: string;
  readonly databaseConnections: number;
  /** Nodes of a Valkey; null where the numbers of waiting rooms are in the database. */
  readonly queueStore: readonly [string, ...string[]] | null;
  readonly brand: string;
  readonly brandsDirectory: string | undefined;
  readonly secret: string;
  /** The first one signs; all are read. */
  readonly ticketKeys: readonly [string, ...string[]];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Of each provider of payments, null where the deployment has none of it. */
  readonly providers: ProviderSettings;
  /** Null without an external login. */
  readonly externalLogin: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
  /** Null where confirmed addresses of the newsletter are handed to nobody. */
  readonly newsletter: { readonly url: string; readonly key: string } | null;
  readonly mailValidationKey: string;
  /** Of each pack of bills, null where the deployment has none of it. */
  readonly fiscal: FiscalSettings;
  readonly captcha: 'on' | 'off';
  /** Used by a brand that names reCAPTCHA. */
  readonly recaptcha: { readonly secret: string; readonly scriptUrl: string; readonly assetsUrl: string; readonly verifyUrl: string };
  readonly trustedProxies: number;
  readonly storefrontDev: boolean;
  readonly referencePage: boolean;
  readonly processes: number;
  /** Null in the one that keeps them, and where there is one alone. */
  readonly processNumber: number | null;
  /** The descriptor of a socket to accept from; null where the server listens by itself. */
  readonly listenFd: number | null;
  readonly drainSeconds: number;
  readonly logLevel: string;
  /** Null where no numbers are handed out. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly slowStatementMs: number;
  /** Null where nothing is traced. */
  readonly traces: { readonly url: string; readonly share: number } | null;
}

/** A setting that this server will not start with; one line per setting, never its value. */
export class ConfigError extends Error {}

/** Reads the environment once; everything else gets the result as an argument. With a brand, what it needs and does not get is refused, too. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, brand?: BrandNeeds): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = Environment.safeParse(filled);
  // Without the index: one of several values is at fault, which is not repeated here.
  if (!read.success) throw new ConfigError(read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join('\n'));
  const settings = read.data;
  const production = settings.NODE_ENV === 'production';
  const config = configOf(settings, production);
  const problems = [
    ...(production ? developmentSettings(settings) : []),
    ...walletProblems(settings, { production }),
    ...(config instanceof ConfigError ? [config.message] : brand ? missingFor(brand, config) : []),
  ];
  if (config instanceof ConfigError || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Or the settings of which there is a half. */
function configOf(settings: Settings, production: boolean): Config | ConfigError {
  try {
    return presentConfig(settings, production);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function presentConfig(settings: Settings, production: boolean): Config {
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    publicOrigin: (settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    queueStore: queueStoreOf(settings),
    brand: settings.BRAND,
    brandsDirectory: settings.BRANDS_DIRECTORY,
    secret: settings.SECRET,
    ticketKeys: [settings.TICKET_KEY, ...(settings.EARLIER_TICKET_KEYS ?? [])],
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    providers: providersOf(settings),
    externalLogin: settings.EXTERNAL_LOGIN_ISSUER
      ? {
          issuer: settings.EXTERNAL_LOGIN_ISSUER,
          clientId: settings.EXTERNAL_LOGIN_CLIENT_ID,
          clientSecret: settings.EXTERNAL_LOGIN_SECRET,
        }
      : null,
    newsletter: settings.NEWSLETTER_URL ? { url: withoutSlash(settings.NEWSLETTER_URL), key: settings.NEWSLETTER_KEY } : null,
    mailValidationKey: settings.MAIL_VALIDATION_KEY,
    fiscal: fiscalOf(settings),
    captcha: settings.CAPTCHA,
    recaptcha: {
      secret: settings.RECAPTCHA_SECRET,
      scriptUrl: settings.RECAPTCHA_SCRIPT_URL,
      assetsUrl: settings.RECAPTCHA_ASSETS_URL,
      verifyUrl: settings.RECAPTCHA_VERIFY_URL,
    },
    trustedProxies: settings.TRUST_PROXY,
    storefrontDev: settings.STOREFRONT_DEV === '1',
    referencePage: settings.API_REFERENCE ? settings.API_REFERENCE === '1' : !production,
    processes: settings.WEB_CONCURRENCY,
    processNumber: settings.PROCESS_NUMBER ?? null,
    listenFd: settings.LISTEN_FD ?? null,
    drainSeconds: settings.DRAIN_SECONDS,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    slowStatementMs: settings.SLOW_STATEMENT_MS,
    traces: settings.TRACES_URL === undefined ? null : { url: settings.TRACES_URL, share: settings.TRACES_SHARE },
  };
}

/** Reads the environment and the brand that it names; the error lists every problem of both. */
export async function readConfigOfBrand(env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const named = env.BRAND || 'butaca';
  // A name that is no folder's is refused with the settings.
  const brand = BRAND_NAME.test(named) ? await loadBrand(named, env.BRANDS_DIRECTORY || undefined).catch(orProblem) : undefined;
  if (!(brand instanceof BrandProblem)) return readConfig(env, brand?.brand);
  readConfigBeside(brand, env);
  throw new ConfigError(brand.message);
}

function orProblem(error: unknown): BrandProblem {
  if (error instanceof BrandProblem) return error;
  throw error;
}

/** Throws both. */
function readConfigBeside({ message }: BrandProblem, env: NodeJS.ProcessEnv): void {
  try {
    readConfig(env);
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(`${error.message}\n${message}`) : error;
  }
}

/** The same for a process that is started by hand: says what is wrong, and ends. */
export async function configOrExit(read: () => Config | Promise<Config>): Promise<Config> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

function queueStoreOf({ QUEUE_STORE_URL: [first, ...rest] = [] }: Settings): Config['queueStore'] {
  return first === undefined ? null : [first, ...rest];
}

function providersOf(settings: Settings): ProviderSettings {
  const { GATEWAY_URL: gateway, BANCARD_URL: bancard } = settings;
  return {
    payway: gateway
      ? {
          url: withoutSlash(gateway),
          publicKey: settings.GATEWAY_PUBLIC_KEY,
          privateKey: settings.GATEWAY_PRIVATE_KEY,
          threeDSecure: threeDSecureOf(settings),
          keepsCards: settings.GATEWAY_KEEPS_CARDS === 'on',
        }
      : null,
    cybersource: cybersourceOf(settings),
    bancard: bancard
      ? { url: withoutSlash(bancard), publicKey: settings.BANCARD_PUBLIC_KEY, privateKey: settings.BANCARD_PRIVATE_KEY }
      : null,
    ...walletsOf(settings),
  };
}

function fiscalOf({ ARCA_WSAA_URL: wsaaUrl, ARCA_WSFE_URL: wsfeUrl, ...settings }: Settings): FiscalSettings {
  if (wsaaUrl === undefined && wsfeUrl === undefined) return { ar: null };
  if (wsaaUrl === undefined || wsfeUrl === undefined) throw new ConfigError('ARCA_WSAA_URL, ARCA_WSFE_URL: name both or none');
  return { ar: { wsaa: { url: wsaaUrl, certificate: settings.ARCA_CERTIFICATE, key: settings.ARCA_KEY }, wsfeUrl } };
}

function threeDSecureOf({ GATEWAY_3DS_CONSUMER: consumer, ...settings }: Settings): PaywayThreeDSecure | null {
  const names = settings.GATEWAY_3DS_ORIGINS.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  if (names.length === 0) return null;
  if (!names.every((name) => /^https?:/.test(name) && URL.canParse(name)))
    throw new ConfigError('GATEWAY_3DS_ORIGINS: name whose pages ask for 3-D Secure, such as https://bank.example');
  return { consumer, origins: names.map((name) => new URL(name).origin) };
}

function cybersourceOf(settings: Settings): ProviderSettings['cybersource'] {
  const { CYBERSOURCE_URL: url, CYBERSOURCE_PAGES_URL: pages, CYBERSOURCE_TOKEN_URL: tokens } = settings;
  if (url === undefined) return null;
  if (pages === undefined) throw new ConfigError('CYBERSOURCE_PAGES_URL: name where the pages of 3-D Secure stand');
  if (tokens === undefined) throw new ConfigError('CYBERSOURCE_TOKEN_URL: name where browsers exchange a card for a token');
  return {
    url: withoutSlash(url),
    pagesOrigin: new URL(pages).origin,
    tokens: { url: tokens, publicKey: settings.CYBERSOURCE_PUBLIC_KEY },
    merchantId: settings.CYBERSOURCE_MERCHANT_ID,
    keyId: settings.CYBERSOURCE_KEY_ID,
    secret: settings.CYBERSOURCE_SECRET,
  };
}

/** What one of several processes gets: our own settings, its number, and the descriptor of the socket that all of them accept from. */
export const processEnvironment = (number: number, listenFd: number, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PROCESS_NUMBER: String(number),
  LISTEN_FD: String(listenFd),
});

interface BrandNeeds {
  readonly hosts: { readonly mailValidation: string };
  readonly fiscal: { readonly pack: 'none' | 'ar' };
  readonly login: { readonly external?: unknown };
  readonly captcha: { readonly provider: 'altcha' | 'recaptcha' };
  readonly payments: {
    readonly methods: readonly { readonly name: string; readonly provider: string; readonly onlyIfConfigured?: boolean | undefined }[];
  };
}

/** Which setting gives a provider its address. */
const addressSettings: Readonly<Record<keyof ProviderSettings, keyof Settings>> = {
  payway: 'GATEWAY_URL',
  cybersource: 'CYBERSOURCE_URL',
  bancard: 'BANCARD_URL',
  mercadopago: 'MERCADOPAGO_URL',
  tigo: 'TIGO_URL',
  apay: 'APAY_URL',
  pool: 'POOL_URL',
  modo: 'MODO_URL',
  paypal: 'PAYPAL_URL',
};

/** What a brand needs from the environment and does not get, one line for each. */
function missingFor({ login, captcha, payments, fiscal, hosts }: BrandNeeds, config: Config): string[] {
  const { production, providers } = config;
  return [
    ...payments.methods.map(({ name, provider, onlyIfConfigured }) => {
      if (!Object.hasOwn(providers, provider)) return `payments.methods: ${name}: there is no provider ${provider}`;
      return (
        !onlyIfConfigured &&
        !providers[provider as keyof ProviderSettings] &&
        `${addressSettings[provider as keyof ProviderSettings]}: this brand is paid by ${name}, of ${provider}`
      );
    }),
    // Elsewhere bills wait until somebody names them.
    production &&
      fiscal.pack === 'ar' &&
      !config.fiscal.ar &&
      'ARCA_WSAA_URL, ARCA_WSFE_URL: this brand has its bills authorised by ARCA; name its services',
    login.external && !config.externalLogin && 'EXTERNAL_LOGIN_ISSUER: this brand has an external login',
    production &&
      captcha.provider === 'recaptcha' &&
      config.recaptcha.secret === SANDBOX_RECAPTCHA_SECRET &&
      'RECAPTCHA_SECRET: this brand asks reCAPTCHA; name the secret of its site key in production',
    production &&
      hosts.mailValidation !== '' &&
      config.mailValidationKey === SANDBOX_MAIL_VALIDATION_KEY &&
      'MAIL_VALIDATION_KEY: this brand has another host send codes; name the key that it knows in production',
  ].filter((problem) => typeof problem === 'string');
}

/** Settings in production that are meant for development, one line for each. */
function developmentSettings(settings: Settings): string[] {
  return [
    settings.SECRET === DEVELOPMENT_SECRET && 'SECRET: set a secret of your own in production',
    settings.TICKET_KEY === DEVELOPMENT_TICKET_KEY && 'TICKET_KEY: set a key of your own in production',
    weakSecret(settings),
    weakTicketKey(settings),
    settings.EARLIER_TICKET_KEYS?.includes(DEVELOPMENT_TICKET_KEY) &&
      'EARLIER_TICKET_KEYS: the development key signs for anybody; leave it out in production',
    settings.SANDBOX_URL && 'SANDBOX_URL: the sandbox is not for production',
    settings.CAPTCHA === 'off' && 'CAPTCHA: not without one in production',
    ...(['RECAPTCHA_SCRIPT_URL', 'RECAPTCHA_ASSETS_URL', 'RECAPTCHA_VERIFY_URL'] as const).map(
      (name) => settings[name].startsWith('http:') && `${name}: must start with https:// in production`,
    ),
    settings.STOREFRONT_DEV === '1' && 'STOREFRONT_DEV: not for production',
    settings.GATEWAY_URL?.startsWith('http:') && 'GATEWAY_URL: must start with https:// in production',
    settings.GATEWAY_URL &&
      settings.GATEWAY_PUBLIC_KEY === SANDBOX_KEYS.public &&
      'GATEWAY_PUBLIC_KEY: name the gateway’s own in production',
    settings.GATEWAY_URL &&
      settings.GATEWAY_PRIVATE_KEY === SANDBOX_KEYS.private &&
      'GATEWAY_PRIVATE_KEY: name the gateway’s own in production',
    settings.GATEWAY_3DS_ORIGINS.includes('http:') && 'GATEWAY_3DS_ORIGINS: must start with https:// in production',
    ...(['CYBERSOURCE_URL', 'CYBERSOURCE_PAGES_URL', 'CYBERSOURCE_TOKEN_URL'] as const).map(
      (name) => settings[name]?.startsWith('http:') && `${name}: must start with https:// in production`,
    ),
    settings.CYBERSOURCE_URL &&
      settings.CYBERSOURCE_SECRET === SANDBOX_CYBERSOURCE.secret &&
      'CYBERSOURCE_SECRET: name Cybersource’s own in production',
    settings.BANCARD_URL?.startsWith('http:') && 'BANCARD_URL: must start with https:// in production',
    settings.BANCARD_URL &&
      settings.BANCARD_PUBLIC_KEY === SANDBOX_BANCARD_KEYS.public &&
      'BANCARD_PUBLIC_KEY: name the shop’s own in production',
    settings.BANCARD_URL &&
      settings.BANCARD_PRIVATE_KEY === SANDBOX_BANCARD_KEYS.private &&
      'BANCARD_PRIVATE_KEY: name the shop’s own in production',
    settings.EXTERNAL_LOGIN_ISSUER?.startsWith('http:') && 'EXTERNAL_LOGIN_ISSUER: must start with https:// in production',
    settings.EXTERNAL_LOGIN_ISSUER &&
      settings.EXTERNAL_LOGIN_SECRET === SANDBOX_LOGIN_SECRET &&
      'EXTERNAL_LOGIN_SECRET: name the provider’s own in production',
    ...(['ARCA_WSAA_URL', 'ARCA_WSFE_URL'] as const).map(
      (name) => settings[name]?.startsWith('http:') && `${name}: must start with https:// in production`,
    ),
    settings.ARCA_WSAA_URL &&
      settings.ARCA_WSFE_URL &&
      settings.ARCA_KEY === SANDBOX_ARCA.key &&
      'ARCA_KEY, ARCA_CERTIFICATE: name the shop’s own in production',
    settings.NEWSLETTER_URL?.startsWith('http:') && 'NEWSLETTER_URL: must start with https:// in production',
    settings.NEWSLETTER_URL && settings.NEWSLETTER_KEY === SANDBOX_NEWSLETTER_KEY && 'NEWSLETTER_KEY: name the service’s own in production',
    !settings.PUBLIC_ORIGIN && 'PUBLIC_ORIGIN: name the public address in production',
    settings.PUBLIC_ORIGIN?.startsWith('http:') && 'PUBLIC_ORIGIN: must start with https:// in production',
    !settings.SMTP_URL && 'SMTP_URL: name the mail server in production',
    settings.SMTP_URL &&
      !isMailEncrypted(settings.SMTP_URL) &&
      'SMTP_URL: must start with smtps://, or end in ?requireTLS=true, unless the mail server is on this machine',
  ].filter((problem) => typeof problem === 'string');
}

function weakSecret({ SECRET, TICKET_KEY }: Settings): string | undefined {
  if (SECRET === DEVELOPMENT_SECRET) return undefined;
  const weakness = SECRET === TICKET_KEY ? 'is the same as TICKET_KEY' : weaknessOf(SECRET);
  return weakness && `SECRET: ${weakness}; make one at random, for example with openssl rand -base64 36`;
}

function weakTicketKey({ TICKET_KEY }: Settings): string | undefined {
  if (TICKET_KEY === DEVELOPMENT_TICKET_KEY) return undefined;
  const weakness = keyWeaknessOf(TICKET_KEY);
  return weakness && `TICKET_KEY: ${weakness}; make one at random, for example with openssl rand -base64 32 | tr '+/' '-_' | tr -d '='`;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/** TLS from the first byte, or before anything is said (STARTTLS, which without `requireTLS` an attacker on the way can take out). */
function isMailEncrypted(url: string): boolean {
  if (url.startsWith('smtps:') || !URL.canParse(url)) return url.startsWith('smtps:');
  const { hostname, searchParams } = new URL(url);
  return searchParams.get('requireTLS') === 'true' || LOOPBACK.test(hostname);
}
