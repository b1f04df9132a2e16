import { expect, test } from 'vitest';
import { deviceOf } from '../../src/customers/device.ts';

test.each([
  ['Chrome · Android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36'],
  [
    'Safari · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/146.0 Mobile/15E148 Safari/604.1',
  ],
  ['Safari · Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'],
  ['Firefox · Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'],
  ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0'],
  [
    'Edge · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
  ],
  [
    'Opera · Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 OPR/130',
  ],
  [
    'Samsung Internet · Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/138.0.0.0 Mobile Safari/537.36',
  ],
  ['Chrome · ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'],
])('%s is named', (name, userAgent) => {
  expect(deviceOf(userAgent)).toBe(name);
});

test('what no browser sends has no name, however long it is', () => {
  for (const other of [undefined, '', 'curl/8.5.0', 'node', `${'x'.repeat(100_000)} Chrome/1`]) expect(deviceOf(other)).toBeNull();
});

test('nothing of what a browser calls itself is kept word for word', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 10; julia@correo.example) Chrome/146.0.7 Mobile')).toBe('Chrome · Android');
});
