import { translate } from '@butaca/brand/translate';
import { createStore } from '@butaca/browser/create-store.ts';
import type { PurchaseStage } from '@butaca/contract';
import { expect, test } from 'vitest';
import shopTexts from '../../app/i18n/es/shop.json';
import { productProblem } from '../../app/purchase/products/use-products.ts';
import { Announcer } from '../../app/purchase/seats/Announcer.tsx';
import { refusedBy } from '../../app/purchase/seats/ReservePlaces.tsx';
import { problemOf } from '../../app/purchase/selection/announcements.ts';
import type { Selection } from '../../app/purchase/selection/selection.ts';
import { frameWith, htmlIn } from '../render.ts';

const over = (stage: PurchaseStage) => ({ failure: 'purchase_over', data: { stage } }) as const;

/** What the page of the seats says after a claim was refused because its purchase was in this stage. */
const announced = (stage: PurchaseStage): string =>
  htmlIn(frameWith(), Announcer, {
    selection: { instead: createStore(null) } as unknown as Selection,
    announcements: [{ kind: 'problem', problem: problemOf(over(stage)) }],
    holdsOthers: false,
  });

test('a claim for a purchase that is paid says so and leads to the orders, where its tickets are', () => {
  expect(announced('paid')).toContain('Esa compra ya está paga');
  expect(announced('paid')).toContain('href="/myOrders"');
  expect(announced('paid')).not.toContain('volvieron a estar a la venta');
});

test('a claim for a purchase that waits for an answer or was reserved leads to where it goes on', () => {
  expect(announced('offered')).toContain('href="/myOrders"');
  expect(announced('reserved')).toContain('href="/myBookings"');
});

test('only of a purchase that left nothing behind it is said that its places are on sale again', () => {
  for (const stage of ['expired', 'cancelled'] as const) {
    expect(announced(stage)).toContain('volvieron a estar a la venta');
    expect(announced(stage)).not.toContain('href=');
  }
});

test('products of a purchase that is paid are refused with that reason', () => {
  const t = translate({ name: 'es', catalogues: {} }, shopTexts);
  const problem = (stage: PurchaseStage) => productProblem({ status: 'refusal', code: 475, ...over(stage) }, String, t);
  expect(problem('paid')).toEqual({ text: 'Esa compra ya está paga.', end: 'paid' });
  expect(problem('reserved')).toEqual({ text: 'Esa compra quedó como reserva.', end: 'reserved' });
  expect(problem('expired')).toEqual({ text: 'Esta compra ya no se puede cambiar.', end: 'over' });
});

test('a purchase that is paid is not reserved, and it is not said that its places are lost', () => {
  const refused = (stage: PurchaseStage) => refusedBy({ status: 'refusal', code: 475, ...over(stage) });
  expect(refused('paid')).toEqual({ text: 'paid.title' });
  expect(refused('cancelled')).toEqual({ text: 'reserve.refused.over' });
});
