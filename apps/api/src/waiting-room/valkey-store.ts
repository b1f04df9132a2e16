import { type Lane, lanes } from '@butaca/fair-queue';
import { Cluster, type RedisOptions, Valkey } from 'iovalkey';
import type { Db } from '#db/connect';
import { advanceLines, readLines, recordDrawn, startLines } from './queries-store.ts';
import {
  type Joined,
  type JoinRequest,
  type LaneTable,
  noCounts,
  type PassCounts,
  type QueueStore,
  type Redeemed,
  type RoomKey,
} from './store.ts';
import * as scripts from './valkey-scripts.ts';

const CONNECT_MS = 2000;
const COMMAND_MS = 1000;
/** A connection on which nothing comes back is opened again: its other end may be gone without a word. */
const SILENT_MS = 3000;
const LONGEST_PAUSE_MS = 500;
/** Numbers that are reserved in PostgreSQL at a time: a tenth of the line, and at least so many. A loss of the store skips no more. */
const LEAST_RESERVED = 100;
const RESERVED_SHARE = 0.1;
/** A store that loses its data while it is being restored may do so again, but not forever. */
const MOST_RESTORES = 3;
const MOST_CROWDED = 200;
const LEADER = '{q:leader}';

/** One node, or those of a cluster that are known; each as `valkey://user:password@host:port`, with TLS as `valkeys:` or `rediss:`. */
export type ValkeyUrls = readonly [string, ...string[]];

/**
 * The counters in Valkey or Redis 7, for more joins a second than PostgreSQL takes. A server that was killed, or a replica that took over,
 * may have lost what was written last, and nothing depends on that it has not: PostgreSQL knows numbers to be reserved before any of them
 * is given, and positions to be called before anybody is told. Behind these the room goes on, and the numbers in browsers stay good
 * because their signatures do. What a loss costs: up to a tenth of the line in numbers that are skipped, which accounts had a number,
 * and who went in; a visitor who was called less than a turn ago may go in a second time with the same number.
 */
