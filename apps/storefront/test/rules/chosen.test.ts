import type { PerformanceDetail, Purchase } from '@butaca/contract';
import { expect, test } from 'vitest';
import { Chosen, ChosenBar } from '../../app/purchase/seats/Chosen.tsx';
import { frameWith, htmlIn } from '../render.ts';
import { aPurchase } from './buy/a-purchase.ts';

const performanceWith = (...types: readonly string[]) =>
  ({
    ...{ id: 7, sectors: [] },
    priceLevels: [{ prices: types.map((name, index) => ({ priceTypeId: index + 1, name, final: 2_990_000 })) }],
  }) as unknown as PerformanceDetail;

const textIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')
    .replace(/\u00a0/g, ' ');

/** The panel and the bar of performance 7, of a purchase with two of its places. */
function shown(changes: Partial<Purchase> = {}, performance = performanceWith('General')) {
  const purchase = aPurchase(changes);
  const props = {
    ...({ performance, purchase, selection: {} as never, seller: 'shop', busy: false } as const),
    places: purchase.performances.find(({ id }) => id === performance.id)?.places ?? [],
    pending: new Set<number>(),
  };
  return { panel: textIn(htmlIn(frameWith(), Chosen, props)), bar: textIn(htmlIn(frameWith(), ChosenBar, props)) };
}

test('the total at the map names what else it pays for: tickets of another show, products and the delivery', () => {
  const [own] = aPurchase().performances;
  const totals = {
    ...aPurchase().totals,
    tickets: 14_940_000,
    products: 50_000,
    delivery: 10_000,
    total: 15_000_000,
  } as Purchase['totals'];
  const other = { id: 8, placeCount: 4, total: 8_960_000, show: { name: 'Bajo Cero Trío' } };
  const { panel, bar } = shown({ performances: [own, other] as Purchase['performances'], quantity: { total: 6 }, totals });
  expect(panel).toContain('|Bajo Cero Trío · 4 entradas|$ 89.600|');
  expect(panel).toContain('|Productos|$ 500|');
  expect(panel).toContain('|Entrega|$ 100|');
  expect(panel).toContain('|Total|$ 150.000|');
  expect(bar).toContain('|6 entradas|$ 150.000|');
});

test('the total of a single show without products and delivery has no such lines', () => {
  const { panel, bar } = shown();
  expect(panel).not.toContain(' · ');
  expect(panel).not.toContain('Productos');
  expect(panel).not.toContain('Entrega');
  expect(bar).toContain('|2 entradas|$ 59.800|');
});

test('where places have several price types the bar says which one applies, and leads to its choice (SC-002)', () => {
  const types = performanceWith('General', 'Jubilados y estudiantes');
  expect(shown().bar).not.toContain('Tarifa');
  expect(shown({}, types).bar).toContain('|Tarifa General: cambiar|');
  const [{ places: [first, second] = [] } = {}] = aPurchase().performances;
  const places = [first, { ...second, priceTypeId: 2, priceTypeName: 'Jubilados y estudiantes' }];
  const performances = [{ id: 7, placeCount: 2, places }] as Purchase['performances'];
  expect(shown({ performances }, types).bar).toContain('|Varias tarifas: cambiar|');
});
