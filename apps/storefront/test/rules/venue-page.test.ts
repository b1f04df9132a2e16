import type { Venue } from '@butaca/contract';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import VenuePage from '../../app/catalogue/venue/route.tsx';
import { frameWith, htmlIn } from '../render.ts';

const venue: Venue = {
  id: 4,
  seo: 'gran-teatro',
  name: 'Gran Teatro',
  address: 'Corrientes 1234',
  city: 'Buenos Aires',
  timeZone: 'America/Argentina/Buenos_Aires',
  capacity: 900,
};
const section = { kind: 'seated', path: 'M0 0h10v10z', labelAt: { x: 5, y: 5 }, labelSize: 3, labelTurned: false, categories: [] } as const;
const picture = {
  viewBox: '0 0 100 100',
  categories: [],
  traits: [],
  decor: [],
  sections: [
    { ...section, id: 'A', label: 'Platea' },
    { ...section, id: 'B', label: 'Pullman' },
  ],
};

type Data = ComponentProps<typeof VenuePage>['loaderData'];
const pageOf = (given: Partial<Venue> = {}, drawn: Data['picture'] = null) => {
  const Page = ({ data }: { data: Data }) => VenuePage({ loaderData: data } as ComponentProps<typeof VenuePage>);
  return htmlIn(frameWith(), Page, { data: { venue: { ...venue, ...given }, shows: [], picture: drawn } });
};

test('a venue shows its hall, and names the sections for who cannot see it', () => {
  const html = pageOf({}, picture);
  expect(html).toContain('aria-label="Plano de Gran Teatro. Sectores: Platea, Pullman"');
  expect(html.match(/<path /g)).toHaveLength(2);
  expect(html).toMatch(/<h2 id="hall">La sala/);
  expect(pageOf()).not.toContain('La sala');
});

test('a venue says how to get there and what helps who needs it, in paragraphs, and nothing where it is not known', () => {
  const html = pageOf({ transport: 'Subte B, estación Uruguay.\n\nLíneas 24 y 102.', access: 'Rampa por Corrientes.' });
  expect(html).toMatch(/<h2>Cómo llegar<\/h2><p>Subte B, estación Uruguay\.<\/p><p>Líneas 24 y 102\.<\/p>/);
  expect(html).toMatch(/<h2>Accesibilidad<\/h2><p>Rampa por Corrientes\.<\/p>/);
  expect(pageOf()).not.toMatch(/<h2>(?:Cómo llegar|Accesibilidad)/);
});

test('a venue leads to a map of the way and to a calendar of what plays, and says so when nothing does', () => {
  const html = pageOf();
  expect(html).toContain('href="https://www.openstreetmap.org/search?query=Corrientes+1234%2C+Buenos+Aires"');
  expect(html).toContain('href="/establecimiento/4/agenda.ics"');
  expect(html).toContain('Por ahora no hay espectáculos anunciados en esta sala.');
});
