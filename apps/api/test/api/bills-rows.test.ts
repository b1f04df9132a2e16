import { afterAll, beforeEach, expect, test } from 'vitest';
import type { BillRow } from '../../src/bills/queries.ts';
import {
  billsOf,
  countBills,
  deleteReceiver,
  findBill,
  findDueSeries,
  findReceiver,
  findTroubledBills,
  highestNumber,
  holdSeries,
  keepAuthorisation,
  keepDraft,
  keepLastNumber,
  keepProgress,
  keepTrouble,
  leaveSeries,
  lockBillOf,
  lockUndrafted,
  markSent,
  nextOfSeries,
  pauseSeries,
  postponeDraft,
  refuseDraft,
  refuseSent,
  requestAgain,
  requestCreditNote,
  saveReceiver,
  takeNumberBack,
} from '../../src/bills/queries.ts';
import { connect, type Db, type Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { whileLocked } from '../factories/locks.ts';

/** Bills of every kind side by side: each statement finds and changes those that it is about, in the state that it is for, and no other. */
const database = await freshDatabase();
const { db } = database;
/** Writes what it refers to nowhere. */
const filling = connect(database.ownerUrl, { connections: 1 });
await filling`set session_replication_role = replica`;
afterAll(async () => {
  await filling.end();
  await database.close();
});
beforeEach(async () => {
  await filling`delete from bill`;
  await filling`delete from bill_series`;
  await filling`delete from bill_receiver`;
});

const idOf = (name: string) => name.padEnd(22, '-');
const A = { issuer: '30700000001', pointOfSale: 1, typeCode: 6 };
/** Each is another one in one thing. */
const series = [A, { ...A, issuer: '30700000002' }, { ...A, pointOfSale: 2 }, { ...A, typeCode: 8 }];
const STATES = ['undrafted', 'drafted', 'sent', 'authorised', 'refused', 'undraftable'] as const;
type State = (typeof STATES)[number];

interface Given {
  readonly purchase: string;
  readonly name: string;
  readonly state: State;
  readonly of?: typeof A;
  readonly kind?: 'bill' | 'credit_note';
  readonly number?: number;
  /** Minutes ago. */
  readonly requested?: number;
  readonly due?: number;
}
async function have({
  purchase,
  name,
  state,
  of = A,
  kind = 'credit_note',
  number = state === 'authorised' ? 4 : 5,
  requested = 5,
  due = 1,
}: Given) {
  const isDrafted = state !== 'undrafted' && state !== 'undraftable';
  const isRefused = state === 'refused' || state === 'undraftable';
  const isNumbered = state === 'sent' || state === 'authorised';
  const isAuthorised = state === 'authorised';
  const ago = (minutes: number) => filling`clock_timestamp() - make_interval(secs => ${minutes * 60})`;
  await filling`
    insert into bill (purchase_id, id, kind, refund_id, amount, currency, state, requested_at, document, issuer, point_of_sale, type_code, number, issued_on,
                      sends, authorisation, authorisation_expires, authorised_at, problems, tries, check_at)
    values (${idOf(purchase)}, ${idOf(name)}, ${kind}, ${kind === 'bill' ? null : idOf(name)}, 100, 'ARS',
            ${isRefused ? 'refused' : isNumbered ? state : 'waiting'}, ${ago(requested)},
            ${isDrafted ? filling.json({ ...of }) : null}, ${isDrafted ? of.issuer : null}, ${isDrafted ? of.pointOfSale : null},
            ${isDrafted ? of.typeCode : null}, ${isNumbered ? number : null}, ${isNumbered ? '2026-11-30' : null}, ${isNumbered ? 2 : 0},
            ${isAuthorised ? 'CAE' : null}, ${isAuthorised ? '2026-12-10' : null}, ${isAuthorised ? ago(1) : null},
            ${filling.json([{ code: 'old', message: 'before' }])}, 3, ${isAuthorised || isRefused ? null : ago(due)})`;
}
const allBills = (on: Db | Tx = db) => on<Record<string, unknown>[]>`select * from bill order by id`;
const allSeries = (on: Db | Tx = db) => on<Record<string, unknown>[]>`select * from bill_series order by issuer, point_of_sale, type_code`;
const now = async () => ((await db<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 as at`)[0] as { at: number }).at;
const seconds = (at: unknown) => (at as Temporal.Instant).epochMilliseconds / 1000;

/** What it changes, by the name of the bill; undone at once. */
async function changes(does: (tx: Tx) => PromiseLike<unknown>) {
  const undone = new Error('undone');
  let found: unknown;
  await db
    .begin(async (tx) => {
      const before = await allBills(tx);
      const answer = await Promise.resolve(does(tx)).catch((error: Error) => error.constructor.name);
      const after = await allBills(tx);
      const changed = before.flatMap((row, index) =>
        JSON.stringify(row) === JSON.stringify(after[index]) ? [] : [[String(row['id']).replace(/-+$/, ''), after[index]]],
      );
      found = { answer, changed: Object.fromEntries(changed) };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found as { answer: unknown; changed: Record<string, Record<string, unknown>> };
}

const asked = (of: { number: number; sends: number }) => of as Parameters<typeof refuseSent>[2];
const problems = [{ code: '7', message: 'now' }];
const authorised = { authorisation: 'C1', expiresOn: '2026-12-24', observations: problems } as never;
type Key = Parameters<typeof requestAgain>[1];

/** What each is for, and what it leaves. */
const verbs: readonly {
  readonly name: string;
  readonly does: (tx: Tx, key: Key) => PromiseLike<unknown>;
  readonly states: readonly State[];
  readonly leaves: Record<string, unknown>;
}[] = [
  {
    name: 'a draft is kept',
    does: (tx, key) => keepDraft(tx, key, { ...A, typeCode: 11 } as never),
    states: ['undrafted'],
    leaves: {
      ...{ state: 'waiting', document: { ...A, typeCode: 11 }, issuer: A.issuer, point_of_sale: 1, type_code: 11, problems: [], tries: 3 },
    },
  },
  {
    name: 'a draft is postponed',
    does: (tx, key) => postponeDraft(tx as unknown as Db, key, 'x'.repeat(400)),
    states: ['undrafted'],
    leaves: { state: 'waiting', tries: 4, problems: [{ code: '', message: 'x'.repeat(300) }] },
  },
  {
    name: 'a draft is refused',
    does: (tx, key) => refuseDraft(tx, key, problems),
    states: ['undrafted', 'drafted'],
    leaves: { state: 'refused', problems, check_at: null, number: null, issued_on: null, sends: 0 },
  },
  {
    name: 'what was sent is refused',
    does: (tx, key) => refuseSent(tx, key, asked({ number: 5, sends: 2 }), problems),
    states: ['sent'],
    leaves: { state: 'refused', problems, check_at: null, number: null, issued_on: null, sends: 0 },
  },
  {
    name: 'a number is taken back',
    does: (tx, key) => takeNumberBack(tx, key, asked({ number: 5, sends: 2 })),
    states: ['sent'],
    leaves: { state: 'waiting', number: null, issued_on: null, sends: 0 },
  },
  {
    name: 'an authorisation is kept',
    does: (tx, key) => keepAuthorisation(tx, key, 5, authorised),
    states: ['sent'],
    leaves: { state: 'authorised', authorisation: 'C1', problems, check_at: null, authorised_at: expect.anything() },
  },
  {
    name: 'trouble is kept',
    does: (tx, key) => keepTrouble(tx as unknown as Db, key, 'y'.repeat(400)),
    states: ['undrafted', 'drafted', 'sent'],
    leaves: { problems: [{ code: '', message: 'y'.repeat(300) }], tries: 3 },
  },
  {
    name: 'a bill is asked for again',
    does: (tx, key) => requestAgain(tx, key),
    states: ['refused', 'undraftable'],
    leaves: { state: 'waiting', document: null, issuer: null, point_of_sale: null, type_code: null },
  },
];

test.each(verbs)('$name: that one, in its state, and none beside it', async ({ does, states, leaves }) => {
  for (const [index, state] of STATES.entries()) {
    await have({ purchase: 'one', name: `one-${state}`, state, of: series[0] as typeof A });
    await have({ purchase: 'two', name: `two-${state}`, state, of: series[(index % 3) + 1] as typeof A });
  }
  for (const state of STATES) {
    const { changed } = await changes((tx) => does(tx, { purchaseId: idOf('one'), id: idOf(`one-${state}`) }));
    const isFor = states.includes(state);
    expect([state, Object.keys(changed)]).toEqual([state, isFor ? [`one-${state}`] : []]);
    if (isFor) expect(changed[`one-${state}`]).toMatchObject(leaves);
  }
});

test('what was learnt of another number, or of an earlier request, changes nothing; each says whether it did', async () => {
  await have({ purchase: 'one', name: 'sent', state: 'sent' });
  await have({ purchase: 'one', name: 'refused', state: 'refused' });
  const key = { purchaseId: idOf('one'), id: idOf('sent') };
  for (const other of [
    { number: 6, sends: 2 },
    { number: 5, sends: 1 },
  ]) {
    expect(await changes((tx) => refuseSent(tx, key, asked(other), problems))).toEqual({ answer: false, changed: {} });
    expect((await changes((tx) => takeNumberBack(tx, key, asked(other)))).changed).toEqual({});
  }
  expect(await changes((tx) => keepAuthorisation(tx, key, 6, authorised))).toEqual({ answer: false, changed: {} });
  // Nor does what was learnt of one that is authorised meanwhile.
  await have({ purchase: 'one', name: 'authorised', state: 'authorised' });
  const over = { ...key, id: idOf('authorised') };
  for (const does of [
    (tx: Tx) => refuseSent(tx, over, asked({ number: 4, sends: 2 }), problems),
    (tx: Tx) => keepAuthorisation(tx, over, 4, authorised),
  ])
    expect(await changes(does)).toEqual({ answer: false, changed: {} });
  expect((await changes((tx) => keepAuthorisation(tx, key, 5, authorised))).answer).toBe(true);
  expect((await changes((tx) => refuseSent(tx, key, asked({ number: 5, sends: 2 }), problems))).answer).toBe(true);
  expect((await changes((tx) => requestAgain(tx, key))).answer).toBe(false);
  expect((await changes((tx) => requestAgain(tx, { ...key, id: idOf('refused') }))).answer).toBe(true);
});

test('what is looked at again is due at once, ten seconds later or ten minutes later', async () => {
  for (const state of STATES) await have({ purchase: 'one', name: state, state, due: -600 });
  const key = (name: string) => ({ purchaseId: idOf('one'), id: idOf(name) });
  const dueIn = async (name: string, does: (tx: Tx) => PromiseLike<unknown>) => {
    const from = await now();
    const at = seconds((await changes(does)).changed[name]?.['check_at']);
    return [at - from, at - (await now())] as const;
  };
  for (const [wanted, name, does] of [
    [0, 'undrafted', (tx: Tx) => keepDraft(tx, key('undrafted'), { ...A } as never)],
    [600, 'undrafted', (tx: Tx) => postponeDraft(tx as unknown as Db, key('undrafted'), 'trouble')],
    [10, 'undrafted', (tx: Tx) => postponeDraft(tx as unknown as Db, key('undrafted'), null)],
    [0, 'sent', (tx: Tx) => takeNumberBack(tx, key('sent'), asked({ number: 5, sends: 2 }))],
    [0, 'refused', (tx: Tx) => requestAgain(tx, key('refused'))],
  ] as const) {
    const [earliest, latest] = await dueIn(name, does);
    // Counted from some moment in between.
    expect(earliest).toBeGreaterThanOrEqual(wanted - 0.01);
    expect(latest).toBeLessThanOrEqual(wanted + 0.01);
  }
  const { changed } = await changes((tx) => postponeDraft(tx as unknown as Db, key('undrafted'), null));
  expect(changed['undrafted']).toMatchObject({ tries: 4, problems: [{ code: 'old', message: 'before' }] });
});

/** Of each series one row; `of` says what is another one's. */
async function haveSeries(given: Partial<Record<'by' | 'held' | 'check' | 'failures' | 'number' | 'day', string | number | null>>[]) {
  for (const [index, { by = null, held = null, check = 1, failures = 0, number = 40, day = null }] of given.entries()) {
    const { issuer, pointOfSale, typeCode } = series[index] as typeof A;
    await filling`
      insert into bill_series (issuer, point_of_sale, type_code, last_number, last_issued_on, held_by, held_until, failures, check_at)
      values (${issuer}, ${pointOfSale}, ${typeCode}, ${number}, ${day}::text::date, ${by},
              clock_timestamp() + make_interval(secs => ${held}::float8), ${failures}, clock_timestamp() - make_interval(secs => ${check}::float8))`;
  }
}
const rest = (rows: readonly Record<string, unknown>[]) =>
  rows.filter((row) => row['issuer'] !== A.issuer || row['point_of_sale'] !== 1 || row['type_code'] !== 6);
const own = async () => (await allSeries()).find((row) => !rest([row]).includes(row)) as Record<string, unknown>;

test('what is written down of a series is that one’s alone', async () => {
  await haveSeries(series.map(() => ({ by: 'me', held: 30, failures: 3, day: '2026-11-20' })));
  const before = rest(await allSeries());
  await keepLastNumber(db, A, 41);
  expect(await own()).toMatchObject({ last_number: 41, failures: 3 });
  await keepLastNumber(db, A, null);
  expect((await own())['last_number']).toBeNull();
  await keepProgress(db, A, { lastNumber: 42, issuedOn: '2026-11-25' });
  expect(await own()).toMatchObject({ last_number: 42, failures: 0 });
  const dayOf = async () =>
    (await db`select last_issued_on::text as day from bill_series where last_number = 42 and type_code = 6`)[0]?.['day'];
  expect(await dayOf()).toBe('2026-11-25');
  await keepProgress(db, A, { lastNumber: 42, issuedOn: '2026-11-24' });
  await keepProgress(db, A, { lastNumber: 42 });
  expect(await dayOf()).toBe('2026-11-25');
  await leaveSeries(db, A, 'another');
  expect((await own())['held_by']).toBe('me');
  await leaveSeries(db, A, 'me');
  expect(await own()).toMatchObject({ held_by: null, held_until: null });
  expect(rest(await allSeries())).toEqual(before);
});

test('after a failure the worker with its lease postpones a series: by two seconds, then twice as long each time, ten minutes at most', async () => {
  for (const [failures, wanted] of [
    [0, 2],
    [1, 4],
    [5, 64],
    [8, 512],
    [9, 600],
    [40, 600],
  ] as const) {
    await filling`delete from bill_series`;
    await haveSeries(series.map(() => ({ by: 'me', held: 30, failures })));
    const before = await allSeries();
    await pauseSeries(db, A, 'another');
    expect(await allSeries()).toEqual(before);
    const from = await now();
    await pauseSeries(db, A, 'me');
    const until = await now();
    const paused = await own();
    expect(paused).toMatchObject({ failures: failures + 1, last_number: null, held_by: null, held_until: null });
    expect(seconds(paused['check_at']) - wanted).toBeGreaterThanOrEqual(from - 0.01);
    expect(seconds(paused['check_at']) - wanted).toBeLessThanOrEqual(until + 0.01);
    expect(rest(await allSeries())).toEqual(rest(before));
  }
});

test('one worker at a time has the lease of a series, for the seconds it asks for; a postponed series is leased to none', async () => {
  const hold = (by = 'me') => holdSeries(db, A, { by, seconds: 45 });
  const from = await now();
  expect(await hold()).toMatchObject({ lastNumber: null, lastIssuedOn: null });
  const held = await own();
  expect(held['held_by']).toBe('me');
  expect(seconds(held['held_until'])).toBeGreaterThanOrEqual(from + 44.99);
  expect(seconds(held['held_until'])).toBeLessThanOrEqual((await now()) + 45.01);
  expect(await hold('another')).toBeUndefined();
  expect(await hold()).toBeDefined();
  const found = async (given: Parameters<typeof haveSeries>[0][number]) => {
    await filling`delete from bill_series`;
    await haveSeries([given, { by: 'me', held: 30 }, { by: 'me', held: 30 }, { by: 'me', held: 30 }]);
    const before = rest(await allSeries());
    const answer = await hold();
    expect(rest(await allSeries())).toEqual(before);
    return [answer !== undefined, (await own())['held_by']];
  };
  expect(await found({ number: 7, day: '2026-11-20' })).toEqual([true, 'me']);
  expect(await found({ by: 'another', held: -1 })).toEqual([true, 'me']);
  expect(await found({ by: 'another', held: 30 })).toEqual([false, 'another']);
  expect(await found({ check: -30 })).toEqual([false, null]);
  expect(await found({ by: 'me', held: 30, check: -30 })).toEqual([false, 'me']);
  await filling`delete from bill_series`;
  await haveSeries([{ number: 7, day: '2026-11-20' }]);
  expect(await hold()).toMatchObject({ lastNumber: 7, lastIssuedOn: '2026-11-20', now: expect.anything() });
});

test('a series is due, and listed once, when a drafted bill of it is due, no lease is running and it is not postponed', async () => {
  const due = async () =>
    (await findDueSeries(db)).map((each) => series.findIndex((one) => JSON.stringify(one) === JSON.stringify(each))).sort();
  await have({ purchase: 'one', name: 'undrafted', state: 'undrafted' });
  expect(await due()).toEqual([]);
  for (const [index, of] of series.entries()) {
    await have({ purchase: 'one', name: `first-${index}`, state: 'drafted', of });
    await have({ purchase: 'one', name: `second-${index}`, state: 'drafted', of });
  }
  expect(await due()).toEqual([0, 1, 2, 3]);
  await haveSeries([{ by: 'another', held: 30 }, { by: 'another', held: -1 }, { check: -30 }, { held: null }]);
  expect(await due()).toEqual([1, 3]);
  await filling`update bill set check_at = clock_timestamp() + interval '1 minute' where type_code = 8`;
  expect(await due()).toEqual([1]);
});

test('the number that was authorised last is a series’ own', async () => {
  expect(await highestNumber(db, A)).toBe(0);
  for (const [index, of] of series.entries()) {
    for (const number of [3, 7, 5])
      await have({ purchase: `p${index}`, name: `${index}-${number}`, state: 'authorised', of, number: number + 100 * index });
    await have({ purchase: `p${index}`, name: `${index}-sent`, state: 'sent', of, number: 8 + 100 * index });
  }
  expect(await highestNumber(db, A)).toBe(7);
});

test('of a series what was asked for comes first, and then what waits and is due, the oldest first', async () => {
  const next = async () => (await nextOfSeries(db, A))?.id.replace(/-+$/, '');
  for (const [index, of] of series.slice(1).entries()) {
    await have({ purchase: 'other', name: `other-${index}`, state: 'drafted', of, requested: 90 });
    await have({ purchase: 'other', name: `other-sent-${index}`, state: 'sent', of, requested: 90 });
  }
  await have({ purchase: 'one', name: 'undrafted', state: 'undrafted', requested: 80 });
  await have({ purchase: 'one', name: 'refused', state: 'refused', requested: 80 });
  expect(await next()).toBeUndefined();
  await have({ purchase: 'one', name: 'later', state: 'drafted', requested: 10 });
  await have({ purchase: 'one', name: 'not-due', state: 'drafted', requested: 70, due: -5 });
  await have({ purchase: 'one', name: 'b-tie', state: 'drafted', requested: 20 });
  await filling`
    insert into bill select (jsonb_populate_record(bill, jsonb_build_object('id', ${idOf('a-tie')}::text, 'refund_id', ${idOf('a-tie')}::text))).*
      from bill where id = ${idOf('b-tie')}`;
  expect(await next()).toBe('a-tie');
  await filling`delete from bill where id = ${idOf('a-tie')}`;
  expect(await next()).toBe('b-tie');
  await have({ purchase: 'one', name: 'sent', state: 'sent', requested: 1 });
  expect(await next()).toBe('sent');
});

test('only the worker with the lease of its series marks a bill as sent, and only while that bill is as it was read', async () => {
  await have({ purchase: 'one', name: 'drafted', state: 'drafted' });
  await have({ purchase: 'one', name: 'beside', state: 'drafted' });
  await have({ purchase: 'two', name: 'elsewhere', state: 'drafted' });
  const bill = (await findBill(db, { purchaseId: idOf('one'), id: idOf('drafted') })) as BillRow;
  const sent = (by = 'me', of = bill) => changes((tx) => markSent(tx as unknown as Db, of, { number: 9, issuedOn: '2026-11-30', by }));
  const refusals = async () => {
    for (const [by, of] of [
      ['another', bill],
      ['me', { ...bill, sends: 1 }],
      ['me', { ...bill, state: 'sent' as const }],
    ] as const)
      expect(await sent(by, of)).toEqual({ answer: false, changed: {} });
  };
  // Without a lease; then with the leases of all other series.
  expect(await sent()).toEqual({ answer: false, changed: {} });
  await haveSeries([{ by: null }, { by: 'me', held: 30 }, { by: 'me', held: 30 }, { by: 'me', held: 30 }]);
  expect(await sent()).toEqual({ answer: false, changed: {} });
  await filling`update bill_series set held_by = 'me', held_until = clock_timestamp() - interval '1 second' where type_code = 6`;
  expect(await sent()).toEqual({ answer: false, changed: {} });
  await filling`update bill_series set held_until = clock_timestamp() + interval '1 minute'`;
  await refusals();
  const { answer, changed } = await sent();
  expect([answer, Object.keys(changed)]).toEqual([true, ['drafted']]);
  expect(changed['drafted']).toMatchObject({ state: 'sent', number: 9, sends: 1, tries: 4 });
  expect(changed['drafted']?.['issued_on']).not.toBeNull();
});

test('bills of orders are listed by when they were asked for, a bill before its credit notes, and each is found by its order and its id', async () => {
  await have({ purchase: 'one', name: 'b-note', state: 'drafted', requested: 9 });
  await have({ purchase: 'two', name: 'newest', state: 'drafted', requested: 1 });
  await have({ purchase: 'one', name: 'a-note', state: 'drafted', requested: 9 });
  await have({ purchase: 'one', name: 'z-bill', state: 'authorised', kind: 'bill', requested: 9 });
  await have({ purchase: 'three', name: 'not-asked', state: 'drafted', requested: 20 });
  await filling`update bill set requested_at = (select min(requested_at) from bill where purchase_id = ${idOf('one')}) where purchase_id = ${idOf('one')}`;
  const listed = async (...of: string[]) => (await billsOf(db, of.map(idOf))).map(({ id }) => id.replace(/-+$/, ''));
  expect(await listed('two', 'one')).toEqual(['z-bill', 'a-note', 'b-note', 'newest']);
  expect(await listed('two')).toEqual(['newest']);
  expect((await findBill(db, { purchaseId: idOf('one'), id: idOf('a-note') }))?.id).toBe(idOf('a-note'));
  expect(await findBill(db, { purchaseId: idOf('two'), id: idOf('a-note') })).toBeUndefined();
});

test('the unlocked bill that has been due longest is drafted next; a credit note only once its bill is authorised', async () => {
  const next = async (tx: Tx) => (await lockUndrafted(tx))?.id.replace(/-+$/, '');
  const nextAlone = () => db.begin((tx) => next(tx));
  // An authorised bill of another order is none of this one’s.
  await have({ purchase: 'other', name: 'other-bill', state: 'authorised', kind: 'bill', number: 1 });
  await have({ purchase: 'one', name: 'note', state: 'undrafted', due: 90 });
  await have({ purchase: 'one', name: 'note-authorised', state: 'authorised', number: 2 });
  await have({ purchase: 'one', name: 'bill', state: 'sent', kind: 'bill', number: 3 });
  await have({ purchase: 'two', name: 'drafted', state: 'drafted', due: 80 });
  await have({ purchase: 'three', name: 'not-due', state: 'undrafted', kind: 'bill', due: -5 });
  expect(await nextAlone()).toBeUndefined();
  await have({ purchase: 'four', name: 'recent', state: 'undrafted', kind: 'bill', due: 10 });
  await have({ purchase: 'five', name: 'longest', state: 'undrafted', kind: 'bill', due: 20 });
  expect(await nextAlone()).toBe('longest');
  await db.begin(async (tx) => {
    await next(tx);
    expect(await nextAlone()).toBe('recent');
  });
  await filling`update bill set state = 'authorised', authorisation = 'C', authorisation_expires = '2026-12-10', authorised_at = now(), check_at = null
                 where id = ${idOf('bill')}`;
  expect(await nextAlone()).toBe('note');
});

test('staff see what was refused and what waits for longer than ten minutes, the oldest first, and no more than so many', async () => {
  for (const state of STATES) {
    await have({ purchase: `new-${state}`, name: `new-${state}`, state, requested: 9 });
    await have({
      purchase: `old-${state}`,
      name: `old-${state}`,
      state,
      requested: { undrafted: 11, drafted: 14, sent: 12, authorised: 30, refused: 13, undraftable: 10 }[state],
      of: series[1] as typeof A,
    });
  }
  const troubled = async (most: number) => (await findTroubledBills(db, most)).map(({ id }) => id.replace(/-+$/, ''));
  expect(await troubled(9)).toEqual([
    'old-drafted',
    'old-refused',
    'old-sent',
    'old-undrafted',
    'old-undraftable',
    'new-refused',
    'new-undraftable',
  ]);
  expect(await troubled(2)).toEqual(['old-drafted', 'old-refused']);
});

test('the numbers of bills: how many wait and since when, and how many were refused', async () => {
  expect(await countBills(db)).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 });
  for (const state of STATES)
    await have({
      purchase: state,
      name: state,
      state,
      requested: { undrafted: 2, drafted: 5, sent: 3, authorised: 30, refused: 40, undraftable: 50 }[state],
    });
  const { oldestSeconds, ...counts } = await countBills(db);
  expect(counts).toEqual({ waiting: 3, refused: 2 });
  expect(oldestSeconds).toBeGreaterThanOrEqual(300);
  expect(oldestSeconds).toBeLessThan(600);
});

test('money that goes back has one credit note, where its order has a bill and something goes back', async () => {
  await have({ purchase: 'one', name: 'bill', state: 'authorised', kind: 'bill' });
  await have({ purchase: 'one', name: 'note', state: 'drafted' });
  await have({ purchase: 'two', name: 'lonely', state: 'drafted' });
  const noted = (purchase: string, amount: number) =>
    filling.begin((tx) => requestCreditNote(tx, { purchaseId: idOf(purchase), refundId: idOf(`refund-${purchase}`), amount }));
  await noted('one', 0);
  await noted('two', 50);
  expect(await allBills()).toHaveLength(3);
  await noted('one', 50);
  expect((await billsOf(db, [idOf('one')])).at(-1)).toMatchObject({
    ...{ kind: 'credit_note', refundId: idOf('refund-one'), amount: 50, currency: 'ARS', state: 'waiting', document: null },
  });
  expect(await allBills()).toHaveLength(4);
});

test('drafting a credit note waits for the lock on the bill of its own order, and for no other lock', async () => {
  await have({ purchase: 'one', name: 'bill', state: 'authorised', kind: 'bill', number: 1 });
  await have({ purchase: 'one', name: 'note', state: 'drafted' });
  await have({ purchase: 'two', name: 'bill-two', state: 'authorised', kind: 'bill', number: 2 });
  const lock = () => db.begin((tx) => lockBillOf(tx, idOf('one')).execute());
  const hold = (tx: Tx, ...names: string[]) => tx`select from bill where id = any (${names.map(idOf)}::text[]) for update`;
  await db.begin(async (tx) => {
    await hold(tx, 'note', 'bill-two');
    expect((await lock()).map((row) => row['id'])).toEqual([idOf('bill')]);
  });
  expect(await whileLocked(db, (tx) => hold(tx, 'bill'), lock)).toHaveLength(1);
});

test('whom a bill is made out to is its order’s, and what was said last', async () => {
  const ana = { condition: 'registered', documentType: 'cuit', documentNumber: '27111111110', name: 'Ana', address: 'Calle 1' } as const;
  const luis = { condition: 'exempt', documentType: 'dni', documentNumber: '30111222', name: 'Luis' } as const;
  await saveReceiver(filling, idOf('one'), ana);
  await saveReceiver(filling, idOf('two'), luis);
  expect([await findReceiver(db, idOf('one')), await findReceiver(db, idOf('two')), await findReceiver(db, idOf('three'))]).toEqual([
    ana,
    luis,
    undefined,
  ]);
  await saveReceiver(filling, idOf('one'), luis);
  expect([await findReceiver(db, idOf('one')), await findReceiver(db, idOf('two'))]).toEqual([luis, luis]);
  await saveReceiver(filling, idOf('two'), ana);
  await deleteReceiver(db, idOf('one'));
  expect([await findReceiver(db, idOf('one')), await findReceiver(db, idOf('two'))]).toEqual([undefined, ana]);
});
