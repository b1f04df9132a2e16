import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { BoundSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../apps/api/src/db/connect.ts';
import { haveBalance } from '../../apps/api/test/factories/balance.ts';
import { haveBuyers, SECRET } from '../../apps/api/test/factories/customers.ts';
import { haveSale } from '../../apps/api/test/factories/purchase.ts';
import { type Child, startChild } from '../../scripts/child.ts';
import { readStartConfig } from '../../scripts/config.ts';
import { freePorts, holdPort } from '../../scripts/ports.ts';
import { startThrowAwayPostgres } from '../../scripts/postgres/throw-away.ts';
import { buildApp, unbuilt } from '../../scripts/web/build.ts';
import { newDatabase } from '../new-database.ts';
import { answers, hasWorker, untilReady } from '../ready.ts';
import type { Customer } from '../stage.ts';
import { MERCADOPAGO_ACCESS_TOKEN } from '../wallet.ts';
import { MERCADOPAGO_PUBLIC_KEY } from './card-forms.ts';
import { characterOf, type DirectSale, type PlannedPurchase, PROVIDERS, type ProviderName, SHOPS, type ShopName } from './fates.ts';

export interface Shop {
  readonly origin: string;
  /** Straight to PostgreSQL, as the owner of the tables. */
  readonly db: Db;
  readonly performanceId: number;
  /** One for each purchase of the storm, by its number. */
  readonly buyers: readonly Customer[];
  readonly organiser: Customer;
  /** Two who sell at a counter. */
  readonly clerks: readonly Customer[];
  /** SIGKILL; it is started again by what `npm start` uses. */
  readonly kill: (victim: 'api' | 'worker') => void;
}

export interface StormStage {
  readonly shops: Readonly<Record<ShopName, Shop>>;
  readonly sandbox: string;
  readonly logDirectory: string;
  readonly stop: (options: { readonly keepLogs: boolean }) => Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const SEATS_IN_ROW = 10;
const CURRENCIES = { pesos: 'ARS', guaranies: 'PYG' } as const;
/** More than a ticket; minor units. */
const BALANCE_ALONE = 1_500_000;
const PAYPAL_OPTIONS = { currency: 'USD', rate: 1450, rateDate: '2026-11-20' };
/** No purchase of a storm is refused for what others of it did. */
const MANY_TRIES = {
  perPurchase: 20,
  ...Object.fromEntries(['customer', 'card', 'network'].map((who) => [who, { most: 100_000, minutes: 60 }])),
};

/**
 * Two shops, one in pesos and one in guaraníes, each with an api, a worker and a database of its own, and one sandbox with all providers.
 * The sandbox is never killed: a real provider forgets no payment.
 */
export async function setStormStage({
  plan,
  direct,
  log,
}: {
  readonly plan: readonly PlannedPurchase[];
  readonly direct: readonly DirectSale[];
  readonly log: (line: string) => void;
}): Promise<StormStage> {
  const purchases = plan.length + direct.length;
  const config = readStartConfig();
  for (const app of await unbuilt()) await buildApp(app, config);
  const home = await mkdtemp(join(tmpdir(), 'butaca-storm-'));
  const logDirectory = join(home, 'logs');
  const brandsDirectory = join(home, 'brands');
  await Promise.all([writeBrand(brandsDirectory, 'pesos', 'butaca'), writeBrand(brandsDirectory, 'guaranies', 'mua')]);
  const postgres = await startThrowAwayPostgres();
  const [pesosPort = 0, guaraniesPort = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(4);
  const ports = { pesos: pesosPort, guaranies: guaraniesPort };
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const children: Child[] = [];
  const sockets: BoundSocket[] = [];
  const databases: Db[] = [];

  const run = (name: string, file: string, environment: NodeJS.ProcessEnv, socket: BoundSocket | null = null) => {
    const child = startChild({
      name,
      file: join(root, file),
      environment: { ...config.environment, ...environment },
      logDirectory,
      sources: [],
      socket,
      mayRestart: () => true,
      onGivenUp: log,
    });
    children.push(child);
    return child;
  };

  async function openShop(name: ShopName): Promise<Shop> {
    const db = await newDatabase(postgres, name, 'butaca-storm');
    databases.push(db);
    const { performanceId } = await haveSale(db, { rows: Math.ceil(purchases / SEATS_IN_ROW) });
    const buyers = await haveBuyers(db, purchases);
    const [organiser, ...clerks] = await haveBuyers(db, 3);
    await db`update customer set role = 'organiser' where id = ${organiser.customerId}`;
    await db`update customer set role = 'box-office' where id = any (${clerks.map(({ customerId }) => customerId)})`;
    const besideCards = plan.filter(({ provider, fromBalance }) => fromBalance > 0 && characterOf(provider).shop === name);
    const alone = direct.filter(({ lane, shop }) => lane === 'balance' && shop === name);
    const balances = [...besideCards, ...alone.map(({ number }) => ({ number, fromBalance: BALANCE_ALONE }))];
    for (const { number, fromBalance: amount } of balances)
      await haveBalance(db, { customerId: buyers[number]?.customerId ?? '', amount, currency: CURRENCIES[name], performanceId });
    const socket = await holdPort(ports[name], '127.0.0.1');
    if (typeof socket === 'string') throw new Error(socket);
    sockets.push(socket);
    const origin = `http://127.0.0.1:${ports[name]}`;
    const environment = {
      SECRET,
      CAPTCHA: 'off',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      PUBLIC_ORIGIN: origin,
      BRAND: name,
      BRANDS_DIRECTORY: brandsDirectory,
      DATABASE_URL: postgres.apiUrlOf(name),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      ...providerSettings(sandbox),
    };
    const processes = {
      api: run(`api of ${name}`, 'apps/api/src/main.ts', environment, socket),
      worker: run(`worker of ${name}`, 'apps/api/src/worker.ts', environment),
    };
    return {
      origin,
      db,
      performanceId,
      buyers,
      organiser,
      clerks,
      kill: (victim) => {
        const pid = processes[victim].pid();
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      },
    };
  }

  async function stop({ keepLogs }: { readonly keepLogs: boolean }) {
    await Promise.all(children.map((child) => child.stop()));
    for (const socket of sockets) socket.close();
    await Promise.all(databases.map((db) => db.end({ timeout: 5 })));
    await postgres.stop();
    if (!keepLogs) await rm(home, { recursive: true, force: true });
  }

  try {
    run('sandbox', 'apps/sandbox/src/main.ts', {
      PORT: String(sandboxPort),
      SMTP_PORT: String(smtpPort),
      // Where its Bancard sends confirmations.
      PUBLIC_ORIGIN: `http://127.0.0.1:${ports.guaranies}`,
      PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${ports.pesos}/v2/pagos/paypal/aviso`,
    });
    const shops = { pesos: await openShop('pesos'), guaranies: await openShop('guaranies') };
    const stage = { shops, sandbox, logDirectory, stop };
    if (!(await isReady(stage))) throw new Error(`the product did not start; logs: ${logDirectory}`);
    return stage;
  } catch (error) {
    await stop({ keepLogs: true });
    throw error;
  }
}

/** Every process works; those that were killed are back. */
export const isReady = ({ shops, sandbox }: Pick<StormStage, 'shops' | 'sandbox'>): Promise<boolean> =>
  untilReady(() => [
    answers(`${sandbox}/`),
    ...SHOPS.flatMap((name) => [answers(`${shops[name].origin}/readyz`), hasWorker(shops[name].db)]),
  ]);

/** The number of a provider's method in both shops; one that has a page and takes cards has two. */
export const methodIdOf = (provider: ProviderName, isByCard: boolean): number =>
  (isByCard && characterOf(provider).byCard ? 31 : 11) + PROVIDERS.indexOf(provider);

interface Locale {
  readonly language: string;
  readonly languages: readonly string[];
}

/** A brand of the house that takes the providers of its shop. */
async function writeBrand(directory: string, name: ShopName, like: string): Promise<void> {
  await cp(join(root, 'brands', like), join(directory, name), { recursive: true });
  const file = join(directory, name, 'brand.json');
  const methods = PROVIDERS.filter((provider) => characterOf(provider).shop === name).flatMap((provider) => {
    const { kind, byCard } = characterOf(provider);
    const method = { provider, name: provider, mark: provider, options: provider === 'paypal' ? PAYPAL_OPTIONS : {} };
    const ofPage = { ...method, id: methodIdOf(provider, false), kind };
    return byCard ? [ofPage, { ...method, id: methodIdOf(provider, true), kind: 'card' }] : [ofPage];
  });
  const { locale, ...brand } = JSON.parse(await readFile(file, 'utf8')) as { readonly locale: Locale };
  // The names of its methods are in one language.
  const oneLanguage = { locale: { ...locale, languages: [locale.language] }, translations: {} };
  const others = locale.languages.filter((language) => language !== locale.language);
  await Promise.all(others.map((language) => rm(join(directory, name, 'pages', language), { recursive: true, force: true })));
  const rules = { payments: { methods }, cardTries: MANY_TRIES, boxOffice: { cardTerminal: true, voidsPerDay: 1000 } };
  await writeFile(file, JSON.stringify({ ...brand, ...oneLanguage, ...rules }));
}

/** What the api needs for each provider of the sandbox, with the sandbox's own keys. */
const providerSettings = (sandbox: string) => ({
  GATEWAY_URL: `${sandbox}/gateway/api/v2`,
  GATEWAY_KEEPS_CARDS: 'on',
  GATEWAY_3DS_ORIGINS: sandbox.replace('127.0.0.1', 'localhost'),
  ARCA_WSAA_URL: `${sandbox}/arca/ws/services/LoginCms`,
  ARCA_WSFE_URL: `${sandbox}/arca/wsfev1/service.asmx`,
  CYBERSOURCE_URL: `${sandbox}/cybersource/api`,
  CYBERSOURCE_PAGES_URL: sandbox.replace('127.0.0.1', 'localhost'),
  CYBERSOURCE_TOKEN_URL: `${sandbox}/cybersource/tokens`,
  BANCARD_URL: `${sandbox}/bancard`,
  PAYPAL_URL: `${sandbox}/paypal`,
  PAYPAL_CLIENT_ID: 'sandbox-paypal',
  PAYPAL_SECRET: 'sandbox-paypal-secret',
  PAYPAL_WEBHOOK_ID: 'sandbox-webhook',
  MERCADOPAGO_URL: `${sandbox}/mercadopago`,
  MERCADOPAGO_ACCESS_TOKEN,
  MERCADOPAGO_PUBLIC_KEY,
  MERCADOPAGO_WEBHOOK_SECRET: 'sandbox-mercadopago-webhook-secret',
  TIGO_URL: `${sandbox}/tigo`,
  TIGO_KEY: 'sandbox-tigo-key',
  TIGO_SECRET: 'sandbox-tigo-secret',
  TIGO_ACCOUNT: '981000000',
  TIGO_PIN: '1234',
  TIGO_MERCHANT_ID: 'butaca',
  APAY_URL: `${sandbox}/apay/api`,
  APAY_KEY: 'sandbox-apay-key',
  APAY_WEBHOOK_SECRET: 'sandbox-apay-webhook-secret',
  POOL_URL: `${sandbox}/pool/api`,
  POOL_KEY: 'sandbox-pool-key',
  POOL_WEBHOOK_SECRET: 'sandbox-pool-webhook-secret',
  MODO_URL: `${sandbox}/modo`,
  MODO_USERNAME: 'sandbox-modo-user',
  MODO_PASSWORD: 'sandbox-modo-password',
  MODO_MERCHANT: 'Butaca',
  MODO_PROCESSOR_CODE: 'sandbox-acquirer',
});
