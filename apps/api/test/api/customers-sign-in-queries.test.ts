import { afterAll, expect, test } from 'vitest';
import { rememberDevice } from '../../src/customers/sign-in/devices.ts';
import {
  endSessionsOfDevice,
  insertDevice,
  isDeviceOf,
  lockDevices,
  lockSessionsOfDevice,
  moveSessions,
  proveSession,
  renewDevices,
  replaceDevice,
  revokeDevices,
  revokeOtherDevices,
  shareOwnerOfSession,
  trimDeviceSessions,
} from '../../src/customers/sign-in/queries-devices.ts';
import { linkToSend, lockOwnersOfLinks, openLinks, useLinks } from '../../src/customers/sign-in/queries-links.ts';
import {
  deletePasskey,
  insertPasskey,
  knownPasskeys,
  lockCounters,
  passkeysOf,
  useChallenges,
  usePasskeys,
} from '../../src/customers/sign-in/queries-passkeys.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { haveBuyers } from '../factories/customers.ts';

// Statements of the sign-in, each with rows side by side that it must not touch: other customers', other devices', and what is over.

const { db, close } = await freshDatabase();
afterAll(close);

/** An id of 43 signs that begins so, and one of 22. */
const long = (name: string) => name.padEnd(43, '_');
const short = (name: string) => name.padEnd(22, '_');
const nameOf = (id: string | null) => id?.replace(/_+$/, '');
const hour = (hours: number) => Temporal.Now.instant().add({ minutes: Math.round(hours * 60) });

const [ana, luis] = (await haveBuyers(db, 2)).map(({ customerId }) => customerId) as [string, string];
/** Begins anew with these devices and sessions, in this order. */
async function have(
  devices: readonly { id: string; of?: string; generation?: number; renewedAt?: Temporal.Instant; isOver?: boolean }[],
  sessions: readonly { id: string; of?: string; device?: string; at?: Temporal.Instant; isOver?: boolean }[] = [],
) {
  await db`delete from session`;
  await db`delete from known_device`;
  for (const { id, of = ana, generation = 3, renewedAt = hour(-1), isOver = false } of devices)
    await db`
      insert into known_device (id, customer_id, generation, renewed_at, revoked_at)
      values (${long(id)}, ${of}, ${generation}, ${renewedAt}, case when ${isOver} then now() - interval '1 hour' end)`;
  for (const { id, of = ana, device, at = hour(-1), isOver = false } of sessions)
    await db`
      insert into session (id, customer_id, device_id, created_at, expires_at, revoked_at)
      values (${long(id)}, ${of}, ${device === undefined ? null : long(device)}, ${at}, now() + interval '3 hours', case when ${isOver} then now() - interval '1 hour' end)`;
}
/** Which of them are open, with what belongs to what. */
const open = async () => ({
  devices: (await db<{ id: string }[]>`select id from known_device where revoked_at is null order by id`).map(({ id }) => nameOf(id)),
  sessions: (
    await db<{ id: string; device: string | null }[]>`select id, device_id as device from session where revoked_at is null order by id`
  ).map(({ id, device }) => [nameOf(id), nameOf(device)].filter(Boolean).join(' on ')),
});
const versions = (...but: string[]) => db`
  select id, xmin::text as version from known_device where id <> all (${but.map(long)}::text[])
   union all select id, xmin::text from session where id <> all (${but.map(long)}::text[]) order by 1`;
/** The names of the rows that a statement locks. */
async function lockedBy(
  lock: (tx: Tx) => PromiseLike<unknown>,
  free: () => PromiseLike<readonly { id: string }[]>,
  all: readonly string[],
) {
  return db.begin(async (tx) => {
    await lock(tx);
    const left = (await free()).map(({ id }) => nameOf(id));
    return all.filter((each) => !left.includes(each));
  });
}
const freeDevices = () => db<{ id: string }[]>`select id from known_device for update skip locked`;
const freeSessions = () => db<{ id: string }[]>`select id from session for update skip locked`;
const freeCustomers = () => db<{ id: string }[]>`select id from customer for no key update skip locked`;

