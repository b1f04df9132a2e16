import type { ClosedPerformance, PerformanceDetail, ShowPerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import { noOthers } from '../../app/catalogue/performance/OtherDates.tsx';
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

const pageOf = (performance: PerformanceDetail) =>
  htmlIn(frameWith(), PerformanceScreen, { performance, closed: null, others: noOthers, picture: null, certain: true });

/** The top of the page where places are chosen, for a brand with the banner or without it. */
function head(seatSelectionBanner: boolean): string {
  const { flags } = frameWith().brand;
  const page = htmlIn(frameWith({ flags: { ...flags, seatSelectionBanner } }), PerformanceScreen, {
    performance: hamlet,
    closed: null,
    others: noOthers,
    picture: null,
    certain: true,
  });
  return /<header.*?<\/header>/s.exec(page)?.[0] ?? '';
}

test('the banner over the places has picture, name, date and venue, and a brand may leave it out (FL-006)', () => {
  const banner = head(true);
  for (const part of ['/images/hamlet.webp', '>Hamlet</h1>', 'sáb 5 dic · 21:00', 'Gran Teatro Alborada', 'Calle del Telón 1'])
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

const otelo: ShowPerformance = {
  id: 202,
  hash: 'abcdefghij234',
  date: { day: 6, month: 12, year: 2026, hour: 21, minute: 0 },
  startsAt: Date.UTC(2026, 11, 7, 0, 0),
  state: 'on_sale',
  lowestPrice: 1_000_000,
};
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test('a performance that was cancelled names show and date, says what became of it, and leads to the money, to other dates and to the show', () => {
  const closed: ClosedPerformance = {
    showName: 'Hamlet',
    venueName: 'Gran Teatro Alborada',
    date: hamlet.date,
    reason: 'cancelled',
    show: { id: 7, hash: 'abcdefghij234', seo: 'hamlet' },
  };
  const others = { poster: undefined, performances: [otelo] };
  const page = htmlIn(frameWith(), PerformanceScreen, { performance: null, closed, others, picture: null, certain: true });
  for (const part of [
    '>Hamlet</h1>',
    'sáb 5 dic · 21:00',
    'Gran Teatro Alborada',
    'Esta función se canceló',
    'te devolvemos lo que pagaste',
  ])
    expect(page).toContain(part);
  expect(links(page)).toEqual(
    expect.arrayContaining(['/myOrders', '/landing/hamlet', '/', expect.stringMatching(/^\/funcion\/hamlet\/202\?/)]),
  );

  const started = htmlIn(frameWith(), PerformanceScreen, {
    ...{ performance: null, others: noOthers, picture: null, certain: true },
    closed: { ...closed, reason: 'started', show: undefined },
  });
  expect(started).toContain('Esta función ya empezó');
  expect(links(started)).toEqual(['/']);
});

test('a performance that is sold out leads to the dates that are on sale', () => {
  const others = { poster: undefined, performances: [otelo] };
  const page = htmlIn(frameWith(), PerformanceScreen, {
    ...{ performance: { ...hamlet, state: 'sold_out' as const }, closed: null, others, picture: null, certain: true },
  });
  expect(page).toContain('Otras fechas a la venta');
  expect(page).toContain('Elegir la función del dom 6 dic, 21:00');
});

test('a performance that is announced says on which day and at what time its sale opens', () => {
  const opens = { onSaleAt: Date.UTC(2026, 10, 30, 13, 0), onSaleDate: { day: 30, month: 11, year: 2026, hour: 10, minute: 0 } };
  expect(pageOf({ ...hamlet, ...opens })).toContain('La venta abre el lunes 30 de noviembre a las 10:00');
  expect(pageOf(hamlet)).not.toContain('La venta abre');
});
