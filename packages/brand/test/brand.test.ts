import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publicBrand } from '../src/index.ts';
import { BrandProblem, loadBrand, parseBrand } from '../src/load.ts';

const { brand, pages, files } = await loadBrand('butaca');
const source = await readFile(join(import.meta.dirname, '../../../brands/butaca/brand.json'), 'utf8');
const home = await mkdtemp(join(tmpdir(), 'butaca-brand-'));
afterAll(() => rm(home, { recursive: true, force: true }));

function refusalOf(change: (json: Record<string, never>) => void): string {
  const json = JSON.parse(source) as Record<string, never>;
  change(json);
  try {
    parseBrand(JSON.stringify(json), 'brand.json');
  } catch (error) {
    if (error instanceof BrandProblem) return error.message;
    throw error;
  }
  return 'accepted';
}

const set = (path: string, value: unknown) => (json: Record<string, never>) => {
  const names = path.split('.');
  let at = json as Record<string, unknown>;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[names.at(-1) as string] = value;
};

test('a brand has every information page and every picture that it names', async () => {
  expect(Object.values(pages).every((page) => page.startsWith('# '))).toBe(true);
  expect(files.map(({ name }) => name)).toContain('data-fiscal.svg');
  await cp(join(import.meta.dirname, '../../../brands/butaca'), join(home, 'halved'), { recursive: true });
  await rm(join(home, 'halved/pages/FAQ.md'));
  await expect(loadBrand('halved', home)).rejects.toThrow('brands/halved/pages/FAQ.md: cannot be read');
});

test('a missing brand, or one that is not JSON, is reported in one line', async () => {
  await expect(loadBrand('nowhere', home)).rejects.toThrow(/^brands\/nowhere\/brand\.json: cannot be read$/);
  await cp(join(import.meta.dirname, '../../../brands/butaca'), join(home, 'broken'), { recursive: true });
  await writeFile(join(home, 'broken/brand.json'), '{ "name": ');
  await expect(loadBrand('broken', home)).rejects.toThrow(/^brands\/broken\/brand\.json: /);
});

test.each([
  ['chrome.topBar', 14, /^brand\.json: chrome\.topBar: /],
  ['locale.timeZone', 'Buenos Aires', /^brand\.json: locale\.timeZone: must be a time zone/],
  ['locale.language', 'en', /^brand\.json: locale\.language: must be among languages/],
  ['login.mode', 'MAGIC', /^brand\.json: login\.mode: /],
  ['links.withdrawal.href', 'javascript:alert(1)', /^brand\.json: links\.withdrawal\.href: /],
  ['locale', { ...brand.locale, currency: 'PYG', decimals: 2 }, /^brand\.json: locale\.decimals: are more than the currency has$/],
  ['locale.currency', 'XXQ', /^brand\.json: locale\.currency: must be a currency code like ARS$/],
  ['locale.countryCode', 20, /^brand\.json: locale\.countryCode: must be the code of defaultCountry$/],
  ['locale.defaultCountry', 'br', /^brand\.json: locale\.defaultCountry: /],
  ['flags.editOwnData', undefined, /^brand\.json: flags\.editOwnData: is missing$/],
  ['people.countries', ['atlantis'], /^brand\.json: people\.countries\.0: /],
  ['captcha.provider', 'recaptcha', /^brand\.json: captcha\.recaptcha: must be given where recaptcha is the provider$/],
  ['captcha.version', 'v2', /^brand\.json: captcha\.version: /],
  ['captcha.recaptcha', { siteKey: 'no key' }, /^brand\.json: captcha\.recaptcha\.siteKey: must be a site key/],
  ['captcha.recaptcha', { siteKey: 'a-site-key', privacy: 'javascript:alert(1)' }, /^brand\.json: captcha\.recaptcha\.privacy: /],
  ['flags.shiny', true, /^brand\.json: flags\.shiny: is no key of a brand$/],
  ['services.Pagar', '/v2/Pagar', /^brand\.json: services\.Pagar: /],
  ['services.Cobrar', 'https://elsewhere.example', /^brand\.json: services\.Cobrar: must be a call/],
  ['services.Cobrar', '/v2/Proceso/Cobrar2', /^brand\.json: services\.Cobrar: must have the parameters :id$/],
  ['services.ClienteInsertar_V2', '/v2/Cliente/:id', /^brand\.json: services\.ClienteInsertar_V2: must have no parameter$/],
  ['pixels', { success: 'http://measure.example/x' }, /^brand\.json: pixels\.success: must be an https/],
  ['pixels', { success: 'https://measure.example/x?mail={mail}' }, /^brand\.json: pixels\.success: may have only/],
  ['pixels', { failure: 'https://{amount}.measure.example/' }, /^brand\.json: pixels\.failure: /],
  ['pixels', { landing: 'https://measure.example/x?value={amount}' }, /^brand\.json: pixels\.landing: must have nothing to fill in$/],
  ['hosts.api', 'http://api.example', /^brand\.json: hosts\.api: must be an https/],
  ['slogan', undefined, /^brand\.json: slogan: is missing$/],
  ['contact.phones', ['call us'], /^brand\.json: contact\.phones\.0: must be a phone number/],
])('a brand with a wrong %s is refused, naming file, field and reason', (path, value, message) => {
  expect(refusalOf(set(path, value))).toMatch(message);
});

