import { ClickKey } from '@butaca/browser/click-key.ts';
import {
  type FailureCode,
  failureCodes,
  type PaymentMethod,
  type PaymentOutcome,
  type Purchase,
  type PurchaseTotals,
} from '@butaca/contract';
import { charge, preValidate } from '@butaca/contract/payment';
import { expect, test } from 'vitest';
import type { TokenResult } from '../../../app/purchase/buy/card/card-token.ts';
import { type PayWorld, pay } from '../../../app/purchase/buy/pay.ts';
import { lostSince } from '../../../app/purchase/buy/refusals.ts';
import { aForm, aMethod, aPurchase, aResult } from './a-purchase.ts';

interface Sent {
  readonly endpoint: unknown;
  readonly input: { body?: unknown };
  readonly options: { purpose?: string; idempotencyKey?: string; saysKeyReused?: true } | undefined;
}

/** A world whose charge ends as told, and everything that was sent in it. */
function worldWhere({ charged, before, token }: { charged?: unknown; before?: unknown; token?: TokenResult }) {
  const sent: Sent[] = [];
  const order: string[] = [];
  const world: PayWorld = {
    call: (async (endpoint: unknown, input: Sent['input'], options: Sent['options']) => {
      sent.push({ endpoint, input, options });
      order.push(endpoint === charge ? 'charge' : 'prevalidate');
      if (endpoint === preValidate) return before ?? { status: 'ok', code: 200, data: aPurchase() };
      return charged;
    }) as PayWorld['call'],
    tokenOf: async () => {
      order.push('token');
      return token ?? { status: 'ok', card: { token: 'tok-1', bin: '450799', lastFour: '4905' } };
    },
    captcha: async () => 'captcha-1',
    startCharge: async () => {
      order.push('clock');
      return true;
    },
    click: new ClickKey(),
    device: () => [{ name: 'language', value: 'es-AR' }],
  };
  return { world, sent, order, charges: () => sent.filter(({ endpoint }) => endpoint === charge) };
}

const aKey = /^[0-9a-f]{32}$/;
const keysOf = (sent: readonly Sent[]) => new Set(sent.map(({ options }) => options?.idempotencyKey));
const ok = (outcome: PaymentOutcome, changes = {}) => ({ status: 'ok', code: 200, data: aResult(outcome, changes) });
const refused = (failure: FailureCode, data: unknown = {}) => ({ status: 'refusal', code: failureCodes[failure], failure, data });
const unreadable = (code: number) => ({ status: 'unreadable', code, data: undefined });
const order = { purchase: aPurchase(), method: aMethod, form: aForm, instalments: 3, fromBalance: 0 };

test('one press is one charge with a key of its own, the next press has another (CA-066)', async () => {
  const { world, order: happened, charges } = worldWhere({ charged: ok('declined', { message: 'Fondos insuficientes' }) });
  await pay(world, order);
  expect(happened).toEqual(['prevalidate', 'token', 'clock', 'charge']);
  expect(charges().map(({ options }) => options)).toEqual([
    expect.objectContaining({ purpose: 'charging', idempotencyKey: expect.stringMatching(aKey) }),
  ]);
  await pay(world, order);
  expect(keysOf(charges()).size).toBe(2);
});

test('a charge without an answer keeps its key while the same is paid, whatever the captcha; with another card token it is another charge', async () => {
  const silence = { status: 'ERROR', code: 555 };
  const free: PaymentMethod = { id: 3, kind: 'free', name: 'Sin cargo', brands: [] };
  let turn = 0;
  const { world, charges } = worldWhere({ charged: silence });
  const anew: PayWorld = {
    ...world,
    captcha: async () => `captcha-${++turn}`,
    tokenOf: async () => ({ status: 'ok', card: { token: `tok-${++turn}`, bin: '450799', lastFour: '4905' } }),
  };
  await pay(anew, { ...order, method: free });
  await pay(anew, { ...order, method: free });
  expect([charges().length, keysOf(charges()).size]).toEqual([2, 1]);
  await pay(anew, order);
  await pay(anew, order);
  expect([charges().length, keysOf(charges()).size]).toEqual([4, 3]);
});

