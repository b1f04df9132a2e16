import { expect, test } from 'vitest';
import type { Sale } from '../../src/catalogue/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { promisedPrices, withPromise } from '../../src/waiting-room/index.ts';

type Charges = Sale['charges']['online'];
const charge = (kind: Charges[number]['kind'], percent: number, fixed: number): Charges[number] => ({ kind, percent, fixed, taxRate: 0 });

/** A sale of now, with a seat, another price and charges, of what `withPromise` reads and leaves alone. */
const saleOf = (faces: readonly number[], online: Charges) =>
  ({
    performanceId: 7,
    levels: [{ types: faces.map((faceValue, index) => ({ id: index + 1, name: `Precio ${index + 1}`, faceValue })) }],
    charges: { online, box_office: [charge('service', 900, 9)] },
  }) as unknown as Sale;
const facesOf = ({ levels }: Sale) => levels.flatMap(({ types }) => types.map(({ faceValue }) => faceValue));

test('whoever was promised a price pays it when it went up, the lower one when it went down, and today’s of a price that is new', () => {
  const promised = withPromise(saleOf([2000, 500, 700], []), { faces: { 1: 1000, 2: 800 }, charges: [] });
  expect(facesOf(promised)).toEqual([1000, 500, 700]);
  expect(promised.performanceId).toBe(7);
});

test('of a charge the lower percentage and the lower amount count, and one that is new is not charged', () => {
  const sale = saleOf([1000], [charge('service', 1500, 10), charge('anti_fraud_qr', 0, 25)]);
  const chargedWith = (then: Charges) => withPromise(sale, { faces: {}, charges: then }).charges;
  expect(chargedWith([charge('anti_fraud_qr', 0, 20), charge('service', 1000, 20)]).online).toEqual([
    charge('service', 1000, 10),
    charge('anti_fraud_qr', 0, 20),
  ]);
  expect(chargedWith([charge('service', 1600, 5)]).online).toEqual([charge('service', 1500, 5)]);
  // Nobody waits for a counter.
  expect(chargedWith([]).box_office).toEqual([charge('service', 900, 9)]);
});

test('whoever joined at a moment was promised what was seen last until then, or first if nothing was, and it is read once for all of them', async () => {
  const [first, second] = [
    { faces: { 1: 1000 }, charges: [] },
    { faces: { 1: 1500 }, charges: [] },
  ];
  const read: number[] = [];
  const db = ((_: TemplateStringsArray, performanceId: number) => {
    read.push(performanceId);
    const seen = [
      { seenAtMs: 100, prices: first },
      { seenAtMs: 200, prices: second },
    ];
    return Promise.resolve(performanceId === 9 ? [] : seen);
  }) as unknown as Db;
  const promised = promisedPrices(db);
  const at = [50, 100, 199, 200, 201];
  expect(await Promise.all(at.map(async (atMs) => promised(7, atMs)))).toEqual([first, first, first, second, second]);
  expect(await promised(8, 300)).toBe(second);
  expect(await promised(9, 300)).toBeNull();
  expect(await promised(7, 300)).toBe(second);
  expect(read).toEqual([7, 8, 9]);
});
