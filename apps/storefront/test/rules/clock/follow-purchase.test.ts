import { expect, test } from 'vitest';
import { chargeTimer, followPurchase, nothingHeld } from '../../../app/purchase/clock/timer.ts';
import { minutes, noon, purchase, running } from './purchases.ts';

const answer = { tabId: 1, chargingHere: false, now: noon + minutes(5) };
const charging = chargeTimer(running(), 1, noon + minutes(4));

test('a purchase that the server charges is protected, also after a reload', () => {
  for (const held of [nothingHeld, running()]) {
    expect(followPurchase(held, { ...answer, purchase: purchase({ stage: 'paying' }) }).timer).toMatchObject({
      state: 'started',
      situation: 'charging',
    });
  }
});

test('after a decline the charging tab’s clock counts again, with the deadline of the server', () => {
  const declined = purchase({ stage: 'open', deadline: noon + minutes(8), startedAt: noon, serverNow: answer.now });
  const { timer } = followPurchase(charging, { ...answer, purchase: declined });
  expect(timer).toMatchObject({ situation: 'reused', deadline: noon + minutes(8) });
});

test('an answer older than the charge does not end its protection', () => {
  const open = purchase({ stage: 'open' });
  expect(followPurchase(charging, { ...answer, chargingHere: true, purchase: open }).timer.situation).toBe('charging');
  expect(followPurchase(charging, { ...answer, tabId: 2, purchase: open }).timer.situation).toBe('charging');
});

test('when the charging tab never came back, the others believe the server half a minute after the deadline', () => {
  const other = { ...answer, tabId: 2, purchase: purchase({ stage: 'open' }) };
  expect(followPurchase(charging, { ...other, now: noon + minutes(12) + 29_000 }).timer.situation).toBe('charging');
  expect(followPurchase(charging, { ...other, now: noon + minutes(12) + 31_000 }).timer.situation).not.toBe('charging');
});

test.each(['paid', 'offered'] as const)('a purchase that the server knows as %s resets the clock without a message', (stage) => {
  const { timer, toInvalidate } = followPurchase(charging, { ...answer, purchase: purchase({ stage }) });
  expect(timer.state).toBe('reset');
  expect(timer.message).toBeUndefined();
  expect(toInvalidate).toBeNull();
});

test('a purchase that the server knows as over finishes its timer and starts none', () => {
  for (const stage of ['expired', 'cancelled'] as const) {
    expect(followPurchase(running(), { ...answer, purchase: purchase({ stage }) }).timer.state).toBe('finished');
    expect(followPurchase(nothingHeld, { ...answer, purchase: purchase({ stage }) })).toBe(nothingHeld);
  }
});
