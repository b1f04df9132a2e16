import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workshops } from './product.ts';

const here = workshops();

/** What a start says that does not get anywhere; more than one line would be a stack. */
async function refusal(settings: Record<string, string>) {
  const product = here().start({ settings });
  expect(await product.ended).toBe(1);
  return product.lines.filter((line) => !/^[·\s]/.test(line));
}

test('a taken port is named, with the way to choose another', async () => {
  await occupied(here().port);
  expect(await refusal({})).toEqual([`port ${here().port} is taken: choose another, for example PORT=${here().port + 1} npm start`]);
});

test.each([
  ['PORT', 'many', 'PORT: must be a number from 1 to 65535'],
  ['PORT', '70000', 'PORT: must be a number from 1 to 65535'],
  ['HOST', '203.0.113.7', 'HOST: 203.0.113.7 is no address of this machine'],
  ['DATABASE_URL', 'mysql://root:hunter2@db/x', 'DATABASE_URL: must start with postgres://'],
  ['DATABASE_URL', 'postgres://ana:hunter2@db:many/x', 'DATABASE_URL: must have the form postgres://user:password@host:port/database'],
  ['BRAND', '../etc', 'BRAND: must be the name of a folder in brands/'],
  ['BRAND', 'nobody', 'BRAND: there is no folder brands/nobody'],
])('a bad %s (%s) is one line', async (name, value, line) => {
  expect(await refusal({ [name]: value })).toEqual([line]);
});

test('a database that cannot be reached is named with host and port, never with its password', async () => {
  const [line, ...more] = await refusal({ DATABASE_URL: 'postgres://ana:hunter2@127.0.0.1:9/butaca' });
  expect(line).toBe('DATABASE_URL: 127.0.0.1:9/butaca cannot be used: nothing listens there');
  expect(more).toEqual([]);
  const [unknown] = await refusal({ DATABASE_URL: 'postgres://ana:hunter2@nowhere.invalid/butaca' });
  expect(unknown).toBe('DATABASE_URL: nowhere.invalid/butaca cannot be used: there is no such host');
});

test('a folder that the system never makes is named, and the start does not hang', async () => {
  expect(await refusal({ DATA_DIR: '/proc/butaca' })).toEqual([expect.stringMatching(/^DATA_DIR: \/proc\/butaca cannot be made/)]);
});

test('a folder that cannot be written is named', async () => {
  const file = join(here().dataDirectory, 'file');
  await writeFile(file, '');
  expect(await refusal({ DATA_DIR: file })).toEqual([`DATA_DIR: ${file} cannot be made (a file is there)`]);
  const [line, ...more] = await refusal({ DATA_DIR: join(file, 'below') });
  expect(line).toMatch(/^DATA_DIR: .*file\/below cannot be made/);
  expect(more).toEqual([]);
});

test.each([
  ['SECRET', 'short', 'SECRET: must have at least 32 characters'],
  [
    'SECRET',
    'a secret of forty characters, long enough',
    'SECRET: reads like words; make one at random, for example with openssl rand -base64 36',
  ],
  [
    'TICKET_KEY',
    'a'.repeat(43),
    "TICKET_KEY: repeats itself; make one at random, for example with openssl rand -base64 32 | tr '+/' '-_' | tr -d '='",
  ],
  ['PUBLIC_ORIGIN', 'http://entradas.example', 'PUBLIC_ORIGIN: must start with https:// in production'],
  [
    'SMTP_URL',
    'smtp://mail.example',
    'SMTP_URL: must start with smtps://, or end in ?requireTLS=true, unless the mail server is on this machine',
  ],
])('a bad %s (%s) is one line, before anything starts', async (name, value, line) => {
  const product = here().start({ settings: { [name]: value } });
  expect(await product.ended).toBe(1);
  expect(product.lines).toEqual([line]);
  expect(await readdir(here().dataDirectory)).toEqual([]);
});

test('what the brand is paid by and gets no address for is told with the other refusals, before anything starts', async () => {
  const product = here().start({
    settings: { GATEWAY_URL: '', ARCA_WSAA_URL: '', ARCA_WSFE_URL: '', PUBLIC_ORIGIN: 'http://entradas.example' },
  });
  expect(await product.ended).toBe(1);
  expect(product.lines).toEqual([
    'PUBLIC_ORIGIN: must start with https:// in production',
    'GATEWAY_URL: this brand is paid by Tarjeta de crédito o débito, of payway',
    'ARCA_WSAA_URL, ARCA_WSFE_URL: this brand has its bills authorised by ARCA; name its services',
  ]);
  expect(await readdir(here().dataDirectory)).toEqual([]);
});

test.each([
  ['production', 'mua', 'DEMO: not for production'],
  ['development', 'nobody', 'DEMO: there is no demo season of nobody'],
  ['development', 'mua', 'DEMO: the season of mua has prices in PYG, and butaca sells in ARS'],
])('in %s a season of %s that cannot be loaded is refused before anything starts', async (NODE_ENV, DEMO, line) => {
  const product = here().start({ settings: { NODE_ENV, DEMO } });
  expect(await product.ended).toBe(1);
  expect(product.lines).toEqual([line]);
  expect(await readdir(here().dataDirectory)).toEqual([]);
});

async function occupied(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return server;
}
