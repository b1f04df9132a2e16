import { expect, test } from 'vitest';
import { logInAttemptOf } from '../../src/customers/throttle.ts';

test('attempts count per account, and per account and network', () => {
  const ana = logInAttemptOf('secret', { email: 'ana@correo.example', ip: '203.0.113.7' });
  const elsewhere = logInAttemptOf('secret', { email: 'ana@correo.example', ip: '198.51.100.7' });
  const bruno = logInAttemptOf('secret', { email: 'bruno@correo.example', ip: '203.0.113.7' });
  expect(elsewhere.account).toBe(ana.account);
  expect(elsewhere.accountAndNetwork).not.toBe(ana.accountAndNetwork);
  expect(bruno.account).not.toBe(ana.account);
  expect(new Set([ana.account, ana.accountAndNetwork, bruno.account, bruno.accountAndNetwork]).size).toBe(4);
});