/** While the first row is locked, a statement that locks both has not locked the second one yet. */
async function inTheOrderOfIds(
  first: (tx: Tx) => PromiseLike<unknown>,
  both: (tx: Tx) => PromiseLike<unknown>,
  second: (tx: Tx) => PromiseLike<unknown>,
) {
  let waiting: Promise<unknown> | undefined;
  await db.begin(async (tx) => {
    await first(tx);
    waiting = db.begin(async (other) => {
      await both(other);
    });
    waiting.catch(() => {});
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBe(1);
    await second(tx);
  });
  await waiting;
}

const DEVICES = ['a', 'b', 'c', 'd'];

test('devices are read with their owners and locked, these alone and in the order of their ids', async () => {
  await db`update customer set first_name = 'Ana', email = 'ana@correo.example' where id = ${ana}`;
  await db`update customer set first_name = 'Luis', email = 'luis@correo.example' where id = ${luis}`;
  // Not in the order of their ids.
  await have([{ id: 'd' }, { id: 'c' }, { id: 'b', of: luis, generation: 7, isOver: true }, { id: 'a', renewedAt: hour(-2) }]);
  const rows = await db.begin((tx) => lockDevices(tx, ['a', 'b'].map(long)));
  expect(rows).toEqual([
    {
      ...{ id: long('a'), generation: 3, isRevoked: false, seconds: expect.closeTo(7200, -2) },
      customer: { id: ana, firstName: 'Ana', email: 'ana@correo.example', role: 'customer', hasAlias: false, isExternal: false },
    },
    {
      ...{ id: long('b'), generation: 7, isRevoked: true, seconds: expect.closeTo(3600, -2) },
      customer: { id: luis, firstName: 'Luis', email: 'luis@correo.example', role: 'customer', hasAlias: false, isExternal: false },
    },
  ]);
  expect(await lockedBy((tx) => lockDevices(tx, ['d', 'b'].map(long)), freeDevices, DEVICES)).toEqual(['b', 'd']);
  await inTheOrderOfIds(
    (tx) => tx`select from known_device where id = ${long('c')} for update`,
    (tx) => lockDevices(tx, ['d', 'c'].map(long)),
    (tx) => tx`select from known_device where id = ${long('d')} for update nowait`,
  );
});

test('devices are renewed and forgotten, these alone, and one that was forgotten stays so from then', async () => {
  await have([{ id: 'a' }, { id: 'b' }, { id: 'c', of: luis }, { id: 'd', isOver: true }]);
  const others = await versions('a');
  await db.begin((tx) => renewDevices(tx, [long('a')]));
  expect(
    await db`select generation, clock_timestamp() - renewed_at < interval '1 minute' as "isNew" from known_device where id = ${long('a')}`,
  ).toEqual([{ generation: 4, isNew: true }]);
  await revokeDevices(db, ['a', 'd'].map(long));
  expect((await open()).devices).toEqual(['b', 'c']);
  expect(await versions('a')).toEqual(others);
});

