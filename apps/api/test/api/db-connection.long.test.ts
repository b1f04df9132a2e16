import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { connect, type Db } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';

const { owner: admin, ownerUrl: url, close } = await freshDatabase();
await admin`create table note (text text)`;
afterAll(close);

const CONNECTIONS = 4;
/** Below `connect_timeout`: a connection that never answers again shows as a refusal, and does not hang the test. */
const ROUNDS = 80;

const applicationName = (db: Db) => db.options.connection.application_name;
/** Answers whom it has sent the signal: a backend ends when it has read it, which may be later. */
const endBackends = (db: Db) => admin<{ pid: number }[]>`
  select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = ${applicationName(db)} and datname = current_database()`;
const all = (db: Db) => Promise.allSettled(Array.from({ length: CONNECTIONS * 2 }, (_, n) => db`select ${n}::integer as n`));

test(`a pool whose connections the server has ended ${ROUNDS} times, some while they were being written to, answers on each of them`, async () => {
  const db = connect(url, { connections: CONNECTIONS, applicationName: 'ended' });
  let signalled: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await all(db);
    const ended = endBackends(db).execute();
    // Statements that are on their way to sockets just as those close.
    const underWay = [];
    for (let turn = 0; turn < 6; turn++) {
      underWay.push(all(db));
      await new Promise((resolve) => setImmediate(resolve));
    }
    signalled = (await ended).map(({ pid }) => pid);
    await Promise.all(underWay);
  }
  await expect.poll(() => admin`select from pg_stat_activity where pid = any (${[...signalled]}::integer[])`).toHaveLength(0);
  // The first statement of each may still find its connection ended.
  await all(db);
  const answers = await all(db);
  expect(answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : 'answered'))).toEqual(
    answers.map(() => 'answered'),
  );
  await db.end({ timeout: 1 });
});

test('a transaction whose connection was ended writes nothing more, though the pool has connected anew for others', async () => {
  const db = connect(url, { connections: 1, applicationName: 'transaction' });
  const outcome: string[] = [];
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let left: Promise<unknown> = Promise.resolve();
  const transaction = db.begin(async (tx) => {
    await tx`insert into note values ('first')`;
    left = mayGoOn
      .then(() => tx`insert into note values ('second')`)
      .then(
        () => outcome.push('written'),
        (error: { code: string }) => outcome.push(error.code),
      );
    await left;
  });
  const refused = expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await expect
    .poll(() => admin`select 1 from pg_stat_activity where application_name = 'transaction' and state = 'idle in transaction'`)
    .toHaveLength(1);
  await endBackends(db);
  await refused;
  // Another transaction has the only connection now.
  await db.begin(async (tx) => {
    await tx`insert into note values ('another')`;
    goOn();
    await left;
  });
  expect(outcome).toEqual(['CONNECTION_CLOSED']);
  expect(await admin`select text from note`).toEqual([{ text: 'another' }]);
  await db.end({ timeout: 1 });
});

test('a connection that is reset inside a transaction answers again after it has been made anew', async () => {
  const gate = await startGate(url);
  const db = connect(gate.url, { connections: 1, applicationName: 'reset' });
  await db`select 1`;
  const refused = expect(db.begin((tx) => tx`select pg_sleep(5)`)).rejects.toMatchObject({
    code: expect.stringMatching(/^(ECONNRESET|CONNECTION_CLOSED)$/),
  });
  await expect
    .poll(() => admin`select 1 from pg_stat_activity where application_name = 'reset' and query like '%pg_sleep%'`)
    .toHaveLength(1);
  gate.reset();
  await refused;
  for (let turn = 0; turn < 5; turn++) expect(await db`select ${turn}::integer as turn`).toEqual([{ turn }]);
  await db.end({ timeout: 1 });
  gate.close();
});

test('a statement that is retried as soon as its connection was reset is answered', async () => {
  const gate = await startGate(url);
  const db = connect(gate.url, { connections: 1, applicationName: 'again' });
  await db`select 1`;
  // All of them are sent at once, on the connection that is open.
  const asleep = Array.from({ length: 3 }, () =>
    db`select pg_sleep(5)`.then(
      () => 'slept',
      () => db`select 1 as one`,
    ),
  );
  await expect
    .poll(() => admin`select 1 from pg_stat_activity where application_name = 'again' and query like '%pg_sleep%'`)
    .toHaveLength(1);
  gate.reset();
  expect(await Promise.all(asleep)).toEqual(asleep.map(() => [{ one: 1 }]));
  await db.end({ timeout: 1 });
  gate.close();
});

