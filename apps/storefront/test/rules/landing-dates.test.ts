import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import {
  allDates,
  byMonth,
  choicesOf,
  dayOf,
  fits,
  isChoice,
  lowestOf,
  readChoice,
  writeChoice,
} from '../../app/catalogue/landing/dates/date-choice.ts';
import { LandingScreen } from '../../app/catalogue/landing/LandingScreen.tsx';
import { relatedTo } from '../../app/catalogue/landing/related.ts';
import { frameWith, htmlIn } from '../render.ts';

let next = 0;
const at = (year: number, month: number, day: number, hour = 20, given: Partial<ShowPerformance> = {}): ShowPerformance => ({
  id: ++next,
  hash: 'abcdefghij234',
  date: { year, month, day, hour, minute: 30 },
  startsAt: Date.UTC(year, month - 1, day, hour + 3, 30),
  state: 'on_sale',
  lowestPrice: 1_000_000,
  ...given,
});
/** Saturdays at 17:30 and 20:30, Sundays at 20:30, over five weeks. */
const run = [5, 12, 19, 26]
  .flatMap((day) => [at(2026, 12, day, 17), at(2026, 12, day), at(2026, 12, day + 1)])
  .concat(at(2027, 1, 2), at(2027, 1, 3));
const fitting = (choice: Partial<typeof allDates>) => run.filter((performance) => fits(performance, { ...allDates, ...choice }));

const venue = { id: 1, seo: 'alborada', name: 'Alborada', address: 'Telón 1', city: 'Rosario', timeZone: 'America/Argentina/Buenos_Aires' };
const show = (given: Partial<ShowDetail> = {}): ShowDetail => ({
  id: 1,
  hash: 'abcdefghij234',
  seo: 'hamlet',
  name: 'Hamlet',
  typeId: 1,
  typeName: 'Teatro',
  venueId: 1,
  venueName: 'Alborada',
  venueSeo: 'alborada',
  images: [],
  performanceCount: run.length,
  days: [],
  soldOut: false,
  venue,
  performances: run,
  ...given,
});
const pageOf = (given: Partial<ShowDetail> = {}) => htmlIn(frameWith(), LandingScreen, { show: show(given) });

test('dates are narrowed down by day, weekday and hour, and together', () => {
  expect(fitting({})).toHaveLength(run.length);
  expect(fitting({ weekdays: [5] })).toHaveLength(9);
  expect(fitting({ part: 'day' })).toHaveLength(4);
  expect(fitting({ weekdays: [6], part: 'day' })).toEqual([]);
  const [first] = run;
  expect(fitting({ day: first ? dayOf(first) : null })).toHaveLength(2);
  expect(fitting({ weekdays: [5, 6], part: 'evening' })).toHaveLength(10);
});

test('only what the dates differ in is offered', () => {
  expect(choicesOf(run)).toEqual({ weekdays: [5, 6], parts: ['day', 'evening'] });
  expect(choicesOf(run.filter(({ date }) => date.day % 7 === 5 && date.hour === 20))).toEqual({ weekdays: [], parts: [] });
});

test('what was chosen stands in the address and is read back; nonsense is nothing, and what else stands there stays', () => {
  const query = new URLSearchParams('utm=x');
  writeChoice(query, { day: 20_800, weekdays: [4, 5], part: 'evening' });
  expect(readChoice(query)).toEqual({ day: 20_800, weekdays: [4, 5], part: 'evening' });
  writeChoice(query, allDates);
  expect(String(query)).toBe('utm=x');
  const nonsense = readChoice(new URLSearchParams('dia=2026-02-31&dias=9,x,5,5&hora=siesta'));
  expect(nonsense).toEqual({ day: null, weekdays: [4], part: null });
  expect([isChoice(nonsense), isChoice(allDates)]).toEqual([true, false]);
});

