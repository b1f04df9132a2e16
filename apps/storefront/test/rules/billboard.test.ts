import type { PublicBrand } from '@butaca/brand';
import { expect, test } from 'vitest';
import { BillboardScreen } from '../../app/catalogue/billboard/BillboardScreen.tsx';
import { dayNumber } from '../../app/catalogue/calendar.ts';
import { frameWith, htmlIn } from '../render.ts';

const types = [{ id: 1, name: 'Teatro', order: 1 }];
const show = (id: number) => ({
  ...{ id, hash: 'abcdefghij234', seo: `show-${id}`, name: `Show ${id}`, typeId: 1, typeName: 'Teatro' },
  ...{ venueId: 1, venueName: 'Alborada', venueCity: 'Rosario', performanceCount: 1, days: [dayNumber(2026, 12, 5)], soldOut: false },
  featured: { url: '/images/show.webp', width: 1600, height: 900, alt: '' },
});

const ours = frameWith().brand.billboard;
/** The billboard’s page as the server writes it, with these changes to the brand’s wishes for it. */
function billboard(changes: Partial<PublicBrand['billboard']> = {}) {
  const frame = frameWith({ billboard: { ...ours, ...changes } }, types);
  const html = htmlIn(frame, BillboardScreen, { shows: [show(1), show(2)], rest: [] });
  const texts = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([^<]*)</${element}>`, 'g'))].map(([, text]) => text);
  return {
    labels: texts('label'),
    options: texts('option'),
    lists: html.match(/<ul/g)?.length,
    isCarousel: html.includes('aria-roledescription'),
  };
}

test('the billboard has the date filter, no featured block and no carousel (FL-010, CO-014, CO-015)', () => {
  expect(billboard()).toMatchObject({ labels: ['¿Cuándo?'], lists: 1, isCarousel: false });
  expect(billboard({ filters: { ...ours.filters, date: false } }).labels).toEqual([]);
  const featured = { ...ours.featured, shown: true };
  expect(billboard({ featured })).toMatchObject({ lists: 2, isCarousel: false });
  expect(billboard({ featured, carousel: true })).toMatchObject({ lists: 2, isCarousel: true });
});

test('nothing filters the billboard by category, venue, type or zone, as a brand may want (FL-011, FL-012, FL-014)', () => {
  const all = { date: true, type: true, venue: true, zone: true };
  expect(billboard().labels).toEqual(['¿Cuándo?']);
  expect(billboard({ filters: { ...ours.filters, ...all } }).labels).toEqual(['¿Cuándo?', 'Tipo', 'Sala', 'Zona']);
});

test('the dates are offered by name, in their order (OP-001)', () => {
  expect(billboard().options).toEqual([
    'Todos',
    'Hoy',
    'Mañana',
    'Esta semana',
    'Este fin de semana',
    'Próxima semana',
    'Este mes',
    'Próximo mes',
    'Fecha específica',
  ]);
});
