import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import fastify, { type FastifyInstance } from 'fastify';
import { readConfig as readSandbox } from '../../../sandbox/src/config.ts';
import type { HostedProvider } from '../../../sandbox/src/hosted/provider.ts';
import { Wallets } from '../../../sandbox/src/wallets.ts';
import { walletsRoutes } from '../../../sandbox/src/wallets-routes.ts';
import { readConfig } from '../../src/config.ts';
import type { Db } from '../../src/db/connect.ts';
import { configuredProviders } from '../../src/payments/index.ts';
import { buyerAt } from './buyer.ts';
import { customersApp, loggedIn } from './customers.ts';
import { havePurchase, haveSale, type SaleGiven, TICKET_TOTAL } from './purchase.ts';

const methods = (['mercadopago', 'tigo', 'apay', 'pool', 'modo'] as const).map((provider, index) => ({
  id: 11 + index,
  provider,
  kind: 'wallet' as const,
  name: provider,
  mark: provider,
  channels: ['online' as const],
  options: {},
}));
type WalletName = (typeof methods)[number]['provider'];

/** The api with every wallet of the sandbox, each telling the other over HTTP; a shop in pesos and one in guaraníes. */
export async function aShopWithWallets(db: Db, given: SaleGiven = {}) {
  const wallets = new Wallets(readSandbox({}).wallets);
  const sandbox = fastify();
  walletsRoutes(sandbox, wallets);
  const outside = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const apps = new Map<string, FastifyInstance>();
  /** Calls of providers, which need an address before the app has one; the first part of the path says which shop. */
  const shopDoor = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const [, currency = '', ...rest] = (request.url ?? '').split('/');
      const app = apps.get(currency);
      const answer = await app?.inject({
        method: 'POST',
        url: `/${rest.join('/')}`,
        headers: { 'content-type': request.headers['content-type'] ?? '', ...request.headers },
        payload: Buffer.concat(chunks),
      });
      reply.writeHead(answer?.statusCode ?? 404).end(answer?.body);
    });
  });
  await new Promise<void>((resolve) => shopDoor.listen(0, '127.0.0.1', resolve));
  const door = `http://127.0.0.1:${(shopDoor.address() as AddressInfo).port}`;

  const { brand } = await loadBrand('butaca');
  const { providers } = readConfig(settingsFor(outside));
  const sale = await haveSale(db, { rows: 40, ...given });
  const shops = {
    ARS: await aShop(db, { brand, currency: 'ARS', door, providers }),
    PYG: await aShop(db, { brand, currency: 'PYG', door, providers }),
  };
  apps.set('ARS', shops.ARS.app).set('PYG', shops.PYG.app);
  let next = 0;

  return {
    wallets,
    /** The shop in pesos. */
    app: shops.ARS.app,
    outside,
    sale,
    hosted: {
      mercadopago: wallets.mercadoPago,
      tigo: wallets.tigo,
      apay: wallets.redirectWallet,
      pool: wallets.polledWallet,
      modo: wallets.modo,
    },
    provider: (name: WalletName) => configuredProviders(providers).find((each) => each.name === name),
    /** One open purchase of two seats, paid with this wallet unless something else is done; of another customer than all before, if wanted. */
    async purchase(name: WalletName, { startedMinutesAgo = 1, isNewcomer = false } = {}) {
      const known = shops[name === 'tigo' ? 'PYG' : 'ARS'];
      const shop = isNewcomer ? { ...known, ...(await aBuyer(db, known.app)) } : known;
      const placeIds = [next++, next++];
      const id = await havePurchase(db, { sale, customerId: shop.customerId, placeIds, startedMinutesAgo, deliveryTypeId: 1 });
      const total = 2 * TICKET_TOTAL;
      return {
        ...shop,
        id,
        total,
        placeIds,
        pay: (form: { readonly phone?: string | undefined } = {}) => shop.buyer.pay({ id, total }, { ...walletForm(name), ...form }),
      };
    },
    async close() {
      await Promise.all([shops.ARS.app.close(), shops.PYG.app.close(), sandbox.close()]);
      shopDoor.closeAllConnections();
      shopDoor.close();
    },
  };
}

/** What a form without a card sends. */
export const walletForm = (name: WalletName) => ({
  paymentMethodId: methods.find(({ provider }) => provider === name)?.id ?? 0,
  token: undefined,
  bin: undefined,
  lastFour: undefined,
  instalments: undefined,
  holder: undefined,
  documentType: undefined,
  documentNumber: undefined,
  email: undefined,
  ...(name === 'tigo' ? { phone: '0981 123456' } : {}),
});

interface ShopGiven {
  readonly brand: Brand;
  readonly currency: 'ARS' | 'PYG';
  readonly door: string;
  readonly providers: Parameters<typeof configuredProviders>[0];
}

async function aShop(db: Db, { brand, currency, door, providers }: ShopGiven) {
  const app = await customersApp(db, {
    brand: { ...brand, locale: { ...brand.locale, currency }, payments: { methods } },
    publicOrigin: `${door}/${currency}`,
    payments: configuredProviders(providers),
  });
  return { app, ...(await aBuyer(db, app)) };
}

async function aBuyer(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`update customer set email_confirmed_at = now() where email = ${email} returning id`;
  return { buyer: buyerAt(app, { token }), token, customerId: row?.id ?? '' };
}

/** The settings of a server that knows the sandbox's wallets. */
const settingsFor = (outside: string) => ({
  DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
  MERCADOPAGO_URL: `${outside}/mercadopago`,
  MERCADOPAGO_ACCESS_TOKEN: 'sandbox-mercadopago-token',
  MERCADOPAGO_WEBHOOK_SECRET: 'sandbox-mercadopago-webhook-secret',
  MERCADOPAGO_PUBLIC_KEY: 'sandbox-mercadopago-public-key',
  TIGO_URL: `${outside}/tigo`,
  TIGO_KEY: 'sandbox-tigo-key',
  TIGO_SECRET: 'sandbox-tigo-secret',
  TIGO_ACCOUNT: '981000000',
  TIGO_PIN: '1234',
  TIGO_MERCHANT_ID: 'butaca',
  APAY_URL: `${outside}/apay/api`,
  APAY_KEY: 'sandbox-apay-key',
  APAY_WEBHOOK_SECRET: 'sandbox-apay-webhook-secret',
  POOL_URL: `${outside}/pool/api`,
  POOL_KEY: 'sandbox-pool-key',
  POOL_WEBHOOK_SECRET: 'sandbox-pool-webhook-secret',
  MODO_URL: `${outside}/modo`,
  MODO_USERNAME: 'sandbox-modo-user',
  MODO_PASSWORD: 'sandbox-modo-password',
  MODO_MERCHANT: 'Butaca',
  MODO_PROCESSOR_CODE: 'sandbox-acquirer',
});

/** The last thing that a shop asked of a wallet. */
export const newestOrder = (hosted: HostedProvider) => {
  const [order] = hosted.orders.newestFirst();
  if (!order) throw new Error('the wallet was asked for nothing');
  return order;
};