test('of each device the newest sessions stay, and what is locked stays until the next time', async () => {
  const at = hour(-1);
  await have(
    [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    [
      ...['1', '2', '3'].map((id) => ({ id: `a${id}`, device: 'a', at })),
      { id: 'a4', device: 'a', at: hour(-3) },
      ...['3', '2', '1'].map((id, index) => ({ id: `b${id}`, device: 'b', at: hour(-index - 1) })),
      ...['1', '2', '3'].map((id) => ({ id: `c${id}`, device: 'c', at })),
      { id: 'none' },
    ],
  );
  const left = async () => (await open()).sessions.map((each) => each.split(' ')[0]);
  await db.begin(async (tx) => {
    await tx`select from session where id = ${long('a4')} for update`;
    await db.begin((other) => trimDeviceSessions(other, ['a', 'b'].map(long), 2));
  });
  expect(await left()).toEqual(['a2', 'a3', 'a4', 'b2', 'b3', 'c1', 'c2', 'c3', 'none']);
  await db.begin((tx) => trimDeviceSessions(tx, [long('a')], 2));
  expect(await left()).toEqual(['a2', 'a3', 'b2', 'b3', 'c1', 'c2', 'c3', 'none']);
});

test('the sessions of a device end, or are locked, or go along to another, those that are open and of this device alone', async () => {
  const world = () =>
    have(
      [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      [
        { id: '3', device: 'a' },
        { id: '2', device: 'a' },
        { id: '1', device: 'a', isOver: true },
        { id: '4', device: 'a', of: luis },
        { id: '5', device: 'b' },
        { id: '6' },
      ],
    );
  const all = ['1', '2', '3', '4', '5', '6'];
  await world();
  expect(await lockedBy((tx) => lockSessionsOfDevice(tx, { id: long('a'), customerId: ana }), freeSessions, all)).toEqual(['2', '3']);
  await inTheOrderOfIds(
    (tx) => tx`select from session where id = ${long('2')} for update`,
    (tx) => lockSessionsOfDevice(tx, { id: long('a'), customerId: ana }),
    (tx) => tx`select from session where id = ${long('3')} for update nowait`,
  );
  await inTheOrderOfIds(
    (tx) => tx`select from session where id = ${long('2')} for update`,
    (tx) => endSessionsOfDevice(tx, long('a')),
    (tx) => tx`select from session where id = ${long('3')} for update nowait`,
  );
  await world();
  const others = await versions('2', '3', '4', 'a', 'b', 'c');
  await endSessionsOfDevice(db, long('a'));
  expect((await open()).sessions).toEqual(['5 on b', '6']);
  expect(await versions('2', '3', '4', 'a', 'b', 'c')).toEqual(others);
  await world();
  await db.begin((tx) => moveSessions(tx, { from: long('a'), to: long('c') }));
  expect((await open()).sessions).toEqual(['2 on c', '3 on c', '4 on c', '5 on b', '6']);
  expect(await db`select device_id as device from session where id = ${long('1')}`).toEqual([{ device: long('a') }]);
});

test('a device is replaced by who has its present cookie, and forgotten by whoever has another', async () => {
  const replaced = (given: object) => db.begin((tx) => replaceDevice(tx, { id: long('a'), generation: 3, customerId: ana, ...given }));
  for (const [given, isSame] of [
    [{}, true],
    [{ generation: 2 }, false],
    [{ customerId: luis }, false],
  ] as const) {
    await have([{ id: 'a' }, { id: 'b' }]);
    expect(await replaced(given)).toBe(isSame);
    expect((await open()).devices).toEqual(['b']);
  }
  await have([{ id: 'a', isOver: true }, { id: 'b' }]);
  const before = await versions();
  expect([await replaced({}), await replaced({ id: long('x') })]).toEqual([false, false]);
  expect(await versions()).toEqual(before);
});

test('a device that is remembered is that of its session, and of its owner’s the oldest are forgotten, whatever else is', async () => {
  const devices = [
    { id: 'b', renewedAt: hour(-4) },
    { id: 'c', renewedAt: hour(-3) },
    { id: 'd', renewedAt: hour(-2) },
    { id: 'e', renewedAt: hour(-1), isOver: true },
    { id: 'f', renewedAt: hour(-9), of: luis },
    { id: 'g', renewedAt: hour(-5) },
  ];
  await have(devices, [{ id: '1' }, { id: '2', device: 'd' }, { id: '3', of: luis }]);
  await db.begin(async (tx) => {
    // One that is in use now is left for the next time.
    await tx`select from known_device where id = ${long('g')} for update`;
    await db.begin((other) => insertDevice(other, { id: long('a'), sessionId: long('1'), most: 3 }));
  });
  expect(await open()).toEqual({ devices: ['a', 'c', 'd', 'f', 'g'], sessions: ['1 on a', '2 on d', '3'] });
  expect(await db`select customer_id as owner, generation from known_device where id = ${long('a')}`).toEqual([
    { owner: ana, generation: 0 },
  ]);
  // Of those that are as old as each other the ones with the later ids go.
  const same = hour(-1);
  await have(
    ['d', 'c', 'b'].map((id) => ({ id, renewedAt: same })),
    [{ id: '1' }],
  );
  await db.begin((tx) => insertDevice(tx, { id: long('a'), sessionId: long('1'), most: 2 }));
  expect((await open()).devices).toEqual(['a', 'b']);
});

test('a device is remembered once what ends ways into the account is over, and not where that has ended its session', async () => {
  await have([{ id: 'a' }], [{ id: '1' }, { id: '2', of: luis }, { id: '3', device: 'a' }]);
  expect(await lockedBy((tx) => shareOwnerOfSession(tx, long('1')), freeCustomers, [ana, luis])).toEqual([ana]);
  const remember = (id: string, before: Parameters<typeof rememberDevice>[1]['before'] = null) =>
    rememberDevice(db, { sessionId: long(id), before });
  let remembering: ReturnType<typeof remember> | undefined;
  await db.begin(async (tx) => {
    await tx`select from customer where id = ${ana} for no key update`;
    remembering = remember('1');
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBe(1);
    // The session itself is free: whoever ends it is not waited for.
    await tx`select from session where id = ${long('1')} for update nowait`;
    await tx`update session set revoked_at = clock_timestamp() where id = ${long('1')}`;
  });
  expect(await remembering).toBeNull();
  expect((await open()).devices).toEqual(['a']);

  // Sessions before their device, as a log-out has them.
  await db.begin(async (tx) => {
    await tx`select from session where id = ${long('3')} for update`;
    remembering = (async () => {
      await db`insert into session (id, customer_id, expires_at) values (${long('4')}, ${ana}, now() + interval '3 hours')`;
      return remember('4', { id: long('a'), generation: 3, random: 'r' });
    })();
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBe(1);
    await tx`select from known_device where id = ${long('a')} for update nowait`;
  });
  const device = await remembering;
  expect(device).toMatchObject({ generation: 0 });
  expect(await open()).toEqual({
    devices: [nameOf(device?.id ?? '')],
    sessions: ['2', `3 on ${nameOf(device?.id ?? '')}`, `4 on ${nameOf(device?.id ?? '')}`],
  });
});

test('a device is known for the address of its owner, as long as it is remembered', async () => {
  await db`update customer set email = 'ana@correo.example' where id = ${ana}`;
  await db`update customer set email = 'luis@correo.example' where id = ${luis}`;
  await have([{ id: 'a' }, { id: 'b', of: luis }, { id: 'c', isOver: true }]);
  const known = (id: string, email: string) => isDeviceOf(db, long(id), email);
  expect([await known('a', 'ana@correo.example'), await known('b', 'luis@correo.example')]).toEqual([true, true]);
  expect(await Promise.all([known('b', 'ana@correo.example'), known('c', 'ana@correo.example'), known('x', 'ana@correo.example')])).toEqual(
    [...[false, false, false]],
  );
});

test('a session is proved, and no other', async () => {
  await have([], [{ id: '1' }, { id: '2' }]);
  await db`update session set is_proved = false`;
  await proveSession(db, long('1'));
  expect(await db`select id, is_proved as "isProved" from session order by id`).toEqual([
    { id: long('1'), isProved: true },
    { id: long('2'), isProved: false },
  ]);
});

test('who ends their other sessions keeps this browser’s device and that of the session, and everybody else theirs', async () => {
  const world = () =>
    have(
      [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', isOver: true }, { id: 'e', of: luis }],
      [{ id: '1', device: 'a' }, { id: '2', device: 'c' }, { id: '3' }],
    );
  const ended = async (id: string, device: string | null) => {
    await world();
    const over = await versions('a', 'b', 'c');
    await db.begin((tx) => revokeOtherDevices(tx, { id: long(id), customerId: ana, deviceId: device && long(device) }));
    expect(await versions('a', 'b', 'c')).toEqual(over);
    return (await open()).devices;
  };
  expect(await ended('1', 'b')).toEqual(['a', 'b', 'e']);
  expect(await ended('1', null)).toEqual(['a', 'e']);
  expect(await ended('3', 'b')).toEqual(['b', 'e']);
  expect(await ended('3', null)).toEqual(['e']);
});

const passkey = (id: string, of: string, given: { counter?: number; at?: Temporal.Instant } = {}) => db`
  insert into passkey (id, customer_id, name, credential_id, public_key, counter, transports, created_at)
  values (${short(id)}, ${of}, ${`Llave ${id}`}, ${`credential ${id}`}, ${Buffer.from(id)}, ${given.counter ?? 5}, '{internal,usb}', ${given.at ?? hour(-1)})`;

test('passkeys are listed, found, counted and removed, each its owner’s alone', async () => {
  await db`delete from passkey`;
  const at = hour(-1);
  await passkey('d', ana, { at });
  await passkey('b', ana, { at });
  await passkey('c', luis, { counter: 9 });
  await passkey('a', ana, { at: hour(-0.5) });
  await passkey('e', ana, { at: hour(-2) });
  const idsOf = async (of: string) => (await passkeysOf(db, of)).map(({ id }) => nameOf(id));
  expect(await idsOf(ana)).toEqual(['e', 'b', 'd', 'a']);
  expect((await passkeysOf(db, luis)).map((row) => ({ ...row, publicKey: String(row.publicKey) }))).toEqual([
    {
      ...{ id: short('c'), credentialId: 'credential c', publicKey: 'c', counter: 9, transports: ['internal', 'usb'] },
      ...{ name: 'Llave c', createdAt: expect.any(Temporal.Instant), usedAt: null },
    },
  ]);
  const found = async (...names: string[]) =>
    (
      await knownPasskeys(
        db,
        names.map((name) => `credential ${name}`),
      )
    )
      .map(({ id, customer }) => [nameOf(id), customer.id])
      .sort();
  expect(await found('a', 'c', 'x')).toEqual([
    ['a', ana],
    ['c', luis],
  ]);
  await db`update customer set role = 'organiser' where id = ${luis}`;
  expect(await found('a', 'c')).toEqual([['a', ana]]);
  await db`update customer set role = 'customer' where id = ${luis}`;

  await db.begin((tx) =>
    usePasskeys(tx, [
      { passkeyId: short('b'), counter: 6 },
      { passkeyId: short('c'), counter: 12 },
    ]),
  );
  expect(await db`select id, counter::int, used_at is not null as "isUsed" from passkey order by id`).toEqual([
    { id: short('a'), counter: 5, isUsed: false },
    { id: short('b'), counter: 6, isUsed: true },
    { id: short('c'), counter: 12, isUsed: true },
    { id: short('d'), counter: 5, isUsed: false },
    { id: short('e'), counter: 5, isUsed: false },
  ]);
  expect(await db.begin((tx) => lockCounters(tx, ['c', 'b', 'x'].map(short)))).toEqual(
    new Map([
      [short('b'), 6],
      [short('c'), 12],
    ]),
  );

  const again = {
    id: short('f'),
    customerId: luis,
    name: 'Otra',
    credentialId: 'credential a',
    publicKey: new Uint8Array([1]),
    counter: 0,
    transports: [],
  };
  expect(await db.begin((tx) => insertPasskey(tx, again))).toBe(false);
  expect(await db.begin((tx) => insertPasskey(tx, { ...again, credentialId: 'credential f' }))).toBe(true);
  const removed = (id: string, customerId: string) => db.begin((tx) => deletePasskey(tx, { id: short(id), customerId }));
  expect([await removed('a', luis), await removed('x', ana), await removed('c', luis)]).toEqual([false, false, true]);
  expect([await idsOf(ana), await idsOf(luis)]).toEqual([['e', 'b', 'd', 'a'], ['f']]);
});

test('an account that only a provider opens is external, unless its address was never confirmed, whichever way it is entered', async () => {
  const [confirmed, unproved, own] = (await haveBuyers(db, 3)).map(({ customerId }) => customerId) as [string, string, string];
  const all = [confirmed, unproved, own];
  await have(all.map((of, index) => ({ id: `d${index}`, of })));
  await db`delete from passkey`;
  for (const [index, of] of all.entries()) await passkey(`p${index}`, of);
  await db`update customer set password_hash = null where id = any (${[confirmed, unproved]}::text[])`;
  await db`update customer set email_confirmed_at = null where id = ${unproved}`;
  // Forgets no device: it was remembered afterwards.
  await db`update known_device set revoked_at = null`;
  await db`insert into external_identity (issuer, subject, customer_id) select 'https://club.example', id, id from unnest(${all}::text[]) as id`;
  const byDevice = await db.begin((tx) => lockDevices(tx, ['d0', 'd1', 'd2'].map(long)));
  expect(byDevice.map(({ customer }) => customer.isExternal)).toEqual([true, false, false]);
  const byPasskey = await knownPasskeys(
    db,
    all.map((_, index) => `credential p${index}`),
  );
  expect(all.map((id) => byPasskey.find(({ customer }) => customer.id === id)?.customer.isExternal)).toEqual([true, false, false]);
});

test('counters are locked in the order of their ids, and challenges are used up in it', async () => {
  await db`delete from passkey`;
  await passkey('b', ana);
  await passkey('a', ana);
  await passkey('c', ana);
  const freePasskeys = () => db<{ id: string }[]>`select id from passkey for update skip locked`;
  expect(await lockedBy((tx) => lockCounters(tx, ['b', 'a'].map(short)), freePasskeys, ['a', 'b', 'c'])).toEqual(['a', 'b']);
  await inTheOrderOfIds(
    (tx) => tx`select from passkey where id = ${short('a')} for update`,
    (tx) => lockCounters(tx, ['b', 'a'].map(short)),
    (tx) => tx`select from passkey where id = ${short('b')} for update nowait`,
  );
  const challenge = (id: string, minutes = 5) => ({ id: long(id), expiresAt: Temporal.Now.instant().add({ minutes }) });
  await inTheOrderOfIds(
    (tx) => useChallenges(tx, [challenge('a')]),
    (tx) => useChallenges(tx, [challenge('b'), challenge('a')]),
    (tx) => tx`insert into used_challenge (id, expires_at) values (${long('b')}, now())`,
  );
  const used = await db.begin((tx) => useChallenges(tx, [challenge('b'), challenge('c'), challenge('d', -1), challenge('e')]));
  expect([...used].sort()).toEqual(['c', 'e'].map(long));
});

test('links are read as long as they are young and unused, with their owners, who are locked in their order', async () => {
  await db`delete from log_in_link`;
  const link = (id: string, of: string, minutes = 0, isUsed = false) => db`
    insert into log_in_link (id, customer_id, browser, created_at, used_at)
    values (${short(id)}, ${of}, ${long(`browser-${id}`)}, now() - make_interval(mins => ${minutes}), case when ${isUsed} then now() - interval '1 hour' end)`;
  await link('a', ana);
  await link('b', ana, 14);
  await link('c', ana, 16);
  await link('d', luis);
  await link('e', luis, 0, true);
  const ids = ['a', 'b', 'c', 'd', 'e', 'x'].map(short);
  const read = async () =>
    (await db.begin((tx) => openLinks(tx, ids, 15))).map(({ id, browser, customer }) => [nameOf(id), nameOf(browser), customer.id]).sort();
  const anas = [
    ['a', 'browser-a', ana],
    ['b', 'browser-b', ana],
  ];
  expect(await read()).toEqual([...anas, ['d', 'browser-d', luis]]);
  expect((await db.begin((tx) => openLinks(tx, [short('b')], 15))).map(({ id }) => id)).toEqual([short('b')]);
  await db`update customer set role = 'box-office' where id = ${luis}`;
  expect(await read()).toEqual(anas);
  await db`update customer set role = 'customer' where id = ${luis}`;
  const sent = async (id: string) => (await linkToSend(db, short(id), 15))?.customerId;
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e', 'x'].map(sent))).toEqual([ana, ana, undefined, luis, undefined, undefined]);

  expect(await lockedBy((tx) => lockOwnersOfLinks(tx, ['a', 'b'].map(short)), freeCustomers, [ana, luis])).toEqual([ana]);
  const [first = '', second = ''] = [ana, luis].sort();
  // The one with the earlier id lies behind the other.
  await db`update customer set first_name = first_name where id = ${first}`;
  await inTheOrderOfIds(
    (tx) => tx`select from customer where id = ${first} for no key update`,
    (tx) => lockOwnersOfLinks(tx, ['a', 'd'].map(short)),
    (tx) => tx`select from customer where id = ${second} for no key update nowait`,
  );
  const rows = () => db`select id, xmin::text as version from log_in_link where customer_id = ${luis} order by id`;
  const theirs = await rows();
  const usedBefore = await db`select used_at::text as at from log_in_link where id = ${short('e')}`;
  await db.begin((tx) => useLinks(tx, [ana]));
  expect(await rows()).toEqual(theirs);
  expect(await read()).toEqual([['d', 'browser-d', luis]]);
  await db.begin((tx) => useLinks(tx, [luis]));
  expect(await db`select used_at::text as at from log_in_link where id = ${short('e')}`).toEqual(usedBefore);
  expect(await read()).toEqual([]);
});
