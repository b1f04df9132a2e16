import { expect, test } from 'vitest';
import { loadBrand } from '../../../packages/brand/src/load.ts';
import { readStartConfig } from '../../config.ts';
import { settingsOf } from '../../processes.ts';

const outside = { port: 20_001, smtpPort: 20_002 };
const started = (environment: Record<string, string>, at: typeof outside | null = outside) =>
  settingsOf({ config: readStartConfig(environment), databaseUrl: 'postgres://127.0.0.1', outside: at, watch: false });
const wallets = (settings: NodeJS.ProcessEnv) =>
  Object.keys(settings)
    .filter((name) => /^(MERCADOPAGO|APAY|POOL|MODO|PAYPAL|TIGO)_URL$/.test(name))
    .sort();
const methodsOf = async (configured: readonly string[]) =>
  (await loadBrand('butaca', undefined, new Set(configured))).brand.payments.methods.map(({ name }) => name);

test('a start without settings pays at the sandbox, with its wallets beside the card, each copy at its own', async () => {
  const settings = started({});
  expect(wallets(settings)).toEqual(['APAY_URL', 'MERCADOPAGO_URL', 'MODO_URL', 'PAYPAL_URL', 'POOL_URL', 'TIGO_URL']);
  expect(settings.MERCADOPAGO_URL).toBe('http://127.0.0.1:20001/mercadopago');
  expect(started({}, { port: 20_003, smtpPort: 20_004 }).MERCADOPAGO_URL).toBe('http://127.0.0.1:20003/mercadopago');
  expect(await methodsOf(['payway', 'mercadopago', 'modo'])).toEqual(['Tarjeta de crédito o débito', 'Mercado Pago', 'MODO']);
});

const providers = [
  ...['GATEWAY_URL', 'CYBERSOURCE_URL', 'BANCARD_URL'],
  ...['MERCADOPAGO_URL', 'APAY_URL', 'POOL_URL', 'MODO_URL', 'PAYPAL_URL', 'TIGO_URL'],
];

test.each(providers)(
  'beside a provider of one’s own, named by %s, every other one is the sandbox’s, and of that one no setting is',
  (name) => {
    const settings = started({ [name]: 'https://provider.example' });
    expect(providers.filter((each) => settings[each])).toEqual(providers.filter((each) => each !== name));
    expect(Object.keys(settings).filter((each) => each.startsWith(name.replace('URL', '')))).toEqual([]);
  },
);

test('in production nothing is the sandbox’s, and a brand’s optional wallets are left out', async () => {
  expect(wallets(started({ NODE_ENV: 'production' }, null))).toEqual([]);
  expect(await methodsOf(['payway'])).toEqual(['Tarjeta de crédito o débito']);
});
