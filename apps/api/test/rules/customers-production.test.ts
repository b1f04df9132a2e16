import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';

const settings = {
  DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:5432/butaca',
  SECRET: 'a secret of forty characters, long enough',
  TICKET_KEY: 'a'.repeat(43),
  PUBLIC_ORIGIN: 'https://entradas.example',
  SMTP_URL: 'smtp://mail.example',
};

test('a captcha is required, and production never runs without one (VA-044)', () => {
  expect(readConfig(settings).captcha).toBe('altcha');
  expect(readConfig({ ...settings, CAPTCHA: 'off' }).captcha).toBe('off');
  expect(readConfig({ ...settings, NODE_ENV: 'production' }).captcha).toBe('altcha');
  expect(() => readConfig({ ...settings, NODE_ENV: 'production', CAPTCHA: 'off' })).toThrow('CAPTCHA: not without one in production');
});
