import { expect, test } from 'vitest';
import { addressOf, isOwnMachine, networkOf } from '../../src/http/network.ts';

test.each([
  ['203.0.113.7', '203.0.113'],
  ['203.0.113.7:40001', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['[::ffff:203.0.113.7]:40001', '203.0.113'],
  ['2001:db8:1:23ff:ffff:2:3:4', '2001:db8:1:23ff'],
  ['2001:0db8:00a1:0f00::2', '2001:db8:a1:f00'],
  ['[2001:db8:a1:f00::7]', '2001:db8:a1:f00'],
  ['[2001:db8:a1:f00::7]:40001', '2001:db8:a1:f00'],
  ['2001:DB8::5:0:0:1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1:2:3:4:5:6', '0:0:1:2'],
  ['1::2:300:4:5:6:7', '1:0:2:300'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s belongs to %s', (ip, network) => expect(networkOf(ip)).toBe(network));

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.7:',
  '203.0.113.7:abc',
  '203.0.113.999',
  '0xcb.0.113.7',
  '3405803783',
  '[203.0.113.7',
  '[]:1',
  '2001:db8::7:40001:1:2:3:4:5',
  undefined,
])('who is named %j is of the one network of all who cannot be read', (ip) => {
  expect(networkOf(ip)).toBe(networkOf('unknown'));
  expect(addressOf(ip)).toBe('0.0.0.0');
});

test.each([
  ['203.0.113.7:40001', '203.0.113.7'],
  ['[2001:db8::7]:40001', '2001:db8::7'],
  ['2001:0db8:0:0::0007', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('the address of %s is %s', (named, address) => expect(addressOf(named)).toBe(address));

test('this machine is known by all its addresses, with a port or not', () => {
  for (const own of ['127.0.0.1', '127.8.0.1', '::1', '0:0:0:0:0:0:0:1', '[::1]:40001', '::ffff:127.0.0.1', '127.0.0.1:40001'])
    expect(isOwnMachine(own), own).toBe(true);
  for (const other of ['203.0.113.7', '::2', '0.0.0.0', 'unknown', '1.127.0.0']) expect(isOwnMachine(other), other).toBe(false);
});
