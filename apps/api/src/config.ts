import { z } from 'zod';

const DEVELOPMENT_SECRET = 'butaca-development-secret-do-not-use-in-production';
/** 32 bytes that are public because they stand here. */
const DEVELOPMENT_TICKET_KEY = 'YnV0YWNhLWRldmVsb3BtZW50LXRpY2tldHMtb25seSE';

/** What the sandbox knows; a real gateway gives out its own. */
const SANDBOX_KEYS = { public: 'sandbox-public-key', private: 'sandbox-private-key' };

const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(3000),
  /** What people type, without a closing slash; links in mails and share cards start with it. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  BRAND: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a folder in brands/')
    .default('butaca'),
  /** Signs session tokens and link hashes. */
  SECRET: z.string().min(32, 'must have at least 32 characters').default(DEVELOPMENT_SECRET),
  /** Signs the codes of tickets (Ed25519 seed); a new one makes every printed ticket worthless at the door. */
  TICKET_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, 43 characters')
    .default(DEVELOPMENT_TICKET_KEY),
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
  /** Proof of work before sign-up and log-in (C-16). */
  CAPTCHA: z.enum(['altcha', 'off']).default('altcha'),
  /** Proxies of our own in front, each of which adds an address; more would let callers choose theirs. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  STOREFRONT_DEV: z.enum(['0', '1']).default('0'),
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
  /** A statement that takes longer is a line in the log; 0 says nothing of any. */
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).default(500),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What may be set; `deploy/` names nothing else. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicOrigin: string;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  readonly brand: string;
  readonly secret: string;
  readonly ticketKey: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Null where no card is taken. */
  readonly gateway: { readonly url: string; readonly publicKey: string; readonly privateKey: string } | null;
  readonly captcha: 'altcha' | 'off';
  readonly trustedProxies: number;
  readonly storefrontDev: boolean;
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
}

/** A setting that this server will not start with; one line per setting, never its value. */
export class ConfigError extends Error {}

/** Reads the environment once; everything else gets the result as an argument. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = Environment.safeParse(filled);
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const settings = read.data;
  const production = settings.NODE_ENV === 'production';
  if (production) refuseDevelopmentSettings(settings);
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    publicOrigin: (settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    brand: settings.BRAND,
    secret: settings.SECRET,
    ticketKey: settings.TICKET_KEY,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    gateway: settings.GATEWAY_URL
      ? {
          url: settings.GATEWAY_URL.replace(/\/$/, ''),
          publicKey: settings.GATEWAY_PUBLIC_KEY,
          privateKey: settings.GATEWAY_PRIVATE_KEY,
        }
      : null,
    captcha: settings.CAPTCHA,
    trustedProxies: settings.TRUST_PROXY,
    storefrontDev: settings.STOREFRONT_DEV === '1',
    processes: settings.WEB_CONCURRENCY,
    processNumber: settings.PROCESS_NUMBER ?? null,
    listenFd: settings.LISTEN_FD ?? null,
    drainSeconds: settings.DRAIN_SECONDS,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    slowStatementMs: settings.SLOW_STATEMENT_MS,
  };
}

/** What one of several processes gets: our own settings, its number, and the descriptor of the socket that all of them accept from. */
export const processEnvironment = (number: number, listenFd: number, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PROCESS_NUMBER: String(number),
  LISTEN_FD: String(listenFd),
});

/** Refuses settings in production that are meant for development. */
function refuseDevelopmentSettings(settings: z.output<typeof Environment>) {
  const problems = [
    settings.SECRET === DEVELOPMENT_SECRET && 'SECRET: set a secret of your own in production',
    settings.TICKET_KEY === DEVELOPMENT_TICKET_KEY && 'TICKET_KEY: set a key of your own in production',
    settings.SANDBOX_URL && 'SANDBOX_URL: the sandbox is not for production',
    settings.CAPTCHA === 'off' && 'CAPTCHA: not without one in production',
    settings.STOREFRONT_DEV === '1' && 'STOREFRONT_DEV: not for production',
    settings.GATEWAY_URL?.startsWith('http:') && 'GATEWAY_URL: must start with https:// in production',
    settings.GATEWAY_URL &&
      settings.GATEWAY_PUBLIC_KEY === SANDBOX_KEYS.public &&
      'GATEWAY_PUBLIC_KEY: name the gateway’s own in production',
    settings.GATEWAY_URL &&
      settings.GATEWAY_PRIVATE_KEY === SANDBOX_KEYS.private &&
      'GATEWAY_PRIVATE_KEY: name the gateway’s own in production',
    !settings.PUBLIC_ORIGIN && 'PUBLIC_ORIGIN: name the public address in production',
    !settings.SMTP_URL && 'SMTP_URL: name the mail server in production',
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}
