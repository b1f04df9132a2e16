import { expect, test } from 'vitest';
import { ConfigError, readConfig, readConfigOfBrand } from '../../src/config.ts';

const enough = { DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:5432/butaca' };
const production = {
  ...enough,
  NODE_ENV: 'production',
  SECRET: '64kXXVDLt6cXAsDysoV0Fpf6dkC4sKMxb8K+L71ewKLeUoqM',
  TICKET_KEY: 'tFS8Y1YcJRuAlxGA0xNZs16K5dTJJWdSLYIx60GfPUA',
  PUBLIC_ORIGIN: 'https://entradas.example',
  SMTP_URL: 'smtps://mail.example',
};
/** A brand that needs nothing of the environment. */
const noNeeds = {
  login: {},
  captcha: { provider: 'altcha' },
  fiscal: { pack: 'none' },
  payments: { methods: [] },
  hosts: { mailValidation: '' },
} as const;
const gateway = { GATEWAY_URL: 'https://pagos.example/api/v2/', GATEWAY_PUBLIC_KEY: 'ours to show', GATEWAY_PRIVATE_KEY: 'ours to hide' };
const bancard = { BANCARD_URL: 'https://vpos.example', BANCARD_PUBLIC_KEY: 'ours to show', BANCARD_PRIVATE_KEY: 'ours to hide' };
const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

test('in development only the database has to be set', () => {
  expect(readConfig(enough)).toMatchObject({ port: 3000, brand: 'butaca', publicOrigin: 'http://localhost:3000', production: false });
});

test('an empty setting counts as absent', () => {
  expect(readConfig({ ...enough, PORT: '', BRAND: '' }).port).toBe(3000);
});

test('a bad setting is named in one line, without its value', () => {
  expect(refusal({ ...enough, PORT: '99999' })).toMatch(/^PORT: /);
  expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@db' })).toBe('DATABASE_URL: must start with postgres://');
  expect(refusal({ ...enough, BRAND: '../etc' })).toMatch(/^BRAND: must be the name/);
});

test('production starts with settings of its own', () => {
  expect(readConfig(production)).toMatchObject({ production: true, publicOrigin: 'https://entradas.example' });
});

test('the page of the api’s calls is off in production unless it is asked for', () => {
  expect(readConfig(production).referencePage).toBe(false);
  expect(readConfig({ ...production, API_REFERENCE: '1' }).referencePage).toBe(true);
  expect(readConfig(enough).referencePage).toBe(true);
  expect(readConfig({ ...enough, API_REFERENCE: '0' }).referencePage).toBe(false);
});

test('a brand is paid only by providers that the server knows and has an address for', () => {
  const starts = (provider: string, env: Record<string, string>) => () =>
    readConfig(env, { ...noNeeds, payments: { methods: [{ name: 'Tarjeta', provider }] } });
  expect(starts('payway', production)).toThrow('GATEWAY_URL: this brand is paid by Tarjeta, of payway');
  expect(starts('payway', { ...production, ...gateway })).not.toThrow();
  expect(starts('nobody', production)).toThrow('payments.methods: Tarjeta: there is no provider nobody');
  expect(starts('constructor', production)).toThrow('payments.methods: Tarjeta: there is no provider constructor');
});

test('what a brand needs is told with the other refusals, and one of its optional means of payment needs nothing', async () => {
  const { PUBLIC_ORIGIN: _, ...without } = production;
  const methods = [
    { name: 'Tarjeta', provider: 'payway' },
    { name: 'PayPal', provider: 'paypal' },
    { name: 'Mercado Pago', provider: 'mercadopago', onlyIfConfigured: true },
  ];
  const needs = { ...noNeeds, payments: { methods }, fiscal: { pack: 'ar' } } as const;
  expect(() => readConfig(without, needs)).toThrow(
    [
      'PUBLIC_ORIGIN: name the public address in production',
      'GATEWAY_URL: this brand is paid by Tarjeta, of payway',
      'PAYPAL_URL: this brand is paid by PayPal, of paypal',
      'ARCA_WSAA_URL, ARCA_WSFE_URL: this brand has its bills authorised by ARCA; name its services',
    ].join('\n'),
  );
  // The brand that the environment names, or the reason why it is none.
  await expect(readConfigOfBrand({ ...production, BRAND: 'mua' })).rejects.toThrow(
    /^GATEWAY_URL: this brand is paid by .*\nBANCARD_URL: this brand is paid by Bancard, of bancard$/,
  );
  await expect(readConfigOfBrand({ ...without, BRAND: 'nobody' })).rejects.toThrow(/^PUBLIC_ORIGIN: .*\n.*brands\/nobody/s);
  await expect(readConfigOfBrand({ ...production, BRAND: '../etc' })).rejects.toThrow(/^BRAND: must be the name of a folder/);
});

test('a brand with bills needs the addresses of its tax office, and in production a certificate of its own', () => {
  const { ARCA_WSAA_URL, ARCA_WSFE_URL } = {
    ARCA_WSAA_URL: 'https://wsaa.example/LoginCms',
    ARCA_WSFE_URL: 'https://wsfe.example/service',
  };
  const own = { ARCA_KEY: pem('RSA PRIVATE KEY'), ARCA_CERTIFICATE: pem('CERTIFICATE') };
  const starts = (env: Record<string, string>) => () => readConfig(env, { ...noNeeds, fiscal: { pack: 'ar' } });
  expect(starts(production)).toThrow('ARCA_WSAA_URL, ARCA_WSFE_URL: this brand has its bills authorised by ARCA');
  expect(starts({ ...production, ARCA_WSAA_URL })).toThrow('ARCA_WSAA_URL, ARCA_WSFE_URL: name both or none');
  expect(starts({ ...production, ARCA_WSAA_URL, ARCA_WSFE_URL })).toThrow('ARCA_KEY, ARCA_CERTIFICATE: name the shop’s own');
  expect(starts({ ...production, ...own, ARCA_WSAA_URL, ARCA_WSFE_URL: 'http://wsfe.example' })).toThrow(
    'ARCA_WSFE_URL: must start with https',
  );
  expect(starts({ ...production, ...own, ARCA_KEY: 'secret', ARCA_WSAA_URL, ARCA_WSFE_URL })).toThrow(/^ARCA_KEY: must be in PEM$/);
  expect(starts({ ...production, ...own, ARCA_WSAA_URL, ARCA_WSFE_URL })).not.toThrow();
  expect(readConfig({ ...production, ...own, ARCA_WSAA_URL, ARCA_WSFE_URL }).fiscal.ar?.wsaa.key).toMatch(
    /^-----BEGIN RSA PRIVATE KEY-----\nAA/,
  );
});

/** As it stands in an environment file: one line. */
const pem = (what: string) => `-----BEGIN ${what}-----\\nAAAA\\n-----END ${what}-----\\n`;

test('production takes cards through a gateway of its own, or none at all', () => {
  expect(readConfig(production).providers.payway).toBeNull();
  expect(readConfig({ ...production, ...gateway }).providers.payway).toEqual({
    url: 'https://pagos.example/api/v2',
    publicKey: 'ours to show',
    privateKey: 'ours to hide',
    threeDSecure: null,
    keepsCards: false,
  });
});

test('3-D Secure at the gateway names whose pages ask, with TLS in production', () => {
  const asks = { ...production, ...gateway, GATEWAY_3DS_ORIGINS: 'https://acs.example/pages, https://mpi.example' };
  expect(readConfig(asks).providers.payway?.threeDSecure).toEqual({
    consumer: 'butaca',
    origins: ['https://acs.example', 'https://mpi.example'],
  });
  for (const GATEWAY_3DS_ORIGINS of ['acs', 'https://acs.example,javascript:alert(1)'])
    expect(() => readConfig({ ...asks, GATEWAY_3DS_ORIGINS })).toThrow(/^GATEWAY_3DS_ORIGINS: name whose pages ask/);
  expect(refusal({ ...asks, GATEWAY_3DS_ORIGINS: 'http://acs.example' })).toMatch(/^GATEWAY_3DS_ORIGINS: must start with https/);
});

test.each([
  ['the default secret', { SECRET: '' }, /^SECRET: /],
  ['the default key of tickets', { TICKET_KEY: '' }, /^TICKET_KEY: /],
  ['a key of tickets that is no 32 bytes', { TICKET_KEY: 'short' }, /^TICKET_KEY: must be 32 bytes/],
  [
    'a secret that is long and made of words',
    { SECRET: 'a secret of forty characters, long enough' },
    /^SECRET: reads like words; make one at random/,
  ],
  ['a key of tickets that repeats itself', { TICKET_KEY: 'a'.repeat(43) }, /^TICKET_KEY: repeats itself; make one at random/],
  ['one value for both', { SECRET: production.TICKET_KEY }, /^SECRET: is the same as TICKET_KEY/],
  [
    'the development key among the earlier ones',
    { EARLIER_TICKET_KEYS: 'YnV0YWNhLWRldmVsb3BtZW50LXRpY2tldHMtb25seSE' },
    /^EARLIER_TICKET_KEYS: /,
  ],
  ['earlier keys that are no keys', { EARLIER_TICKET_KEYS: `${production.TICKET_KEY},short` }, /^EARLIER_TICKET_KEYS: must be 32 bytes/],
  ['a public address without TLS', { PUBLIC_ORIGIN: 'http://entradas.example' }, /^PUBLIC_ORIGIN: must start with https/],
  ['mail without TLS', { SMTP_URL: 'smtp://mail.example' }, /^SMTP_URL: must start with smtps/],
  ['mail that may be talked out of TLS', { SMTP_URL: 'smtp://mail.example?ignoreTLS=true&requireTLS=false' }, /^SMTP_URL: /],
  ['an external login without TLS', { EXTERNAL_LOGIN_ISSUER: 'http://club.example/id' }, /^EXTERNAL_LOGIN_ISSUER: must start with https/],
  ['the sandbox’s secret at the external login', { EXTERNAL_LOGIN_ISSUER: 'https://club.example/id' }, /^EXTERNAL_LOGIN_SECRET: /],
  [
    'reCAPTCHA verified without TLS',
    { RECAPTCHA_VERIFY_URL: 'http://captcha.example/verify' },
    /^RECAPTCHA_VERIFY_URL: must start with https/,
  ],
  [
    'reCAPTCHA’s script without TLS',
    { RECAPTCHA_SCRIPT_URL: 'http://captcha.example/api.js' },
    /^RECAPTCHA_SCRIPT_URL: must start with https/,
  ],
  ['reCAPTCHA’s assets without TLS', { RECAPTCHA_ASSETS_URL: 'http://captcha.example/' }, /^RECAPTCHA_ASSETS_URL: must start with https/],
  ['the sandbox', { SANDBOX_URL: 'http://127.0.0.1:4000' }, /^SANDBOX_URL: /],
  ['the development storefront', { STOREFRONT_DEV: '1' }, /^STOREFRONT_DEV: /],
  ['no public address', { PUBLIC_ORIGIN: '' }, /^PUBLIC_ORIGIN: /],
  ['a gateway without TLS', { ...gateway, GATEWAY_URL: 'http://pagos.example/api/v2' }, /^GATEWAY_URL: /],
  ['the sandbox’s public key', { ...gateway, GATEWAY_PUBLIC_KEY: '' }, /^GATEWAY_PUBLIC_KEY: /],
  ['Bancard without TLS', { ...bancard, BANCARD_URL: 'http://vpos.example' }, /^BANCARD_URL: /],
  ['the public key of the sandbox’s Bancard', { ...bancard, BANCARD_PUBLIC_KEY: '' }, /^BANCARD_PUBLIC_KEY: /],
  ['the private key of the sandbox’s Bancard', { ...bancard, BANCARD_PRIVATE_KEY: '' }, /^BANCARD_PRIVATE_KEY: /],
  ['the sandbox’s private key', { ...gateway, GATEWAY_PRIVATE_KEY: '' }, /^GATEWAY_PRIVATE_KEY: /],
])('production refuses %s', (_, change, message) => {
  expect(refusal({ ...production, ...change })).toMatch(message);
});

test.each([
  'smtps://ana:hidden@mail.example:465',
  'smtp://mail.example:587?requireTLS=true',
  'smtp://127.0.0.1:25',
  'smtp://localhost',
  'smtp://[::1]:25',
])('production sends mail through %s', (url) => {
  expect(readConfig({ ...production, SMTP_URL: url }).smtpUrl).toBe(url);
});

test('the numbers of waiting rooms are in the database, or in a Valkey or the nodes of a cluster', () => {
  expect(readConfig(enough).queueStore).toBeNull();
  const one = 'valkey://127.0.0.1:6379';
  const others = ['rediss://queue:p%2Css@cola.example:6380', 'valkeys://[::1]', 'redis://:hidden@cola-2.example/'];
  expect(readConfig({ ...enough, QUEUE_STORE_URL: one }).queueStore).toEqual([one]);
  expect(readConfig({ ...enough, QUEUE_STORE_URL: [one, ...others].join(' , ') }).queueStore).toEqual([one, ...others]);
});

test.each([
  'http://hidden.example:6379',
  'hidden.example:6379',
  'valkey://',
  'valkey://hidden.example:port',
  'valkey://hidden.example:99999',
  // Neither a cluster nor this store knows databases by number.
  'valkey://hidden.example/2',
  'valkey://127.0.0.1:6379,',
  'valkey://127.0.0.1:6379,postgres://hidden.example',
])('a store of queue numbers at %s is refused without repeating it', (QUEUE_STORE_URL) => {
  expect(refusal({ ...enough, QUEUE_STORE_URL })).toMatch(/^QUEUE_STORE_URL: must/);
  expect(refusal({ ...enough, QUEUE_STORE_URL })).not.toContain('hidden');
});

test('no refused setting is repeated, since it may be a secret', () => {
  const secret = 'a secret of forty characters, long enough';
  for (const change of [{ SECRET: secret }, { TICKET_KEY: secret }, { EARLIER_TICKET_KEYS: secret }])
    expect(refusal({ ...production, ...change })).not.toContain('forty');
});

test('the current key of tickets comes first, then the earlier ones', () => {
  const earlier = 'KzjUAeq6FPo2tHEshippHDP3AiFWvvN-NmQtkP6taz0';
  expect(readConfig(production).ticketKeys).toEqual([production.TICKET_KEY]);
  expect(readConfig({ ...production, EARLIER_TICKET_KEYS: ` ${earlier}, ${earlier}` }).ticketKeys).toEqual([
    production.TICKET_KEY,
    earlier,
    earlier,
  ]);
});

test('one process serves unless more are asked for, and a number that makes no sense is named', () => {
  expect(readConfig(enough)).toMatchObject({ processes: 1, processNumber: null, drainSeconds: 0 });
  expect(readConfig({ ...enough, WEB_CONCURRENCY: '4', PROCESS_NUMBER: '2', DRAIN_SECONDS: '7.5' })).toMatchObject({
    processes: 4,
    processNumber: 2,
    drainSeconds: 7.5,
  });
  expect(refusal({ ...enough, WEB_CONCURRENCY: '0' })).toMatch(/^WEB_CONCURRENCY: /);
  expect(refusal({ ...enough, DRAIN_SECONDS: '-1' })).toMatch(/^DRAIN_SECONDS: /);
});

test('a brand that asks reCAPTCHA needs the secret in production; with ALTCHA, and in development, it does not (FL-001)', () => {
  const starts = (provider: 'altcha' | 'recaptcha', env: Record<string, string>) => () =>
    readConfig(env, { ...noNeeds, captcha: { provider } });
  expect(starts('recaptcha', production)).toThrow(/^RECAPTCHA_SECRET: this brand asks reCAPTCHA/);
  expect(starts('recaptcha', { ...production, RECAPTCHA_SECRET: 'sandbox-recaptcha-secret' })).toThrow(/^RECAPTCHA_SECRET: /);
  expect(starts('recaptcha', { ...production, RECAPTCHA_SECRET: 'the secret of the key' })).not.toThrow();
  expect(starts('altcha', production)).not.toThrow();
  expect(starts('recaptcha', enough)).not.toThrow();
});

test('a brand whose codes another host sends needs a key of its own in production (CA-036)', () => {
  const starts = (mailValidation: string, env: Record<string, string>) => () => readConfig(env, { ...noNeeds, hosts: { mailValidation } });
  const host = 'https://codigos.example/enviar';
  expect(starts(host, production)).toThrow(/^MAIL_VALIDATION_KEY: this brand has another host send codes/);
  expect(starts(host, { ...production, MAIL_VALIDATION_KEY: 'sandbox-mail-validation-key' })).toThrow(/^MAIL_VALIDATION_KEY: /);
  expect(starts(host, { ...production, MAIL_VALIDATION_KEY: 'the key of the host' })).not.toThrow();
  expect(starts('', production)).not.toThrow();
  expect(starts(host, enough)).not.toThrow();
});

test('where MODO is asked about a request is a setting, because its documents do not say it', () => {
  const modo = { MODO_URL: 'https://modo.example', MODO_USERNAME: 'u', MODO_PASSWORD: 'p', MODO_MERCHANT: 'm', MODO_PROCESSOR_CODE: 'c' };
  const path = (env: object) => readConfig({ ...production, ...modo, ...env }).providers.modo?.queryPath;
  expect([path({}), path({ MODO_QUERY_PATH: '/v3/requests/{id}' })]).toEqual(['/v2/payment-requests/{id}/data', '/v3/requests/{id}']);
  expect(refusal({ ...production, ...modo, MODO_QUERY_PATH: '/v3/requests' })).toBe('MODO_QUERY_PATH: must be a path with {id} in it');
});

test('a wallet with an address needs the rest of its settings, and https in production', () => {
  const apay = { APAY_URL: 'https://pagos.example/api/', APAY_KEY: 'ours', APAY_WEBHOOK_SECRET: 'shared' };
  expect(readConfig({ ...production, ...apay }).providers.apay).toEqual({
    url: 'https://pagos.example/api',
    key: 'ours',
    webhookSecret: 'shared',
    pageOrigin: 'https://pagos.example',
  });
  expect(readConfig({ ...production, ...apay, APAY_PAGES: 'https://billetera.example/x' }).providers.apay?.pageOrigin).toBe(
    'https://billetera.example',
  );
  expect(readConfig(production).providers).toMatchObject({ mercadopago: null, tigo: null, apay: null, pool: null, modo: null });
  expect(refusal({ ...enough, APAY_URL: 'https://pagos.example' })).toBe(
    'APAY_KEY: must be given with APAY_URL\nAPAY_WEBHOOK_SECRET: must be given with APAY_URL',
  );
  expect(refusal({ ...production, ...apay, APAY_URL: 'http://pagos.example' })).toBe('APAY_URL: must start with https:// in production');
});
