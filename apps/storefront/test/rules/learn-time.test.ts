import { serverClock } from '@butaca/browser/server-clock.ts';
import { listShowTypes } from '@butaca/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { learnTime, SMALLEST_CALL } from '../../app/calls/learn-time.ts';

afterEach(() => vi.unstubAllGlobals());

const shop = (answer: () => Promise<Response>) => {
  const asked: string[] = [];
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify({ host: 'https://api.butaca.example' }) }) });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return answer();
  });
  return asked;
};

test('the time is asked for by the smallest public call, at the host of the calls', async () => {
  const date = new Date(Date.now() + 40 * 60_000).toUTCString();
  const asked = shop(async () => new Response('{}', { headers: { date, 'cache-control': 'no-store' } }));
  expect(await learnTime()).toBe(true);
  expect(SMALLEST_CALL).toBe(listShowTypes.path);
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/api\.butaca\.example\/v2\/EspectaculoCartelTipos\?desde=\d+$/)]);
  expect(Math.abs(serverClock.now() - Date.parse(date))).toBeLessThan(5000);
});

test('a fault says no time', async () => {
  shop(async () => new Response('', { status: 503, headers: { date: new Date(0).toUTCString() } }));
  const before = serverClock.now();
  expect(await learnTime()).toBe(false);
  expect(serverClock.now()).toBeGreaterThanOrEqual(before);
});
