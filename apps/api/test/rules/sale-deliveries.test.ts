import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { DeliveryTypes } from '../../src/sale/checkout/delivery.ts';
import type { DeliveryRow } from '../../src/sale/checkout/queries-checkout.ts';

const row = (id: number, given: Partial<DeliveryRow> = {}): DeliveryRow => ({
  id,
  kind: 'eticket',
  name: `Entrega ${id}`,
  description: null,
  price: id * 100_000,
  taxRate: 2100,
  active: true,
  closesHours: null,
  points: [],
  zones: [],
  ...given,
});

/** Delivery types of a table that may change, and how often it was read. */
function aTable(...rows: DeliveryRow[]) {
  const table = { rows, reads: 0, isDown: false };
  const read = async () => {
    table.reads += 1;
    if (table.isDown) throw new Error('the database is down');
    return table.rows;
  };
  return { table, deliveries: new DeliveryTypes(read as unknown as Db, 100) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('delivery types are read once for all requests within five seconds, and a change is seen after that', async () => {
  const { table, deliveries } = aTable(row(1));
  await Promise.all([deliveries.offered(), deliveries.offers(1), deliveries.priceOf(1)]);
  table.rows = [row(1, { price: 200_000 })];
  vi.advanceTimersByTime(4999);
  expect([(await deliveries.priceOf(1)).amount, table.reads]).toEqual([100_000, 1]);
  vi.advanceTimersByTime(1);
  expect([(await deliveries.priceOf(1)).amount, table.reads]).toEqual([200_000, 2]);
});

test('a delivery type is offered with its description where it has one', async () => {
  const { deliveries } = aTable(row(1, { description: 'En mano' }), row(2));
  expect((await deliveries.offered()).map(({ description }) => description)).toEqual(['En mano', undefined]);
});

test('an unknown one may be new, and is read once more', async () => {
  const { table, deliveries } = aTable(row(1));
  expect(await deliveries.offers(1)).toBe(true);
  vi.advanceTimersByTime(100);
  table.rows = [row(1), row(2)];
  expect([await deliveries.offers(2), table.reads]).toEqual([true, 2]);
  vi.advanceTimersByTime(100);
  expect([await deliveries.offers(3), table.reads]).toEqual([false, 3]);
});

test('a table that was just read is not read again for an id that it does not have', async () => {
  const { table, deliveries } = aTable(row(1));
  expect([await deliveries.offers(2), table.reads]).toEqual([false, 1]);
});

test('a type that is no longer offered keeps its price for purchases that have it', async () => {
  const { deliveries } = aTable(row(1), row(2, { active: false, description: 'En mano' }));
  expect(await deliveries.offered()).toEqual([{ id: 1, kind: 'eticket', name: 'Entrega 1', price: 100_000 }]);
  expect(await deliveries.offers(2)).toBe(false);
  expect(await deliveries.priceOf(2)).toEqual({
    amount: 200_000,
    net: Math.round(200_000 / 1.21 / 100) * 100,
    taxRate: expect.any(Number),
  });
  expect(await deliveries.priceOf(null)).toEqual({ amount: 0, net: 0, taxRate: 0 });
});

test('after a failed read the next question reads again', async () => {
  const { table, deliveries } = aTable(row(1));
  table.isDown = true;
  await expect(deliveries.offered()).rejects.toThrow('the database is down');
  table.isDown = false;
  expect((await deliveries.offered()).map(({ id }) => id)).toEqual([1]);
});

test('a read that fails late does not discard a newer one', async () => {
  const answers: { resolve: (rows: DeliveryRow[]) => void; reject: (reason: Error) => void }[] = [];
  const read = () => new Promise<DeliveryRow[]>((resolve, reject) => answers.push({ resolve, reject }));
  const deliveries = new DeliveryTypes(read as unknown as Db, 100);
  const first = deliveries.offered();
  vi.advanceTimersByTime(5000);
  const second = deliveries.offered();
  answers[1]?.resolve([row(1)]);
  expect(await second).toHaveLength(1);
  answers[0]?.reject(new Error('too late'));
  await expect(first).rejects.toThrow('too late');
  expect(await deliveries.offered()).toHaveLength(1);
  expect(answers).toHaveLength(2);
});