test('our own server gets the token and never the number or the code (EN-100, VA-045)', async () => {
  const { world, sent, charges } = worldWhere({ charged: ok('approved') });
  await pay(world, order);
  expect(JSON.stringify(sent)).not.toMatch(/4507\s?9900\s?0000\s?4905|"123"/);
  expect(charges()[0]?.input.body).toEqual({
    paymentMethodId: 1,
    token: 'tok-1',
    bin: '450799',
    lastFour: '4905',
    instalments: 3,
    holder: 'Ana Ferreyra',
    documentType: 'dni',
    documentNumber: '30123456',
    email: 'ana@correo.example',
    birthday: '1990-03-05',
    details: [{ name: 'language', value: 'es-AR' }],
    total: 5_980_000,
    acceptsTerms: true,
    captcha: 'captcha-1',
  });
});

test('what the balance pays beside the card is said with the whole price, which is what the buyer saw', async () => {
  const { world, charges } = worldWhere({ charged: ok('approved') });
  await pay(world, { ...order, fromBalance: 1_980_000 });
  expect(charges()[0]?.input.body).toMatchObject({ total: 5_980_000, fromBalance: 1_980_000 });
});

test('what costs nothing is confirmed once, with its captcha and without a card', async () => {
  const { world, order: happened, charges } = worldWhere({ charged: ok('approved') });
  const purchase = aPurchase({ totals: { ...(aPurchase().totals as PurchaseTotals), tickets: 0, total: 0, net: 0 } });
  const method: PaymentMethod = { id: 3, kind: 'free', name: 'Sin cargo', brands: [] };
  expect(await pay(world, { ...order, purchase, method })).toEqual({ status: 'approved' });
  expect(happened).toEqual(['prevalidate', 'clock', 'charge']);
  expect(charges().map(({ input }) => input.body)).toEqual([{ paymentMethodId: 3, total: 0, acceptsTerms: true, captcha: 'captcha-1' }]);
});

test('only an approval is a success; what is not known is verified (PO-010)', async () => {
  const ends = {
    approved: 'approved',
    declined: 'declined',
    pending: 'to-verify',
    processing: 'to-verify',
    cancelled: 'to-verify',
    unknown: 'to-verify',
    offered: 'to-verify',
    secured: 'to-verify',
    late: 'to-verify',
    refunded: 'to-verify',
    resumable: 'to-verify',
  } as const satisfies Record<PaymentOutcome, string>;
  for (const [outcome, status] of Object.entries(ends)) {
    expect((await pay(worldWhere({ charged: ok(outcome as PaymentOutcome) }).world, order)).status, outcome).toBe(status);
  }
  const silence = [{ status: 'ERROR', code: 555 }, { status: 'fault', httpStatus: 500 }, unreadable(202), unreadable(500)];
  for (const charged of silence) expect(await pay(worldWhere({ charged }).world, order)).toEqual({ status: 'to-verify' });
});

test('the last decline of a purchase leads to the page of its outcome, because the purchase is over', async () => {
  const last = await pay(worldWhere({ charged: ok('declined', { triesLeft: 0 }) }).world, order);
  expect(last).toEqual({ status: 'to-verify' });
  const before = await pay(worldWhere({ charged: ok('declined', { triesLeft: 1 }) }).world, order);
  expect(before).toMatchObject({ status: 'declined', triesLeft: 1 });
});

test('a declined card shows its issuer’s message (PO-003)', async () => {
  const message = 'Fondos <b>insuficientes</b>';
  const result = await pay(worldWhere({ charged: ok('declined', { message }) }).world, order);
  expect(result).toMatchObject({ status: 'declined', message });
});

test('a refused charge, or an unreadable answer, has its text and is no success (ER-009, ER-011, ER-012)', async () => {
  const text = async (world: Parameters<typeof worldWhere>[0]) => {
    const result = await pay(worldWhere(world).world, order);
    return result.status === 'refusal' && result.refusal.kind === 'text' ? result.refusal.text : result.status;
  };
  expect(await text({ charged: refused('invalid_input', { fields: [] }) })).toBe('payment.request failed');
  expect(await text({ before: { status: 'fault', httpStatus: 500 } })).toBe('payment.processing failed');
  expect(await text({ before: unreadable(500) })).toBe('payment.processing failed');
  expect(await text({ before: { status: 'ERROR', code: 555 } })).toBe('payment.no answer');
});

test('a key that was used for something else is told by the payment itself, and so is a page that another site has opened', async () => {
  const reused = worldWhere({ charged: refused('key_reused') });
  expect(await pay(reused.world, order)).toMatchObject({ refusal: { kind: 'text', text: 'payment.key reused' }, stale: true });
  expect(reused.charges().map(({ options }) => options?.saysKeyReused)).toEqual([true]);
  const foreign = worldWhere({ charged: refused('foreign_page') });
  expect(await pay(foreign.world, order)).toMatchObject({ refusal: { kind: 'text', text: 'payment.foreign page' } });
});

