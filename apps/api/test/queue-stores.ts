import type { Lane } from '@butaca/fair-queue';
import { runsUnattended } from '../../../scripts/config.ts';
import { findValkey, NO_VALKEY } from '../../../scripts/valkey/binary.ts';
import { startThrowAwayValkey, type ThrowAwayValkey } from '../../../scripts/valkey/start.ts';
import type { Db } from '../src/db/connect.ts';
import { postgresStore, type QueueStore, valkeyStore } from '../src/waiting-room/index.ts';
import { usualKnobs } from '../src/waiting-room/open-room.ts';
import { openRoom } from '../src/waiting-room/queries.ts';
import type { JoinRequest, Redemption, RoomKey } from '../src/waiting-room/store.ts';

/** A store of queue numbers as several processes have it. */
export interface StoreUnderTest {
  /** That of another process: with a connection of its own. */
  readonly connect: () => QueueStore;
  /** Null for PostgreSQL. */
  readonly valkey: ThrowAwayValkey | null;
  readonly stop: () => Promise<void>;
}

export type StoreName = 'PostgreSQL' | 'Valkey' | 'a cluster of Valkey';

/** Those that can run here. Unattended, the others must be installed. */
export function storeNames(): readonly StoreName[] {
  if (findValkey()) return ['PostgreSQL', 'Valkey', 'a cluster of Valkey'];
  if (runsUnattended()) throw new Error(NO_VALKEY);
  process.stdout.write(`${NO_VALKEY}\n`);
  return ['PostgreSQL'];
}

export async function startStore(name: StoreName, db: Db): Promise<StoreUnderTest> {
  if (name === 'PostgreSQL') return { connect: () => postgresStore(db), valkey: null, stop: async () => {} };
  const cluster = name === 'a cluster of Valkey';
  const valkey = await startThrowAwayValkey(findValkey() as string, { cluster });
  const opened: QueueStore[] = [];
  return {
    valkey,
    connect() {
      const store = valkeyStore(cluster ? [valkey.url, valkey.url] : [valkey.url], db);
      opened.push(store);
      return store;
    },
    async stop() {
      for (const store of opened) await store.close();
      await valkey.stop();
    },
  };
}

/** So many performances, each with a room in PostgreSQL whose store is not opened yet. */
export const haveRoomRows = async (db: Db, performanceIds: readonly number[]) => {
  for (const performanceId of performanceIds)
    await db.begin((tx) =>
      openRoom(tx, {
        ...usualKnobs,
        ...{ performanceId, phase: 'active', startsAtMs: null, secret: 'a'.repeat(64), commitment: 'b'.repeat(64) },
      }),
    );
};

let tickets = 0;
export const aJoin = (room: RoomKey, given: Partial<JoinRequest> = {}): JoinRequest => ({
  ...{ lane: 'general', ticket: `ticket${tickets++}`, holder: null, instead: null, solution: null, accessible: false, group: 'home' },
  ...given,
  ...room,
});

export const aRedemption = (room: RoomKey, position: number, given: Partial<Redemption> = {}): Redemption => ({
  ...{ lane: 'general', position, ticket: `of position ${position}`.replaceAll(' ', '-'), holder: null, passSeconds: 600, mayStart: true },
  ...given,
  ...room,
});

/** Counters of the general lane, with the other lanes as they were. */
export const general = (serving: number, lapsed = 0): Readonly<Record<Lane, { serving: number; lapsed: number }>> => ({
  priority: { serving: 0, lapsed: 0 },
  general: { serving, lapsed },
  late: { serving: 0, lapsed: 0 },
});
