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

/** As the server answers this call, which caches may keep for seconds. */
const answerAt = (at: number) =>
  new Response('{"nCode":200,"oData":{"Lista":[]}}', {
    headers: {
      'cache-control': `public, max-age=${listShowTypes.cacheSeconds}, stale-while-revalidate=${listShowTypes.cacheSeconds}`,
      'content-type': 'application/json; charset=utf-8',
      date: new Date(at).toUTCString(),
      etag: 'W/"JfbfdQGivJndyHiW2O0QVb"',
      vary: 'accept-encoding, origin',
    },
  });

test('the time is asked for by the smallest public call, at the host of the calls', async () => {
  const at = Date.now() + 40 * 60_000;
  const asked = shop(async () => answerAt(at));
  expect(await learnTime()).toBe(true);
  expect(SMALLEST_CALL).toBe(listShowTypes.path);
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/api\.butaca\.example\/v2\/EspectaculoCartelTipos\?desde=\d+$/)]);
  expect(Math.abs(serverClock.now() - at)).toBeLessThan(5000);
});

test('an answer of its own address sets a clock back that was too late, though caches may keep answers of that call', async () => {
  const at = Date.now();
  serverClock.hear(at + 30 * 60_000);
  shop(async () => answerAt(at));
  expect(await learnTime()).toBe(true);
  expect(Math.abs(serverClock.now() - at)).toBeLessThan(5000);
});

test('a fault says no time', async () => {
  shop(async () => new Response('', { status: 503, headers: { date: new Date(0).toUTCString(), 'cache-control': 'no-store' } }));
  const before = serverClock.now();
  expect(await learnTime()).toBe(false);
  expect(serverClock.now()).toBeGreaterThanOrEqual(before);
});