test('a card that cannot be validated is never charged (ER-008, ER-010, ER-012)', async () => {
  const cases: readonly (readonly [TokenResult, object])[] = [
    [{ status: 'refused', fields: [] }, { refusal: { kind: 'text', text: 'payment.card not validated' } }],
    [{ status: 'unknown' }, { refusal: { kind: 'text', text: 'Ocurrió un error desconocido' } }],
    [{ status: 'no_answer' }, { refusal: { kind: 'text', text: 'payment.no answer' } }],
    [
      { status: 'refused', fields: ['code'] },
      { status: 'fields', problems: { code: 'refused' } },
    ],
  ];
  for (const [token, result] of cases) {
    const { world, charges } = worldWhere({ token });
    expect(await pay(world, order)).toMatchObject(result);
    expect(charges()).toEqual([]);
  }
});

test('without the captcha nothing is sent (VA-045)', async () => {
  const { world, sent, order: happened } = worldWhere({});
  const result = await pay({ ...world, captcha: () => Promise.reject(new Error('no answer')) }, order);
  expect(result).toMatchObject({ status: 'refusal', refusal: { text: 'payment.captcha failed' } });
  expect([sent, happened]).toEqual([[], []]);
});

test('a purchase whose time is over, or that another tab has, is not charged', async () => {
  const { world, charges } = worldWhere({});
  expect(await pay({ ...world, startCharge: async () => false }, order)).toMatchObject({ refusal: { text: 'payment.not here' } });
  expect(charges()).toEqual([]);
});

test('lost places are named with their performance, and the purchase is read again', async () => {
  const [friday] = aPurchase().performances;
  const purchase = aPurchase({
    performances: [
      { ...friday, id: 7 },
      { ...friday, id: 8 },
    ] as Purchase['performances'],
  });
  const lost = refused('places_lost', { performances: [{ performanceId: 8, placeIds: [13] }] });
  for (const { world } of [worldWhere({ before: lost }), worldWhere({ charged: lost })]) {
    expect(await pay(world, { ...order, purchase })).toMatchObject({
      status: 'refusal',
      stale: true,
      refusal: { kind: 'places_lost', lost: [{ performance: { id: 8 }, places: [{ seat: '13' }] }] },
    });
  }
});

test('what was lost while a payment was under way is found by performance and place', () => {
  const [friday] = aPurchase().performances;
  const performances = [
    { ...friday, id: 7 },
    { ...friday, id: 8 },
  ] as Purchase['performances'];
  const before = aPurchase({ performances });
  const all = performances[1]?.places ?? [];
  const now = aPurchase({ performances: [performances[0], { ...performances[1], places: all.slice(1) }] as Purchase['performances'] });
  expect(lostSince(before, before)).toEqual([]);
  expect(lostSince(before, now)).toMatchObject([{ performance: { id: 8 }, places: [{ placeId: all[0]?.placeId }] }]);
  expect(lostSince(before, aPurchase({ performances: [] })).map(({ performance }) => performance.id)).toEqual([7, 8]);
});

test('a purchase without places says so, and is read again', async () => {
  const empty = refused('invalid_input', { fields: [{ name: 'listaFuncion', reason: 'missing' }] });
  for (const { world } of [worldWhere({ before: empty }), worldWhere({ charged: empty })]) {
    expect(await pay(world, order)).toMatchObject({ status: 'refusal', stale: true, refusal: { kind: 'text', text: 'payment.no places' } });
  }
});

test('the question before the charge may be repeated like the charge itself: each has a key of its own', async () => {
  const { world, sent } = worldWhere({ charged: ok('approved') });
  await pay(world, order);
  expect(sent.map(({ options }) => options?.idempotencyKey)).toEqual([expect.stringMatching(aKey), expect.stringMatching(aKey)]);
  expect(keysOf(sent).size).toBe(2);
});

test('another total is shown with what it was, and nothing is charged', async () => {
  const purchase = aPurchase({
    totals: { ...(aPurchase().totals as NonNullable<ReturnType<typeof aPurchase>['totals']>), total: 6_100_000 },
  });
  const result = await pay(worldWhere({ charged: refused('total_changed', { purchase }) }).world, order);
  expect(result).toMatchObject({ purchase, refusal: { kind: 'total_changed', before: 5_980_000, after: 6_100_000 } });
});

