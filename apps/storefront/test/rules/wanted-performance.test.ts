import { expect, test } from 'vitest';
import { performanceIn } from '../../app/login/wanted-performance.ts';
import { pathTo } from '../../app/paths.ts';

test('a log-in before the map of a performance knows which one waits (R-010, R-034)', () => {
  const next = pathTo('funcion', { seo: 'hamlet', performanceId: 80 }, { hash: 'abc' });
  expect(performanceIn(next)).toEqual({ id: 80, hash: 'abc' });
  expect(performanceIn('/funcion/hamlet/80')).toEqual({ id: 80, hash: undefined });
  // The query wins, as on the page itself.
  expect(performanceIn('/funcion?idFuncion=7&h=x')).toEqual({ id: 7, hash: 'x' });
});

test('any other page has no performance (R-010)', () => {
  for (const next of [
    undefined,
    '/',
    '/FAQ',
    '/funcion',
    '/funcionTienda?idFuncion=7',
    '/myOrders/80',
    '/landing/hamlet',
    '/funcion/hamlet/80x',
  ])
    expect(performanceIn(next), next).toBeNull();
});
