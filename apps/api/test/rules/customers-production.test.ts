import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';

const settings = {
  DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:5432/butaca',
  SECRET: '64kXXVDLt6cXAsDysoV0Fpf6dkC4sKMxb8K+L71ewKLeUoqM',
  TICKET_KEY: 'tFS8Y1YcJRuAlxGA0xNZs16K5dTJJWdSLYIx60GfPUA',
  PUBLIC_ORIGIN: 'https://entradas.example',
  SMTP_URL: 'smtps://mail.example',
};

test('a captcha is required, and production never runs without one (VA-044)', () => {
  expect(readConfig(settings).captcha).toBe('on');
  expect(readConfig({ ...settings, CAPTCHA: 'off' }).captcha).toBe('off');
  expect(readConfig({ ...settings, NODE_ENV: 'production' }).captcha).toBe('on');
  expect(() => readConfig({ ...settings, NODE_ENV: 'production', CAPTCHA: 'off' })).toThrow('CAPTCHA: not without one in production');
});