test('where promotions are for cards, another total is that of the card, and the purchase is read again', async () => {
  const purchase = aPurchase({
    totals: { ...(aPurchase().totals as NonNullable<ReturnType<typeof aPurchase>['totals']>), total: 6_100_000 },
  });
  const { world } = worldWhere({ charged: refused('total_changed', { purchase }) });
  const method = { ...aMethod, promotions: [{ name: '20 % con Banco Alborada' }] };
  expect(await pay(world, { ...order, method })).toEqual({
    status: 'refusal',
    refusal: { kind: 'total_changed', before: 5_980_000, after: 6_100_000 },
    stale: true,
    charged: { bin: '450799', lastFour: '4905' },
  });
});

test('a purchase that is over says how, one that is being paid is verified', async () => {
  expect(await pay(worldWhere({ before: refused('purchase_over', { stage: 'expired' }) }).world, order)).toEqual({
    status: 'over',
    stage: 'expired',
  });
  expect(await pay(worldWhere({ before: refused('purchase_paying') }).world, order)).toEqual({ status: 'to-verify' });
});

test('a session that is over leads to login, before the charge and at the charge', async () => {
  for (const world of [{ before: { status: 'unauthorised', httpStatus: 401 } }, { charged: { status: 'unauthorised', httpStatus: 401 } }]) {
    expect(await pay(worldWhere(world).world, order)).toEqual({ status: 'log-in' });
  }
});

test('the bank’s own page comes next when the payment asks for it', async () => {
  const next = { kind: 'redirect' as const, url: 'https://banco.example/3ds' };
  expect(await pay(worldWhere({ charged: ok('processing', { next }) }).world, order)).toEqual({ status: 'redirect', url: next.url });
});

test('what the server has against a field stands at that field', async () => {
  const fields = [
    { name: 'cBin', reason: 'invalid' },
    { name: 'cDocumento', reason: 'too_long' },
    { name: 'nCuotas', reason: 'invalid' },
  ];
  const result = await pay(worldWhere({ charged: refused('invalid_input', { fields }) }).world, order);
  expect(result).toEqual({ status: 'fields', problems: { number: 'refused', documentNumber: 'refused' } });
  const delivery = refused('invalid_input', { fields: [{ name: 'idEntregaTipo', reason: 'missing' }] });
  expect(await pay(worldWhere({ before: delivery }).world, order)).toEqual({ status: 'fields', problems: { delivery: 'refused' } });
});

test('a phone goes only to the method that asks for one, and a refused one is shown at its field', async () => {
  const tigo: PaymentMethod = { id: 12, kind: 'wallet', name: 'Tigo Money', brands: [], phoneCountry: 'PY' };
  const wallet = { ...order, method: tigo, form: { ...aForm, phone: ' 0981 123456 ' } };
  const {
    world,
    charges,
    order: happened,
  } = worldWhere({ charged: refused('invalid_input', { fields: [{ name: 'cTelefono', reason: 'invalid' }] }) });
  expect(await pay(world, wallet)).toEqual({ status: 'fields', problems: { phone: 'refused' } });
  expect(charges()[0]?.input.body).toMatchObject({ paymentMethodId: 12, phone: '0981 123456' });
  expect(happened).not.toContain('token');
  await pay(world, { ...order, form: { ...aForm, phone: '0981 123456' } });
  expect(charges()[1]?.input.body).not.toHaveProperty('phone');
});

test('a saved card of a provider with a form of its own is charged by its id: no token is asked for, and no security code', async () => {
  const { world, order: happened, charges } = worldWhere({ charged: ok('processing') });
  const method: PaymentMethod = { id: 4, kind: 'hosted', name: 'Bancard', brands: [] };
  await pay(world, { ...order, method, kept: { id: '81', label: 'Visa terminada en 0016' } });
  expect(happened).toEqual(['prevalidate', 'clock', 'charge']);
  const body = charges()[0]?.input.body as Record<string, unknown>;
  expect(body).toMatchObject({ paymentMethodId: 4, details: [{ name: 'savedCard', value: '81' }], total: 5_980_000 });
  expect(body).not.toHaveProperty('token');
  expect(body).not.toHaveProperty('savedCard');
});

test('a balance that is too low is told apart: for the whole purchase, and for a part of it beside a card', async () => {
  const charged = refused('balance_too_low', { balance: 100 });
  const text = (of: string) => ({ status: 'refusal', refusal: { kind: 'text', text: of } });
  expect(await pay(worldWhere({ charged }).world, order)).toMatchObject(text('payment.balance too low'));
  expect(await pay(worldWhere({ charged }).world, { ...order, fromBalance: 100_000 })).toMatchObject(text('payment.balance part too low'));
});