test('everything that is wrong with a brand is told in one answer, in words for who wrote it', () => {
  const spoilt = (json: Record<string, never>) => {
    set('locale.currency', 'PESOS')(json);
    set('chrome.footer', 'first')(json);
    set('login.sessionMinutes', 0)(json);
    set('processType', 'BASKET')(json);
    set('people.countries', [])(json);
    set('contact.mail', 'nobody')(json);
    set('flags.products', 'yes')(json);
    set('constants.searchMinimum', 1.5)(json);
    set('name', undefined)(json);
  };
  expect(refusalOf(spoilt).split('\n').sort()).toEqual(
    [
      'chrome.footer: must be a number',
      'constants.searchMinimum: must be a whole number',
      'contact.mail: must be an e-mail address',
      'flags.products: must be true or false',
      'locale.currency: must be a currency code like ARS',
      'login.sessionMinutes: must be at least 1',
      'name: is missing',
      'people.countries: must have at least 1 entry',
      'processType: must be one of CART, BOX',
    ].map((line) => `brand.json: ${line}`),
  );
});

test('a deployment has its own login or an external one whose addresses are known', () => {
  expect(refusalOf(set('login.mode', 'EXTERNAL_LOGIN'))).toBe('brand.json: login.external: must be given for EXTERNAL_LOGIN');
  const external = { name: 'Mi Club', updateData: 'https://id.example/me' };
  expect(refusalOf(set('login', { ...brand.login, mode: 'EXTERNAL_LOGIN', external }))).toBe('accepted');
});

test('all faults of the files of a brand are reported at once, one line each', async () => {
  const folder = join(home, 'careless');
  await cp(join(import.meta.dirname, '../../../brands/butaca'), folder, { recursive: true });
  await writeFile(join(folder, 'pages/Prices.md'), '# Precios\n\nTexto.');
  await writeFile(join(folder, 'pages/FAQ.md'), 'Sin título');
  await writeFile(join(folder, 'tokens.css'), ':root { background: url("https://elsewhere.example/x.png") }');
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="go()"/>');
  await rm(join(folder, 'files/favicon.svg'));
  const refusal = await loadBrand('careless', home).catch((error: Error) => error.message);
  expect(refusal).toEqual(
    [
      'pages/Prices.md: name: is no information page',
      'pages/FAQ.md: must begin with "# " and a title, followed by text',
      'tokens.css: loads another file; pictures belong into files',
      'logo.svg: holds a script, an event handler or an outside address',
      'files/favicon.svg: is missing',
    ]
      .map((line) => `brands/careless/${line}`)
      .join('\n'),
  );
});

test('a name that is no folder of brands is refused before anything is read', async () => {
  await expect(loadBrand('../butaca')).rejects.toThrow('BRAND: "../butaca" is no folder of brands');
});

test('the brand of a running deployment cannot be changed', () => {
  expect(() => Object.assign(brand.locale, { currency: 'PYG' })).toThrow(TypeError);
});

test('a brand changes name, locale and hosts without a change of code', () => {
  const json = JSON.parse(source) as Record<string, never>;
  set('name', 'Telón')(json);
  set('locale.currency', 'PYG')(json);
  set('hosts.api', 'https://api.telon.example')(json);
  expect(parseBrand(JSON.stringify(json), 'brand.json')).toMatchObject({
    name: 'Telón',
    locale: { currency: 'PYG' },
    hosts: { api: 'https://api.telon.example' },
  });
});

test('a browser gets what it needs of its brand, and no tax classes', () => {
  expect(publicBrand(brand)).not.toHaveProperty('taxClasses');
  expect(publicBrand(brand)).toHaveProperty('locale.price', 'es-AR');
});

test('the captcha is required, of version 3, and ALTCHA’s unless the brand says otherwise (FL-001, FL-003)', () => {
  expect(brand.captcha).toEqual({ required: true, requiredForPayment: true, version: 'v3', provider: 'altcha' });
});

test('browsers learn of no host that the server alone calls', () => {
  const hosted = { ...brand, hosts: { ...brand.hosts, mailValidation: 'https://codigos.example/enviar' } };
  expect(JSON.stringify(publicBrand(hosted))).not.toContain('codigos.example');
});
