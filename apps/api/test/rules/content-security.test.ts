import { createHash } from 'node:crypto';
import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { sourcesOfCaptcha } from '../../src/customers/captcha/recaptcha.ts';
import { contentSecurityPolicy } from '../../src/http/content-security.ts';
import { calledHosts, sourcesOfPixels } from '../../src/screens.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test('the scripts and styles that a page declares as its own are named by their hashes, each once', () => {
  const policy = contentSecurityPolicy({ scripts: ['one()', '\ntwo()\n', 'one()'], styles: ['a{}'] });
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('\ntwo()\n')}`);
  expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hashOf('a{}')}`);
});

test('a page without inline scripts may run only our own files', () => {
  const policy = contentSecurityPolicy();
  expect(directive(policy, 'script-src')).toBe("script-src 'self'");
  expect(directive(policy, 'style-src')).toBe("style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a page frames nothing of other sites but the external login’s log-out (TB-046)', () => {
  expect(directive(contentSecurityPolicy(), 'frame-src')).toBe("frame-src 'self' blob:");
  const policy = contentSecurityPolicy({ frames: ['https://club.example'] });
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' blob: https://club.example");
});

test('a page calls our own api, and the payments host where there is one', () => {
  expect(directive(contentSecurityPolicy(), 'connect-src')).toBe("connect-src 'self'");
  const policy = contentSecurityPolicy({ connectTo: ['https://pagos.example'] });
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://pagos.example");
});

test('a page calls the origins of the brand’s pixels, and no other site (CA-034, CA-035)', async () => {
  const { brand } = await loadBrand('butaca');
  expect(directive(contentSecurityPolicy({ connectTo: sourcesOfPixels(brand) }), 'connect-src')).toBe("connect-src 'self'");
  const pixels = { success: 'https://measure.example/ok?v={amount}', failure: 'https://measure.example/failed' };
  const policy = contentSecurityPolicy({ connectTo: sourcesOfPixels({ ...brand, pixels }) });
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://measure.example");
  expect(policy.replace(' https://measure.example', '')).toBe(contentSecurityPolicy());
});

test('a page loads reCAPTCHA’s script from its two folders where the brand asks for it, and nothing more anywhere else (FL-003)', async () => {
  const { brand } = await loadBrand('butaca');
  const google = { scriptUrl: 'https://www.google.com/recaptcha/api.js', assetsUrl: 'https://www.gstatic.com/recaptcha/' };
  const policyOf = (provider: 'altcha' | 'recaptcha', captcha: 'on' | 'off' = 'on') =>
    contentSecurityPolicy(sourcesOfCaptcha({ captcha: { ...brand.captcha, provider } }, { captcha, recaptcha: google }));
  const policy = policyOf('recaptcha');
  expect(directive(policy, 'script-src')).toBe("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/");
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://www.google.com/recaptcha/");
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' blob: https://www.google.com/recaptcha/");
  expect(policy.replaceAll(/ https:\/\/www\.(google|gstatic)\.com\/recaptcha\//g, '')).toBe(contentSecurityPolicy());
  expect(policyOf('altcha')).toBe(contentSecurityPolicy());
  expect(policyOf('recaptcha', 'off')).toBe(contentSecurityPolicy());
});

test('a page calls the queue host and the list’s host of a brand that has others than ours, unless its queue is off', async () => {
  const { brand } = await loadBrand('butaca');
  const hosts = { host: 'https://fila.example/turnos', list: 'https://cdn.example/filas.json', page: 'https://espera.example/' };
  const called = (enabled: boolean) => calledHosts({ brand: { ...brand, waitingRoom: { enabled, ...hosts } } });
  expect(calledHosts({ brand })).toEqual([]);
  expect([called(true), called(false)]).toEqual([['https://fila.example', 'https://cdn.example'], []]);
});
