import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

const enough = { DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:5432/butaca' };
const production = {
  ...enough,
  NODE_ENV: 'production',
  SECRET: 'a secret of forty characters, long enough',
  TICKET_KEY: 'a'.repeat(43),
  PUBLIC_ORIGIN: 'https://entradas.example',
  SMTP_URL: 'smtp://mail.example',
};
const gateway = { GATEWAY_URL: 'https://pagos.example/api/v2/', GATEWAY_PUBLIC_KEY: 'ours to show', GATEWAY_PRIVATE_KEY: 'ours to hide' };
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

test('production takes cards through a gateway of its own, or none at all', () => {
  expect(readConfig(production).gateway).toBeNull();
  expect(readConfig({ ...production, ...gateway }).gateway).toEqual({
    url: 'https://pagos.example/api/v2',
    publicKey: 'ours to show',
    privateKey: 'ours to hide',
  });
});

test.each([
  ['the default secret', { SECRET: '' }, /^SECRET: /],
  ['the default key of tickets', { TICKET_KEY: '' }, /^TICKET_KEY: /],
  ['a key of tickets that is no 32 bytes', { TICKET_KEY: 'short' }, /^TICKET_KEY: must be 32 bytes/],
  ['the sandbox', { SANDBOX_URL: 'http://127.0.0.1:4000' }, /^SANDBOX_URL: /],
  ['the development storefront', { STOREFRONT_DEV: '1' }, /^STOREFRONT_DEV: /],
  ['no public address', { PUBLIC_ORIGIN: '' }, /^PUBLIC_ORIGIN: /],
  ['a gateway without TLS', { ...gateway, GATEWAY_URL: 'http://pagos.example/api/v2' }, /^GATEWAY_URL: /],
  ['the sandbox’s public key', { ...gateway, GATEWAY_PUBLIC_KEY: '' }, /^GATEWAY_PUBLIC_KEY: /],
  ['the sandbox’s private key', { ...gateway, GATEWAY_PRIVATE_KEY: '' }, /^GATEWAY_PRIVATE_KEY: /],
])('production refuses %s', (_, change, message) => {
  expect(refusal({ ...production, ...change })).toMatch(message);
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
