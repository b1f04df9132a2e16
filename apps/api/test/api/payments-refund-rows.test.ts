import { afterAll, afterEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import {
  endRefund,
  findLatestRefunds,
  findOpenRefunds,
  findRefund,
  insertRefund,
  keepAskedFrom,
  keepTrouble,
  lockRefund,
  type NewRefund,
  paymentOf,
  refundsOf,
  takeDueRefunds,
  undoClosing,
} from '../../src/payments/queries-refunds.ts';
import { freshDatabase } from '../database.ts';

/** Every statement about refunds, with other refunds of the same purchase and of the same id beside the one that it is about. */
const { db, url, ownerUrl, close } = await freshDatabase();
/** Writes rows whose purchases are not there; a statement of it that waits for another one fails. */
const filling = connect(ownerUrl, { connections: 1 });
await filling`set session_replication_role = replica`;
const impatient = connect(url, { connections: 1 });
await impatient`set lock_timeout = '500ms'`;
afterEach(async () => {
  await filling`truncate refund, ticket, attempt cascade`;
});
afterAll(async () => {
  await Promise.all([filling.end(), impatient.end()]);
  await close();
});

const padded = (name: string) => name.padEnd(22, '-');
const [mine, theirs, third] = [padded('mine'), padded('theirs'), padded('third')] as const;
const [A, B, C] = [padded('a'), padded('b'), padded('c')] as const;
const parts = (amount: number) => [{ account: 'tickets', performanceId: 1, amount }] as const;

interface Given {
  readonly purchase?: string;
  readonly id?: string;
  readonly reference?: string;
  readonly way?: string;
  readonly amount?: number;
  readonly covered?: number;
  readonly isForNoTicket?: boolean;
  readonly isUndone?: boolean;
  readonly hasTickets?: boolean;
  readonly state?: 'returning' | 'done';
  readonly startedSecondsAgo?: number;
  /** Null: as its state says. */
  readonly dueInSeconds?: number | null;
  readonly askedFrom?: number | null;
  readonly returnedBefore?: number;
}
const have = async ({
  purchase = mine,
  id = A,
  reference = 'one',
  way = 'provider',
  amount = 100,
  covered = 0,
  isForNoTicket = false,
  isUndone = false,
  hasTickets = false,
  state = 'done',
  startedSecondsAgo = 60,
  dueInSeconds = null,
  askedFrom = null,
  returnedBefore = 0,
}: Given) => {
  const waits = state === 'returning';
  await filling`
    insert into refund (purchase_id, id, reference, way, amount, currency, parts, tickets, covered, for_no_ticket, undone, returned_before, asked_from, reason, state,
                        started_at, done_at, check_at, tries, trouble)
    values (${purchase}, ${id}, ${reference}, ${way}, ${amount}, 'ARS', ${filling.json(parts(amount) as never)},
            ${filling.json((hasTickets ? [{ performanceId: 1, id: 'x' }] : []) as never)}, ${covered}, ${isForNoTicket}, ${isUndone},
            ${returnedBefore}, ${askedFrom}, 'x', ${state}, clock_timestamp() - make_interval(secs => ${startedSecondsAgo}),
            ${waits ? filling`null` : filling`clock_timestamp()`},
            ${waits ? filling`clock_timestamp() + make_interval(secs => ${dueInSeconds ?? 60})` : filling`null`}, 3, ${waits ? 'http 500' : null})`;
};
/** Everything that a statement could change, by purchase and id. */
const all = async () =>
  new Map(
    (
      await db<{ name: string; row: Record<string, unknown> }[]>`
        select purchase_id || ' ' || id as name, to_jsonb(refund) as row from refund order by 1`
    ).map(({ name, row }) => [name, row]),
  );
/** Which rows are other ones afterwards, and how. */
async function changedBy(work: () => Promise<unknown>) {
  const before = await all();
  await work();
  return [...(await all())].flatMap(([name, row]) => {
    const changed = Object.entries(row).filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)?.[column]));
    return changed.length === 0 ? [] : [[name, Object.fromEntries(changed)] as const];
  });
}
const inTransaction = (work: (tx: Parameters<typeof endRefund>[0]) => Promise<unknown>) => db.begin(async (tx) => work(tx));
const named = (purchase: string, id: string) => `${purchase} ${id}`;
/** The same id in another purchase, and another id in the same one. */
async function neighbours(of: Given) {
  await have(of);
  await have({ ...of, purchase: theirs });
  await have({ ...of, id: B, reference: 'two' });
}
const seconds = async () =>
  (await db<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 as now`)[0]?.now ?? Number.NaN;
const timesOf = async (purchase: string, id: string) =>
  (
    await db<{ started: number; check: number; done: number }[]>`
      select extract(epoch from started_at)::float8 as started, extract(epoch from check_at)::float8 as check,
             extract(epoch from done_at)::float8 as done
        from refund where purchase_id = ${purchase} and id = ${id}`
  )[0] ?? { started: 0, check: 0, done: 0 };
const isBetween = (value: number, [low, high]: readonly [number, number]) => {
  expect(value).toBeGreaterThanOrEqual(low - 0.001);
  expect(value).toBeLessThanOrEqual(high + 0.001);
};

const wanted = (over: Partial<NewRefund> = {}): NewRefund => ({
  ...{
    purchaseId: mine,
    id: C,
    reference: 'one',
    way: 'provider',
    amount: 40,
    currency: 'ARS',
    parts: parts(40),
    tickets: [],
    reason: 'x',
  },
  ...over,
});
const written = async (over: Partial<NewRefund> = {}) => {
  const began = await seconds();
  await filling.begin((tx) => insertRefund(tx, wanted(over)));
  const ended = await seconds();
  const { purchaseId, id } = wanted(over);
  return { row: (await all()).get(named(purchaseId, id)), times: await timesOf(purchaseId, id), began, ended };
};

test('a refund at a provider is due two minutes later, and knows what went back at it before of the same payment', async () => {
  const first = await written();
  expect(first.row).toMatchObject({ state: 'returning', done_at: null, returned_before: 0, asked_from: null, tries: 0, trouble: null });
  expect(first.row).toMatchObject({ cash_amount: 0, covered: 0, for_no_ticket: false, undone: false, closed: false });
  isBetween(first.times.check, [first.began + 120, first.ended + 120]);
  await filling`truncate refund`;
  await have({ amount: 100 });
  await have({ id: B, amount: 50 });
  await have({ id: padded('balance'), way: 'balance', amount: 7 });
  await have({ id: padded('other'), reference: 'two', amount: 11 });
  await have({ purchase: theirs, amount: 13 });
  expect((await written()).row).toMatchObject({ returned_before: 150 });
});

test('any other refund is done at once and never due; cash, what it counts and that it is for no ticket are kept', async () => {
  const drawer = await written({ way: 'drawer', cashAmount: 40 });
  expect(drawer.row).toMatchObject({ state: 'done', check_at: null, cash_amount: 40, covered: 0, for_no_ticket: false });
  isBetween(drawer.times.done, [drawer.began, drawer.ended]);
  const closing = await written({ id: A, way: 'elsewhere', amount: 0, parts: [], covered: 30, isForNoTicket: true });
  expect(closing.row).toMatchObject({ state: 'done', check_at: null, cash_amount: 0, covered: 30, for_no_ticket: true });
});

test('the refunds of some purchases, the oldest first, and those of one moment by their id', async () => {
  await filling.begin(async (tx) => {
    for (const [purchaseId, id, secondsAgo] of [
      [theirs, A, 30],
      [mine, C, 60],
      [mine, B, 60],
      [mine, A, 10],
      [third, A, 99],
    ] as const) {
      await insertRefund(tx, wanted({ purchaseId, id, way: 'balance' }));
      await tx`update refund set started_at = now() - make_interval(secs => ${secondsAgo}) where purchase_id = ${purchaseId} and id = ${id}`;
    }
  });
  const found = async (...ids: string[]) => (await refundsOf(db, ids)).map(({ purchaseId, id }) => [purchaseId, id]);
  expect(await found(theirs, mine)).toEqual([
    [mine, B],
    [mine, C],
    [mine, A],
    [theirs, A],
  ]);
  expect(await found(third)).toEqual([[third, A]]);
  expect(await found()).toEqual([]);
});

test('a refund is found and locked by its purchase and its id', async () => {
  await have({});
  await have({ id: B, reference: 'two' });
  await inTransaction(async (tx) => {
    const found = [
      [mine, A],
      [mine, B],
      [mine, C],
      [theirs, A],
    ].map(([purchaseId = '', id = '']) => findRefund(tx, { purchaseId, id }));
    expect(await Promise.all(found)).toEqual([true, true, false, false]);
    expect(await lockRefund(tx, { purchaseId: mine, id: B })).toMatchObject({ purchaseId: mine, id: B, reference: 'two' });
    const free = await impatient<{ id: string }[]>`select id from refund for update skip locked`;
    expect(free.map(({ id }) => id)).toEqual([A]);
  });
  await expect(db.begin((tx) => lockRefund(tx, { purchaseId: theirs, id: A }))).rejects.toThrow();
});

test('what a provider had given back when it was first asked is kept once; one of the version before has it already', async () => {
  await neighbours({ state: 'returning', returnedBefore: 70 });
  const key = { purchaseId: mine, id: A };
  expect(await changedBy(() => keepAskedFrom(db, key, 25))).toEqual([[named(mine, A), { asked_from: 25 }]]);
  expect(await keepAskedFrom(db, key, 90)).toBe(25);
  expect((await all()).get(named(mine, A))).toMatchObject({ asked_from: 25 });
  await have({ id: C, reference: 'three', state: 'returning', askedFrom: -1, returnedBefore: 70 });
  expect(await keepAskedFrom(db, { purchaseId: mine, id: C }, 25)).toBe(70);
  await expect(keepAskedFrom(db, { purchaseId: third, id: A }, 1)).rejects.toThrow();
});

test('a refund is ended once, with nothing of another one', async () => {
  await neighbours({ state: 'returning' });
  const began = await seconds();
  const changed = await changedBy(() => inTransaction((tx) => endRefund(tx, { purchaseId: mine, id: A })));
  expect(changed).toEqual([[named(mine, A), { state: 'done', done_at: expect.any(String), check_at: null, tries: 4, trouble: null }]]);
  isBetween((await timesOf(mine, A)).done, [began, await seconds()]);
  await expect(db.begin((tx) => endRefund(tx, { purchaseId: mine, id: A }))).rejects.toThrow();
  const closed = await changedBy(() => inTransaction((tx) => endRefund(tx, { purchaseId: theirs, id: A }, { isClosed: true })));
  expect(closed).toMatchObject([[named(theirs, A), { state: 'done', closed: true }]]);
});

test('a closing is undone once, and only a closing', async () => {
  const closing = { way: 'elsewhere', amount: 0, covered: 30, isForNoTicket: true };
  await neighbours(closing);
  await have({ id: C, way: 'elsewhere' });
  expect(await changedBy(() => inTransaction((tx) => undoClosing(tx, { purchaseId: mine, id: A })))).toEqual([
    [named(mine, A), { undone: true }],
  ]);
  for (const id of [A, C]) await expect(filling.begin((tx) => undoClosing(tx, { purchaseId: mine, id }))).rejects.toThrow('expected');
});

test.each([
  { startedSecondsAgo: 2, least: 5, most: 5 },
  { startedSecondsAgo: 100, least: 50, most: 70 },
  { startedSecondsAgo: 7200, least: 600, most: 600 },
])(
  'what its provider did not do $startedSecondsAgo s after it began is asked for again at half of its age, between five seconds and ten minutes',
  async ({ startedSecondsAgo, least, most }) => {
    await neighbours({ state: 'returning', startedSecondsAgo });
    const began = await seconds();
    const changed = await changedBy(() => inTransaction((tx) => keepTrouble(tx, { purchaseId: mine, id: A }, 'http 503')));
    const ended = await seconds();
    expect(changed).toEqual([[named(mine, A), { tries: 4, trouble: 'http 503', check_at: expect.any(String) }]]);
    const { started, check } = await timesOf(mine, A);
    const next = (now: number) => now + Math.min(Math.max((now - started) / 2, 5), 600);
    isBetween(check, [next(began), next(ended)]);
    // On a machine that is not very slow.
    expect(next(began) - began).toBeGreaterThanOrEqual(least);
    expect(next(began) - began).toBeLessThanOrEqual(most);
    await have({ id: C, reference: 'three' });
    await expect(db.begin((tx) => keepTrouble(tx, { purchaseId: mine, id: C }, 'http 503'))).rejects.toThrow();
  },
);

test('refunds that are due are taken for two minutes, the longest due first and so many, and none that another process has', async () => {
  const due = [
    [mine, A, -30],
    [mine, B, -20],
    [theirs, A, -40],
    [theirs, B, 60],
    [third, A, -10],
  ] as const;
  for (const [purchase, id, dueInSeconds] of due) await have({ purchase, id, reference: id, state: 'returning', dueInSeconds });
  await have({ purchase: third, id: C });
  const began = await seconds();
  const taken = await takeDueRefunds(db, 2);
  expect(taken.map(({ purchaseId, id }) => named(purchaseId, id)).toSorted()).toEqual([named(mine, A), named(theirs, A)].toSorted());
  const ended = await seconds();
  for (const [purchase, id] of [due[0], due[2]]) isBetween((await timesOf(purchase, id)).check, [began + 120, ended + 120]);
  await db.begin(async (tx) => {
    await tx`select from refund where purchase_id = ${mine} and id = ${B} for update`;
    expect((await takeDueRefunds(impatient, 10)).map(({ purchaseId, id }) => named(purchaseId, id))).toEqual([named(third, A)]);
  });
  expect((await takeDueRefunds(db, 10)).map(({ purchaseId, id }) => named(purchaseId, id))).toEqual([named(mine, B)]);
  expect(await takeDueRefunds(db, 10)).toEqual([]);
});

const DAY = 24 * 3600;

test('the money that needs a person: what is under way, and what a bank or a provider took, until it is decided and for thirty days', async () => {
  const ticket = (purchase: string, id: string, state: 'valid' | 'void') => filling`
    insert into ticket (performance_id, id, purchase_id, place_id, state)
    values (1, ${padded(id)}, ${purchase}, ${id.length}, ${state})`;
  const [partly, emptied, goods, reopened, decided, recent, over, old] = [
    'partly',
    'emptied',
    'goods',
    'reopened',
    'decided',
    'recent',
    'over',
    'old',
  ].map(padded) as [string, string, string, string, string, string, string, string];
  const taken = { way: 'elsewhere', hasTickets: false };
  const closing = { way: 'elsewhere', amount: 0, isForNoTicket: true, id: B };
  // Two of one payment, of which some is counted for a ticket.
  await have({ purchase: partly, ...taken, amount: 500, startedSecondsAgo: 900 });
  await have({ purchase: partly, ...taken, way: 'chargeback', id: B, amount: 100, startedSecondsAgo: 899 });
  await have({ purchase: partly, id: C, amount: 10, covered: 200, hasTickets: true });
  await ticket(partly, 'v', 'valid');
  await ticket(partly, 'vo', 'void');
  await have({ purchase: emptied, ...taken, way: 'chargeback', amount: 400, startedSecondsAgo: 800 });
  await ticket(emptied, 'voi', 'void');
  await have({ purchase: goods, ...taken, amount: 300, startedSecondsAgo: 31 * DAY });
  await have({ purchase: goods, ...closing, covered: 100, startedSecondsAgo: 300 });
  await have({ purchase: reopened, ...taken, amount: 90, startedSecondsAgo: 40 * DAY });
  await have({ purchase: reopened, ...closing, covered: 90, isUndone: true, startedSecondsAgo: 100 });
  await have({ purchase: decided, ...taken, amount: 80, startedSecondsAgo: 31 * DAY });
  await have({ purchase: decided, ...closing, covered: 80, startedSecondsAgo: 31 * DAY });
  await have({ purchase: recent, ...taken, amount: 80, startedSecondsAgo: 29 * DAY });
  await have({ purchase: recent, ...closing, covered: 80, startedSecondsAgo: 700 });
  // What is counted for a ticket may be more than what was taken, as far as this list knows.
  await have({ purchase: over, ...taken, amount: 50, startedSecondsAgo: 600 });
  await have({ purchase: over, way: 'elsewhere', id: B, amount: 0, covered: 60, hasTickets: true, startedSecondsAgo: 500 });
  await have({ purchase: old, way: 'chargeback', amount: 70, hasTickets: true, startedSecondsAgo: 400 });
  await have({ purchase: old, id: B, way: 'balance', amount: 70 });
  await have({ purchase: old, id: C, amount: 70, hasTickets: true });
  await have({ purchase: mine, state: 'returning', amount: 60, hasTickets: true, startedSecondsAgo: 50 });
  await have({ purchase: theirs, state: 'returning', amount: 60, startedSecondsAgo: 35 * DAY });
  const list = (await findOpenRefunds(db, 100)).map(({ purchaseId, id, undecided }) => [purchaseId, id, undecided]);
  expect(list).toEqual([
    [reopened, A, 90],
    [theirs, A, 0],
    [goods, A, 200],
    [partly, A, 400],
    [partly, B, 400],
    [mine, A, 0],
    [recent, A, 0],
    [emptied, A, 0],
    [recent, B, 0],
    [over, A, 0],
    [over, B, 0],
    [old, A, 0],
    [goods, B, 0],
  ]);
  expect((await findOpenRefunds(db, 3)).map(({ purchaseId }) => purchaseId)).toEqual([reopened, theirs, goods]);
});

test('of one moment refunds are listed by their id; those of a year, the newest first', async () => {
  for (const [purchase, id, startedSecondsAgo] of [
    [theirs, A, 100],
    [mine, B, 200],
    [third, A, 300],
    [mine, C, 364 * DAY],
    [mine, A, 367 * DAY],
  ] as const)
    await have({ purchase, id, reference: id, way: 'chargeback', hasTickets: true, startedSecondsAgo });
  const latest = async (most: number) => (await findLatestRefunds(db, most)).map(({ purchaseId, id }) => named(purchaseId, id));
  expect(await latest(10)).toEqual([named(theirs, A), named(mine, B), named(third, A), named(mine, C)]);
  expect(await latest(2)).toEqual([named(theirs, A), named(mine, B)]);
  await filling`update refund set started_at = (select now() - interval '1 minute')`;
  await filling`update refund set id = ${padded('z')} where purchase_id = ${third}`;
  expect((await latest(10)).slice(-2)).toEqual([named(mine, C), named(third, padded('z'))]);
  expect((await findOpenRefunds(db, 10)).map(({ id }) => id)).toEqual([A, A, B, C, padded('z')]);
});

test('the payment of a refund is that of its purchase and reference', async () => {
  for (const [reference, paymentId, amount] of [
    ['a', '71', 100],
    ['b', '72', 200],
  ] as const)
    await filling`
      insert into attempt (purchase_id, reference, idempotency_key, provider, payment_method_id, amount, currency, split, instalments, state, settled_at,
                           payment_id, brand, last_four, bin)
      values (${mine}, ${reference.padEnd(32, 'f')}, ${reference}, 'payway', 1, ${amount}, 'ARS', '[]', 1, ${paymentId === '71' ? 'approved' : 'declined'}, now(), ${paymentId}, 'visa', '4905', '450799')`;
  expect(await paymentOf(db, { purchaseId: mine, reference: 'b'.padEnd(32, 'f') })).toEqual({
    ...{ paymentId: '72', provider: 'payway', amount: 200, currency: 'ARS', brand: 'visa', bin: '450799' },
  });
  await expect(paymentOf(db, { purchaseId: theirs, reference: 'b'.padEnd(32, 'f') })).rejects.toThrow();
});
