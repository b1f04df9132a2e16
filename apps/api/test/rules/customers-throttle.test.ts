import { expect, test } from 'vitest';
import { logInAttemptOf } from '../../src/customers/throttle.ts';
import { networkOf } from '../../src/http/network.ts';

test('neighbours of one network count together, strangers do not', () => {
  expect(networkOf('203.0.113.7')).toBe(networkOf('203.0.113.250'));
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.114.7'));
  expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.9'));
  // Hung up before the call was looked at.
  expect(networkOf(undefined)).not.toBe(networkOf('203.0.113.7'));
  expect(networkOf('2001:db8:1:2300::1')).toBe(networkOf('2001:0db8:0001:23ff:ffff::2'));
  expect(networkOf('2001:db8:1:2300::1')).not.toBe(networkOf('2001:db8:1:2400::1'));
  expect(networkOf('::1')).toBe(networkOf('0:0:0:0:0:0:0:2'));
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:23ff:ffff:2:3:4', '2001:db8:1:2300'],
  ['2001:0db8:00a1:0f00::2', '2001:db8:a1:f00'],
  ['2001:db8::5:0:0:1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1:2:3:4:5:6', '0:0:1:0'],
  ['1::2:300:4:5:6:7', '1:0:2:300'],
  ['1:2::300:4:5:6:7', '1:2:0:300'],
])('%s belongs to %s', (ip, network) => expect(networkOf(ip)).toBe(network));

test('attempts count per account, and per account and network', () => {
  const ana = logInAttemptOf('secret', { email: 'ana@correo.example', ip: '203.0.113.7' });
  const elsewhere = logInAttemptOf('secret', { email: 'ana@correo.example', ip: '198.51.100.7' });
  const bruno = logInAttemptOf('secret', { email: 'bruno@correo.example', ip: '203.0.113.7' });
  expect(elsewhere.account).toBe(ana.account);
  expect(elsewhere.accountAndNetwork).not.toBe(ana.accountAndNetwork);
  expect(bruno.account).not.toBe(ana.account);
  expect(new Set([ana.account, ana.accountAndNetwork, bruno.account, bruno.accountAndNetwork]).size).toBe(4);
});
