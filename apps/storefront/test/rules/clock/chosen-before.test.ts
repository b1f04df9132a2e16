import type { Purchase } from '@butaca/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { purchase } from './purchases.ts';

const place = (placeId: number) => ({
  ...{ placeId, sectorId: 1, sectorName: 'Platea', row: 'F', seat: String(placeId) },
  ...{ priceTypeId: 3, priceTypeName: 'General', promotion: 'Socios', final: 1000 },
});
const holding = (performanceId: number, ids: readonly number[], facts: Partial<Purchase> = {}) =>
  purchase({
    performances: [{ id: performanceId, hash: 'a1', showSeo: 'hamlet', placeCount: ids.length, places: ids.map(place) }],
    ...facts,
  });

let email: string | undefined;
vi.mock('../../../app/session/store.ts', () => ({ currentSession: () => (email === undefined ? null : { user: { email } }) }));

/** The module of a tab that was just opened. */
const tab = async () => {
  vi.resetModules();
  return import('../../../app/purchase/clock/chosen-before.ts');
};

beforeEach(() => {
  vi.useFakeTimers();
  email = 'julia@correo.example';
  return () => void vi.useRealTimers();
});

test('what a purchase holds is kept with the page of its performance and nothing else', async () => {
  const { keepChosen, chosenBefore } = await tab();
  keepChosen(holding(101, [4]));
  expect(chosenBefore()).toEqual({
    email,
    purchaseId: purchase().id,
    running: [
      {
        ...{ performanceId: 101, showName: '', path: '/funcion/hamlet/101?idFuncion=101&h=a1' },
        places: [{ placeId: 4, sectorId: 1, sectorName: 'Platea', row: 'F', seat: '4', priceTypeId: 3 }],
      },
    ],
    ended: [],
  });
});

test('it is offered once its purchase has ended, until it is held again, is gone, declined or given up', async () => {
  const { keepChosen, endChosen, dropChosen, declineChosen, forgetChosen, chosenBefore } = await tab();
  const offered = () => chosenBefore().ended.map(({ performanceId, places }) => [performanceId, places.map(({ placeId }) => placeId)]);
  keepChosen(holding(101, [4, 5]));
  expect(offered()).toEqual([]);
  endChosen();
  expect([chosenBefore().purchaseId, offered()]).toEqual([purchase().id, [[101, [4, 5]]]]);
  dropChosen(101, [4]);
  expect(offered()).toEqual([[101, [5]]]);
  keepChosen(holding(102, [9]));
  expect(offered()).toEqual([[101, [5]]]);
  endChosen();
  keepChosen(holding(101, [5]));
  expect(offered()).toEqual([[102, [9]]]);
  declineChosen(102);
  expect(offered()).toEqual([]);
  endChosen();
  forgetChosen();
  expect(offered()).toEqual([]);
});

test('what was paid for is not offered again, what ended before it is', async () => {
  const { keepChosen, endChosen, paidChosen, chosenBefore } = await tab();
  keepChosen(holding(101, [4]));
  endChosen();
  keepChosen(holding(102, [9]));
  paidChosen();
  endChosen();
  expect(chosenBefore().ended.map(({ performanceId }) => performanceId)).toEqual([101]);
});

test('another person in the same tab is offered nothing of it, and what they hold replaces it; its owner is, also once the session has expired', async () => {
  const { keepChosen, endChosen, chosenBefore } = await tab();
  const offered = () => chosenBefore().ended.map(({ performanceId }) => performanceId);
  keepChosen(holding(101, [4]));
  endChosen();
  email = undefined;
  expect(offered()).toEqual([101]);
  email = 'otra@correo.example';
  expect(offered()).toEqual([]);
  keepChosen(holding(102, [9]));
  endChosen();
  expect(offered()).toEqual([102]);
  email = 'julia@correo.example';
  expect(offered()).toEqual([]);
});

test('neither a counter nor a purchase that is over changes what is kept', async () => {
  const { keepChosen, chosenBefore } = await tab();
  keepChosen(holding(101, [4], { type: 'box' }));
  keepChosen(holding(101, [4], { stage: 'paid' }));
  expect(chosenBefore().running).toEqual([]);
});

test('a press counts once, for its own performance, and only for a moment', async () => {
  const { pressAgain, takePress } = await tab();
  const choice = { performanceId: 101, showName: 'Hamlet', path: '/funcion/hamlet/101', places: [] };
  expect(takePress(101)).toBe(false);
  pressAgain(choice);
  expect([takePress(102), takePress(101), takePress(101)]).toEqual([false, true, false]);
  pressAgain(choice);
  vi.advanceTimersByTime(31_000);
  expect(takePress(101)).toBe(false);
});
