import { ClickKey } from '@butaca/browser/click-key.ts';
import { type chargeCash, failureCodes, type Outcome, type RefusalCodeOf, type RefusalIn } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { type SellWorld, sell } from '../../../app/box-office/sale/sell.ts';
import { aPurchase } from '../buy/a-purchase.ts';

type Sold = Outcome<typeof chargeCash>;

const purchase = aPurchase();
const aKey = /^[0-9a-f]{32}$/;

function world(outcome: Sold, given: Partial<SellWorld> = {}) {
  const call = vi.fn(async () => outcome);
  return {
    call,
    world: {
      call: call as unknown as SellWorld['call'],
      startCharge: async () => true,
      click: new ClickKey(),
      onWaiting: () => {},
      wait: async () => {},
      ...given,
    },
  };
}
const refused = (refusal: RefusalIn<RefusalCodeOf<typeof chargeCash>>): Sold => ({
  status: 'refusal',
  code: failureCodes[refusal.failure],
  ...refusal,
});

test('one press sells once, for what is on the screen, under a key of its own', async () => {
  const { call, world: it } = world({ status: 'ok', code: 200, data: { outcome: 'approved', purchase } });
  expect(await sell(it, { purchase, holder: ' Elena Ruiz ' })).toEqual({ status: 'sold' });
  expect(call).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ path: '/v2/Proceso/:id/CobrarEfectivo' }),
    {
      params: { purchaseId: purchase.id },
      body: { total: purchase.totals?.total, acceptsTerms: true, holder: 'Elena Ruiz' },
    },
    expect.objectContaining({ idempotencyKey: expect.stringMatching(aKey) }),
  );
});

test('what a card terminal took is sold with its paper, and a paper of another sale is named', async () => {
  const slip = { onTerminal: 500_00, brand: 'visa', lastFour: '4905', coupon: '0042' };
  const { call, world: it } = world({ status: 'ok', code: 200, data: { outcome: 'approved', purchase } });
  expect(await sell(it, { purchase, holder: '', slip })).toEqual({ status: 'sold' });
  expect(call).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ path: '/v2/Proceso/:id/CobrarTerminal' }),
    { params: { purchaseId: purchase.id }, body: { total: purchase.totals?.total, acceptsTerms: true, ...slip } },
    expect.objectContaining({ idempotencyKey: expect.stringMatching(aKey) }),
  );
  const used = { status: 'refusal', code: failureCodes.coupon_used, failure: 'coupon_used', data: {} } as unknown as Sold;
  expect(await sell(world(used).world, { purchase, holder: '', slip })).toEqual({ status: 'coupon' });
});

test('a sale whose time is over, or that another tab has, asks for nothing', async () => {
  const { call, world: it } = world({ status: 'fault', httpStatus: 500 }, { startCharge: async () => false });
  expect(await sell(it, { purchase, holder: '' })).toMatchObject({ refusal: { text: 'payment.not here' } });
  expect(call).not.toHaveBeenCalled();
});

test.each([
  ['no answer', { status: 'ERROR', code: 555 }],
  ['a fault', { status: 'fault', httpStatus: 500 }],
  ['an answer that cannot be read', { status: 'unreadable', code: 500, data: undefined }],
] as const)('after %s the outcome is unknown: the server is asked', async (_, outcome) => {
  expect(await sell(world(outcome).world, { purchase, holder: '' })).toEqual({ status: 'to-verify' });
});

test('a refusal is shown with its reason, and nothing was sold', async () => {
  const tried = (outcome: Sold) => sell(world(outcome).world, { purchase, holder: '' });
  expect(await tried(refused({ failure: 'terms_not_accepted', data: {} }))).toEqual({ status: 'terms' });
  expect(await tried(refused({ failure: 'purchase_over', data: { stage: 'cancelled' } }))).toEqual({ status: 'over', stage: 'cancelled' });
  expect(await tried(refused({ failure: 'places_lost', data: { performances: [] } }))).toMatchObject({
    refusal: { kind: 'places_lost' },
    stale: true,
  });
  expect(await tried(refused({ failure: 'busy', data: { retryAfterSeconds: 1 } }))).toMatchObject({ refusal: { text: 'payment.busy' } });
  expect(await tried({ status: 'unauthorised', httpStatus: 401 })).toEqual({ status: 'log-in' });
});

/** A counter whose calls end as given, the last of them again and again; with the keys that it was asked with. */
function counter(...answers: Sold[]) {
  const keys: string[] = [];
  const call = vi.fn(async (_endpoint: unknown, _input: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
    keys.push(idempotencyKey);
    return answers[Math.min(keys.length, answers.length) - 1];
  });
  const onWaiting = vi.fn();
  return { keys, onWaiting, ...world(noAnswer, { call: call as unknown as SellWorld['call'], onWaiting }) };
}
const noAnswer = { status: 'ERROR', code: 555 } as const;
const sold: Sold = { status: 'ok', code: 200, data: { outcome: 'approved', purchase } };

test('a sale that is not answered is sent again under the same key until the server is back, and sells once', async () => {
  const { keys, onWaiting, world: it } = counter(noAnswer, { status: 'fault', httpStatus: 503 }, sold);
  expect(await sell(it, { purchase, holder: '' })).toEqual({ status: 'sold' });
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(onWaiting).toHaveBeenCalledTimes(2);
});

test('pressed again after a minute without an answer it is the same sale; for another name, or after a refusal, it is another', async () => {
  const silent = counter(noAnswer);
  expect(await sell(silent.world, { purchase, holder: 'Elena' })).toEqual({ status: 'to-verify' });
  expect(await sell(silent.world, { purchase, holder: 'Elena' })).toEqual({ status: 'to-verify' });
  expect(new Set(silent.keys).size).toBe(1);
  await sell(silent.world, { purchase, holder: 'Luis' });
  expect(new Set(silent.keys).size).toBe(2);

  const refusing = counter(refused({ failure: 'coupon_used', data: {} } as never));
  await sell(refusing.world, { purchase, holder: '' });
  await sell(refusing.world, { purchase, holder: '' });
  expect(new Set(refusing.keys).size).toBe(2);
});
