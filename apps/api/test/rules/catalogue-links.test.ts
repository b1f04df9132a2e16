import { LinkHash } from '@butaca/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isLinkHash, linkHash } from '../../src/catalogue/link-hash.ts';
import { localDate } from '../../src/catalogue/local-date.ts';

const secret = 'a secret of at least thirty-two letters';

test('a link hash is 13 letters of base32, the same every time, another for another kind, id or secret', () => {
  const hash = linkHash(secret, 'show', 7);
  expect(z.safeParse(LinkHash, hash).success).toBe(true);
  expect(linkHash(secret, 'show', 7)).toBe(hash);
  const others = [linkHash(secret, 'performance', 7), linkHash(secret, 'show', 8), linkHash(`${secret}!`, 'show', 7)];
  expect(new Set([hash, ...others]).size).toBe(4);
});

test('only the right hash opens a link; none, longer, shorter or other ones do not', () => {
  const hash = linkHash(secret, 'show', 7);
  expect(isLinkHash(secret, 'show', 7, hash)).toBe(true);
  for (const wrong of [undefined, '', hash.slice(1), `${hash}a`, hash.toUpperCase(), linkHash(secret, 'show', 9)]) {
    expect(isLinkHash(secret, 'show', 7, wrong)).toBe(false);
  }
});

test('a performance’s hour is in its venue’s time zone, with year and weekday (EN-018, EN-022)', () => {
  const newYear = Temporal.Instant.from('2027-01-01T01:30:00Z');
  expect(localDate(newYear, 'America/Argentina/Buenos_Aires', 'es')).toEqual({
    weekday: { name: 'jueves' },
    day: 31,
    month: 12,
    year: 2026,
    hour: 22,
    minute: 30,
  });
  expect(localDate(newYear, 'Europe/Madrid', 'es')).toMatchObject({ weekday: { name: 'viernes' }, day: 1, month: 1, year: 2027, hour: 2 });
});
