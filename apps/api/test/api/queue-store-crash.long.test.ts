import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../scripts/postgres/start.ts';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { postgresStore } from '../../src/waiting-room/index.ts';
import { haveSales } from '../factories/purchase.ts';
import { aJoin, aRedemption, general, haveRoomRows } from '../queue-stores.ts';

/** What a commit wrote outlives the process, which is what is ended here, though not the machine. */
const SETTINGS = { fsync: 'off', shared_buffers: '64MB' };

test('numbers that were answered, and who went in, are there after PostgreSQL was killed', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-crash-'));
  let server: RunningPostgres | undefined = await startPostgres({ dataDirectory, settings: SETTINGS });
  const { port } = server;
  const url = server.urlOf('postgres');
  const db = connect(url, { connections: 6 });
  try {
    await migrate(url);
    const [{ performanceId }] = await haveSales(db, [{}]);
    await haveRoomRows(db, [performanceId]);
    const store = postgresStore(db);
    const room = { performanceId, epoch: 1 };
    await store.open(room);
    const answered: number[] = [];
    const joinUntilItFails = async () => {
      for (;;) {
        const answers = await store.join(Array.from({ length: 5 }, () => aJoin(room))).catch(() => null);
        if (answers === null) return;
        answered.push(...answers.flatMap((answer) => (answer.kind === 'joined' ? [answer.number] : [])));
      }
    };
    const [account] = await store.join([aJoin(room, { holder: 'ana' })]);
    const term = await store.lead('leader', 60);
    expect(await store.advance(room, term ?? 0, general(7, 2))).toBe(true);
    const pass = await store.redeem(aRedemption(room, 3));
    const draw = await store.fixDraw(room);
    const crowd = [joinUntilItFails(), joinUntilItFails(), joinUntilItFails()];
    await expect.poll(() => answered.length, { timeout: limit(60_000) }).toBeGreaterThan(100);
    process.kill(server.pid, 'SIGKILL');
    await Promise.all(crowd);
    server = undefined;
    server = await startPostgres({ dataDirectory, settings: SETTINGS, port });

    await expect.poll(() => store.lanes([room]).catch(() => null), { timeout: limit(60_000) }).not.toBeNull();
    const counts = (await store.lanes([room])).get(performanceId);
    expect(counts?.general).toMatchObject({ serving: 7, lapsed: 2 });
    expect(counts?.general.issued).toBeGreaterThan(Math.max(...answered));
    const [next] = await store.join([aJoin(room)]);
    expect(next).toMatchObject({ number: counts?.general.issued });
    expect(new Set(answered).size).toBe(answered.length);
    expect(await store.join([aJoin(room, { holder: 'ana' })])).toEqual([account]);
    expect(await store.redeem(aRedemption(room, 3, { mayStart: false }))).toEqual(pass);
    expect(await store.fixDraw(room)).toEqual(draw);
  } finally {
    await db.end({ timeout: 1 });
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
