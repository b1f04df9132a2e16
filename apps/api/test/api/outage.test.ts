import { afterAll, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { startWire } from '../wire.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

/** The api reaches its database through the wire, which can be cut; `db` is connected directly. */
const { owner, url, ownerUrl, close } = await freshDatabase();
const wire = await startWire(url);
const STATEMENT_TIMEOUT_MS = 500;
const behindWire = connect(wire.url, { connections: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
const app = await customersApp(behindWire, { answersFreshMs: 0 });
const { token } = await loggedIn(app);
afterAll(async () => {
  await app.close();
  await behindWire.end({ timeout: 1 });
  await close();
});

/** On the wire, because what counts here is the HTTP status and its Retry-After. */
async function get(url: string) {
  const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
const information = () => get('/v2/Cliente/Informacion');
const UNAVAILABLE = { status: 503, headers: expect.objectContaining({ 'retry-after': '1' }), nCode: 503, cError: 'unavailable' };
const isBack = () =>
  vi.waitFor(async () => expect(await information()).toMatchObject({ status: 200, nCode: 200 }), { timeout: limit(20_000), interval: 50 });

test('while the database is away calls are 503 with Retry-After, and served again once it is back', async () => {
  await isBack();
  await wire.cut();
  try {
    for (let turn = 0; turn < 3; turn++) {
      expect(await information()).toMatchObject(UNAVAILABLE);
      expect(await get('/v2/Cartelera')).toMatchObject(UNAVAILABLE);
    }
  } finally {
    await wire.mend();
  }
  await isBack();
});

test('a call whose connection is ended by the database is 503 with Retry-After', async () => {
  await isBack();
  const holder = connect(ownerUrl, { connections: 1 });
  try {
    await holder.begin(async (tx) => {
      await tx`lock table session in access exclusive mode`;
      const answer = information();
      await vi.waitFor(async () => {
        const ended = await owner`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and application_name = 'butaca'`;
        expect(ended.length).toBeGreaterThan(0);
      }, SOON);
      expect(await answer).toMatchObject(UNAVAILABLE);
    });
  } finally {
    await holder.end();
  }
});

test('a call whose statement takes too long is 503 with Retry-After', async () => {
  await isBack();
  const holder = connect(ownerUrl, { connections: 1 });
  try {
    await holder.begin(async (tx) => {
      await tx`lock table session in access exclusive mode`;
      expect(await information()).toMatchObject(UNAVAILABLE);
    });
  } finally {
    await holder.end();
  }
});

test('a fault that a retry would not mend is 500', async () => {
  await isBack();
  await owner`alter table session rename to session_away`;
  try {
    expect(await information()).toMatchObject({ status: 500, nCode: 500, cError: 'fault' });
  } finally {
    await owner`alter table session_away rename to session`;
  }
});
