import type { PerformanceDetail } from '@butaca/contract';
import { expect, test } from 'vitest';
import { PerformanceScreen } from '../../app/catalogue/performance/PerformanceScreen.tsx';
import { frameWith, htmlIn } from '../render.ts';

const hamlet: PerformanceDetail = {
  id: 101,
  hash: 'abcdefghij234',
  showSeo: 'hamlet',
  show: { name: 'Hamlet', images: [{ kind: 'poster', url: '/images/hamlet.webp', width: 800, height: 1200, alt: '' }] },
  venue: {
    id: 1,
    seo: 'gran-teatro-alborada',
    name: 'Gran Teatro Alborada',
    address: 'Calle del Telón 1',
    city: 'Buenos Aires',
    timeZone: 'America/Argentina/Buenos_Aires',
  },
  date: { day: 5, month: 12, year: 2026, hour: 21, minute: 0 },
  startsAt: Date.UTC(2026, 11, 6, 0, 0),
  state: 'announced',
  priceLevels: [],
  sectors: [],
};

const pageOf = (performance: PerformanceDetail) => htmlIn(frameWith(), PerformanceScreen, { performance, picture: null, certain: true });

/** The top of the page where places are chosen, for a brand with the banner or without it. */
function head(seatSelectionBanner: boolean): string {
  const { flags } = frameWith().brand;
  const page = htmlIn(frameWith({ flags: { ...flags, seatSelectionBanner } }), PerformanceScreen, {
    performance: hamlet,
    picture: null,
    certain: true,
  });
  return /<header.*?<\/header>/s.exec(page)?.[0] ?? '';
}

test('the banner over the places has picture, name, date and venue, and a brand may leave it out (FL-006)', () => {
  const banner = head(true);
  for (const part of ['/images/hamlet.webp', '>Hamlet</h1>', 'sáb 05 dic · 21:00', 'Gran Teatro Alborada', 'Calle del Telón 1'])
    expect(banner).toContain(part);
  const plain = head(false);
  expect(plain).toContain('>Hamlet</h1>');
  expect(plain).toContain('href="/landing/hamlet"');
  for (const part of ['/images/hamlet.webp', '21:00', 'Gran Teatro Alborada']) expect(plain).not.toContain(part);
});

test('a performance that its organiser marked as sold out says so, and not that its sale will open', () => {
  const opens = 'La elección de lugares se habilita con la venta';
  expect(pageOf(hamlet)).toContain(opens);
  const soldOut = pageOf({ ...hamlet, state: 'sold_out' });
  expect(soldOut).not.toContain(opens);
  expect(soldOut).toContain('>Agotado</h2>');
});