test('a month names the lowest price that can still be had', () => {
  const [december] = byMonth(run);
  expect(december?.performances).toHaveLength(12);
  const sold = at(2026, 12, 30, 20, { state: 'sold_out', lowestPrice: 10 });
  expect(lowestOf([sold, at(2026, 12, 31, 20, { lowestPrice: 30 })])).toBe(30);
  expect(lowestOf([sold])).toBe(10);
  expect(lowestOf([at(2026, 12, 31, 20, { lowestPrice: undefined })])).toBeUndefined();
});

test('every date and its prices are in the page that the server renders, and the first month is open', () => {
  const html = pageOf({ performances: [...run, at(2027, 1, 9, 20, { highestPrice: 2_000_000, lastPlaces: true })] });
  expect(html.match(/data-state="on_sale"/g)).toHaveLength(run.length + 1);
  expect(html.match(/<details[^>]*open/g)).toHaveLength(1);
  expect(html).toMatch(/desde \$\s10\.000 hasta \$\s20\.000/);
  expect(html.match(/Últimas entradas/g)).toHaveLength(1);
  // What it is about comes before the dates.
  const told = pageOf({ description: 'Un príncipe vuelve a casa.' });
  expect(told.indexOf('Un príncipe')).toBeLessThan(told.indexOf('Elegí tu función'));
});

test('a few dates need no calendar', () => {
  const html = pageOf({ performances: run.slice(0, 3) });
  expect(html.match(/data-state="on_sale"/g)).toHaveLength(3);
  expect(html).not.toContain('Mes siguiente');
  expect(pageOf()).toContain('Mes siguiente');
});

test('hours are written one way', () => {
  expect(pageOf()).toContain('20:30');
  expect(pageOf()).not.toMatch(/\d\d:\d\d h/);
});

test('who plays is named with the role, and the trailer is a link that nothing loads before it is pressed', () => {
  const html = pageOf({ people: [{ name: 'Ema Prado', role: 'Ofelia' }, { name: 'Coro' }], trailerUrl: 'https://videos.example/hamlet' });
  expect(html).toMatch(/<dt>Ema Prado<\/dt><dd>Ofelia<\/dd>/);
  expect(html).toMatch(/<a href="https:\/\/videos\.example\/hamlet" target="_blank" rel="noreferrer"/);
  expect(html).not.toMatch(/<(?:iframe|video|source)/);
  expect(pageOf()).not.toContain('Elenco');
});

test('the page can be sent on, leads to a map of the way and to a calendar of its dates', () => {
  const html = pageOf();
  expect(html).toMatch(/<button[^>]*>(?:<[^>]*>)*Compartir/);
  expect(html).toContain('href="https://www.openstreetmap.org/search?query=Tel%C3%B3n+1%2C+Rosario"');
  expect(html).toContain('aria-label="Cómo llegar a Alborada, en un mapa que se abre en otra pestaña"');
  expect(html).toMatch(/<a href="\/landing\/hamlet\/agenda\.ics" type="text\/calendar">Agregar las funciones a tu calendario/);
  const cancelled = run.map((performance) => ({ ...performance, state: 'cancelled' as const }));
  for (const performances of [[], cancelled]) expect(pageOf({ performances })).not.toContain('agenda.ics');
});

test('a show without anything to buy says so and offers to tell', () => {
  const soldOut = run.map((performance) => ({ ...performance, state: 'sold_out' as const }));
  expect(pageOf({ performances: soldOut })).toContain('No hay entradas en venta ahora');
  expect(pageOf({ performances: [] })).toContain('Todavía no hay fechas');
  expect(pageOf()).toContain('¿Ninguna fecha te sirve?');
});

test('related shows can be bought, are others, and the nearest come first', () => {
  const card = (id: number, typeId: number, venueId: number, soldOut = false) => ({ id, typeId, venueId, soldOut });
  const all = [card(1, 1, 1), card(2, 2, 2), card(3, 2, 1), card(4, 1, 2), card(5, 1, 1, true), card(6, 1, 1)];
  expect(relatedTo({ id: 1, typeId: 1, venueId: 1 }, all).map(({ id }) => id)).toEqual([6, 4, 3, 2]);
});