test('a server that closes the connection before it is ready counts as unreachable, and is used again later', async () => {
  const gate = await startGate(url);
  const db = connect(gate.url, { connections: 2, applicationName: 'hangs-up' });
  gate.hangUp(true);
  const refused = await Promise.allSettled(Array.from({ length: 6 }, () => db`select 1`));
  expect(refused.map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(refused.map(() => 'CONNECTION_CLOSED'));
  // Each attempt waits for its turn, and does not follow the last one at once.
  expect(gate.accepted()).toBeLessThan(20);
  gate.hangUp(false);
  expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
  await db.end({ timeout: 1 });
  gate.close();
});

test('a connection that is reset while it asks for the types of arrays refuses its statement, and leaves no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', hear);
  const gate = await startGate(url);
  const db = connect(gate.url, { connections: 1, applicationName: 'types' });
  try {
    gate.resetAt('pg_catalog.pg_type');
    await expect(db`select 1`).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|CONNECTION_CLOSED)$/) });
    gate.resetAt(null);
    expect(await db`select array[1, 2] as numbers`).toEqual([{ numbers: [1, 2] }]);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', hear);
    await db.end({ timeout: 1 });
    gate.close();
  }
});

/** A way to the database that can reset its connections, or hang up on new ones. */
async function startGate(databaseUrl: string) {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hangsUp = false;
  let resetAt: string | null = null;
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    if (hangsUp) return client.end();
    const backend = connectSocket(Number(to.port), to.hostname);
    sockets.add(client);
    client.on('error', () => {});
    client.on('close', () => backend.destroy());
    backend.on('error', () => {});
    backend.on('close', () => client.destroy());
    client.on('data', (data) => {
      if (resetAt !== null && data.includes(resetAt)) client.resetAndDestroy();
    });
    client.pipe(backend).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(databaseUrl);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    },
    /** Resets a connection that carries this text. */
    resetAt: (text: string | null) => {
      resetAt = text;
    },
    hangUp: (on: boolean) => {
      hangsUp = on;
    },
    accepted: () => accepted,
    close: () => server.close(),
  };
}

/** Statements alone and in transactions, on fewer connections than there are of them; each answers the transaction in which it ran. */
async function crowd(db: Db) {
  const mark = (n: number) => `transaction ${n}`;
  const alone = () => db<{ mark: string }[]>`select coalesce(current_setting('butaca.mark', true), '') as mark`;
  const transaction = (n: number) =>
    db.begin(async (tx) => {
      const read = () => tx<{ mark: string }[]>`select current_setting('butaca.mark', true) as mark`;
      const [, [first]] = await Promise.all([tx`select set_config('butaca.mark', ${mark(n)}, true)`.execute(), read().execute()]);
      const [second] = await read();
      if (n % 5 === 0) throw new Error(mark(n));
      return [first?.mark, second?.mark];
    });
  return Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      if (n % 2 === 0) return { expected: [''], found: (await alone()).map((row) => row.mark) };
      const found = await transaction(n).catch((error: Error) => [error.message, error.message]);
      return { expected: [mark(n), mark(n)], found };
    }),
  );
}

test('many statements at once each run in their own transaction or in none, on new, busy and used connections', async () => {
  const db = connect(url, { connections: 3, applicationName: 'crowd' });
  for (let round = 0; round < 5; round++) {
    for (const { expected, found } of await crowd(db)) expect(found).toEqual(expected);
  }
  await db.end({ timeout: 1 });
});

test('the first statements of a transaction are sent with its begin: one round trip instead of two', async () => {
  const db = connect(url, { connections: 1, applicationName: 'pipelined' });
  await db.begin((tx) => tx`select 1`);
  const order: string[] = [];
  const transaction = db.begin((tx) => {
    order.push('work is asked for');
    return tx`select 1`;
  });
  // No answer of the server can be read before this turn of the event loop is over.
  setImmediate(() => order.push('the next turn'));
  await transaction;
  await db.end({ timeout: 1 });
  expect(order).toEqual(['work is asked for', 'the next turn']);
});

test('a statement, its rows and what its transaction refers to are freed by a collection of the young generation', async () => {
  setFlagsFromString('--expose-gc');
  const collect: (what: { type: 'minor' }) => void = runInNewContext('gc');
  const db = connect(url, { connections: 1, onStatement: () => () => {} });
  const done: WeakRef<object>[] = [];
  const remember = <T extends object>(one: T): T => {
    done.push(new WeakRef(one));
    return one;
  };
  for (let n = 0; n < 50; n++) {
    const statement = remember(db`select ${n}::integer as n`);
    remember(await statement);
    const input = remember({ n });
    remember(await db.begin((tx) => tx`select ${input.n}::integer as n`));
  }
  // A weak reference keeps what it was made for until the end of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  collect({ type: 'minor' });
  // The connection itself still knows its last one.
  expect(done.filter((one) => one.deref() !== undefined).length).toBeLessThan(10);
  await db.end({ timeout: 1 });
});

test('statements one after the other go to the connection that was used last, and the others rest', async () => {
  const db = connect(url, { connections: CONNECTIONS, applicationName: 'last-used' });
  await all(db);
  const pids: number[] = [];
  for (let n = 0; n < CONNECTIONS * 2; n++) pids.push((await db<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0);
  expect(new Set(pids).size).toBe(1);
  await db.end({ timeout: 1 });
});