export function valkeyStore(urls: ValkeyUrls, db: Db): QueueStore {
  const client = connectTo(urls);
  let connecting: Promise<unknown> | undefined;

  /** Waits for the first connection only: later ones are made in the background, and meanwhile every command fails at once. */
  async function run({ lua, sha }: scripts.Script, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply> {
    connecting ??= client.connect().catch(() => {});
    await connecting;
    try {
      return (await client.evalsha(sha, keys.length, ...keys, ...args)) as Reply;
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return (await client.eval(lua, keys.length, ...keys, ...args)) as Reply;
    }
  }

  /** Runs a script of a room, whose counters are restored first where this server has not written them. */
  async function inRoom(room: RoomKey, script: scripts.Script, args: readonly (string | number)[] = []): Promise<Reply> {
    for (let restores = 0; ; restores++) {
      const reply = await run(script, keysOf(room), args);
      if (reply[0] !== 'lost') return reply;
      if (restores === MOST_RESTORES) throw new Error(`the store of numbers lost room ${room.performanceId} again and again`);
      // Read after the answer of this very run: whatever an earlier one gave out is among it.
      const lines = new Map((await readLines(db, [room])).map((line) => [line.lane, line]));
      if (lines.size === 0) throw new NoLanes(room);
      const kept = lanes.flatMap((lane) => {
        const { issued = 0, serving = 0, lapsed = 0, drawn = null } = lines.get(lane) ?? {};
        return [issued, serving, lapsed, drawn ?? ''];
      });
      await run(scripts.restore, keysOf(room), [String(reply[1]), ...kept]);
    }
  }

  /** Lets the store give out these numbers and some more, once PostgreSQL knows of it. */
  async function reserve(room: RoomKey, issued: LaneTable, wanted: ReadonlyMap<Lane, number>) {
    const reserved = lanes.map((lane) => {
      const most = issued[lane].issued + (wanted.get(lane) ?? 0);
      return { lane, ...noCounts[lane], issued: wanted.has(lane) ? most + Math.max(LEAST_RESERVED, Math.ceil(most * RESERVED_SHARE)) : 0 };
    });
    await startLines(db, room, reserved);
    await inRoom(
      room,
      scripts.raiseLines,
      reserved.flatMap((lane) => [0, lane.issued, 0, 0]),
    );
  }

  async function joinRoom(room: RoomKey, requests: readonly JoinRequest[]): Promise<readonly Joined[]> {
    const args = requests.flatMap(({ lane, ticket, holder, instead, solution, accessible, group }) => [
      ...[lane, ticket, holder ?? '', instead ?? '', solution ?? '', accessible ? 1 : 0, group],
    ]);
    for (;;) {
      const [outcome, ...rest] = await inRoom(room, scripts.join, args);
      if (outcome === 'ok') return rest.map((answer) => joinedOf(String(answer)));
      const wanted = Map.groupBy(requests, ({ lane }) => lane);
      await reserve(room, tableOf(rest, 1), new Map([...wanted].map(([lane, { length }]) => [lane, length])));
    }
  }

  return {
    async open(room, atLeast = noCounts) {
      await startLines(
        db,
        room,
        lanes.map((lane) => ({ lane, ...atLeast[lane] })),
      );
      await inRoom(
        room,
        scripts.raiseLines,
        lanes.flatMap((lane) => [atLeast[lane].issued, atLeast[lane].issued, atLeast[lane].serving, atLeast[lane].lapsed]),
      );
    },
    async join(requests) {
      const rooms = Map.groupBy(requests, (request) => keysOf(request)[0]);
      const given = new Map<JoinRequest, Joined>();
      await Promise.all(
        [...rooms.values()].map(async (ofRoom) => {
          const answers = await joinRoom(ofRoom[0] as JoinRequest, ofRoom);
          ofRoom.forEach((request, index) => void given.set(request, answers[index] as Joined));
        }),
      );
      return requests.map((request) => given.get(request) as Joined);
    },
    async fixDraw(room) {
      const [, priority, general] = await inRoom(room, scripts.fixDraw);
      // The first answer stands in PostgreSQL before anybody gets it.
      const rows = await recordDrawn(db, room, { priority: Number(priority), general: Number(general), late: 0 });
      const drawn = new Map(rows.map((row) => [row.lane, row.drawn]));
      return { priority: drawn.get('priority') ?? 0, general: drawn.get('general') ?? 0, late: 0 };
    },
    async redeem({ lane, position, ticket, holder, passSeconds, mayStart, ...room }) {
      const args = [lane, position, ticket, holder ?? '', passSeconds * 1000, mayStart ? 1 : 0];
      const [kind, expiresAt] = await inRoom(room, scripts.redeem, args);
      return (kind === 'inside' ? { kind, expiresAt: Number(expiresAt) } : { kind }) as Redeemed;
    },
    async leave({ lane, position, ticket, ...room }) {
      await inRoom(room, scripts.leave, [lane, position, ticket]);
    },
    async lanes(rooms) {
      const tables = await Promise.all(
        rooms.map(async (room) => {
          const [, ...counts] = await inRoom(room, scripts.readLanes).catch((error: unknown) => {
            // Another process is just opening it.
            if (error instanceof NoLanes) return ['ok'];
            throw error;
          });
          return [room.performanceId, tableOf(counts, 3)] as const;
        }),
      );
      return new Map(tables);
    },
    async passes(room): Promise<PassCounts> {
      const [, inside, redeemed, redeemedLately] = await inRoom(room, scripts.countPasses);
      return { inside: Number(inside), redeemed: Number(redeemed), redeemedLately: Number(redeemedLately) };
    },
    async crowdedNetworks(room, most) {
      const found = await run(scripts.crowdedNetworks, keysOf(room), [most, MOST_CROWDED]);
      const crowded = Array.from({ length: found.length / 2 }, (_, index) => ({
        network: String(found[index * 2]),
        numbers: Number(found[index * 2 + 1]),
      }));
      return crowded.sort((one, other) => other.numbers - one.numbers || (one.network < other.network ? -1 : 1));
    },
    async lead(holder, seconds) {
      const term = (await run(scripts.lead, [LEADER], [holder, Math.round(seconds * 1000)])) as unknown as number | null;
      return term;
    },
    async advance(room, term, to) {
      // The lease and the room may be on two nodes: a term that ends in between is refused once the next leader has written to the room.
      const latest = (await run(scripts.latestTerm, [LEADER], [])) as unknown as number;
      if (latest !== term) return false;
      // In PostgreSQL first, so that what browsers have seen is never taken back after a loss.
      await advanceLines(
        db,
        room,
        null,
        lanes.map((lane) => ({ lane, ...to[lane] })),
      );
      const counts = lanes.flatMap((lane) => [to[lane].serving, to[lane].lapsed]);
      const [, written] = await inRoom(room, scripts.advance, [term, ...counts]);
      return written === 1;
    },
    close: async () => client.disconnect(),
  };
}

type Reply = readonly (string | number)[];

class NoLanes extends Error {
  constructor({ performanceId, epoch }: RoomKey) {
    super(`room ${performanceId} has no lanes in its opening ${epoch}`);
  }
}

/** In one slot of a cluster, so that a script has all of them. */
function keysOf({ performanceId, epoch }: RoomKey): readonly string[] {
  const names = ['line', 'accounts', 'networks', 'solutions', 'passes', 'inside', ...lanes.map((lane) => `went-in-${lane}`)];
  return names.map((name) => `{q:${performanceId}}:${epoch}:${name}`);
}

/** From counts in the order of lanes: `issued` alone, or with serving and lapsed. */
function tableOf(counts: Reply, each: 1 | 3): LaneTable {
  const ofLane = (index: number) => {
    const [issued = 0, serving = 0, lapsed = 0] = counts.slice(index * each, (index + 1) * each).map(Number);
    return { issued, serving, lapsed };
  };
  return Object.fromEntries(lanes.map((lane, index) => [lane, ofLane(index)])) as unknown as LaneTable;
}

function joinedOf(answer: string): Joined {
  if (answer === 'spent') return { kind: 'spent' };
  const [lane, number, joinedAt, ticket = '', accessible, group = ''] = answer.split(' ');
  return {
    kind: 'joined',
    lane: lane as Lane,
    number: Number(number),
    joinedAt: Number(joinedAt),
    ticket,
    accessible: accessible === '1',
    group,
  };
}

function connectTo(urls: ValkeyUrls): Valkey | Cluster {
  const [first] = urls.map(nodeOf);
  const { username, password, tls } = first as Node;
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENT_MS,
    // Whether a command that was under way has run is unknown, and a number that is skipped costs nothing.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A replica now, where the address of the primary leads to another one.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls: {} } : {}),
  };
  const retryStrategy = (times: number) => Math.min(times * 50, LONGEST_PAUSE_MS);
  const client =
    urls.length === 1
      ? new Valkey({ ...options, ...(first as Node).address, enableOfflineQueue: false, retryStrategy })
      : new Cluster(
          urls.map((url) => nodeOf(url).address),
          {
            ...{ lazyConnect: true, enableOfflineQueue: false, clusterRetryStrategy: retryStrategy },
            redisOptions: options,
            // Addresses that nodes name are used as they are: names in certificates must stay names.
            dnsLookup: (address, answer) => answer(null, address, 0),
            slotsRefreshTimeout: COMMAND_MS,
          },
        );
  // Without anybody who hears of it an error would end the process; every method throws it as well.
  client.on('error', () => {});
  return client;
}

interface Node {
  readonly address: { readonly host: string; readonly port: number };
  readonly username: string;
  readonly password: string;
  readonly tls: boolean;
}

function nodeOf(url: string): Node {
  const { hostname, port, username, password, protocol } = new URL(url);
  return {
    address: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 6379) },
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: protocol === 'rediss:' || protocol === 'valkeys:',
  };
}
