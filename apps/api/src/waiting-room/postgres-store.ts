import { type Lane, type LaneCounts, lanes } from '@butaca/fair-queue';
import type { Db, Tx } from '#db/connect';
import {
  advanceLines,
  bindPass,
  countNetworks,
  countPasses,
  endPass,
  findAccounts,
  findCrowdedNetworks,
  fixDrawn,
  forgetSolutions,
  insertPass,
  keepAccounts,
  lockLines,
  readLines,
  setIssued,
  spendSolutions,
  startLines,
  takeLease,
} from './queries-store.ts';
import {
  type Joined,
  type JoinRequest,
  type LaneTable,
  noCounts,
  type QueueStore,
  type Redeemed,
  type Redemption,
  type RoomKey,
} from './store.ts';

/** As long as a challenge may be solved. */
const SOLUTION_SECONDS = 900;

/** The counters in PostgreSQL, the default. */
export function postgresStore(db: Db): QueueStore {
  return {
    async open(room, atLeast = noCounts) {
      await startLines(
        db,
        room,
        lanes.map((lane) => ({ lane, ...atLeast[lane] })),
      );
    },
    join: (requests) => db.begin((tx) => giveNumbers(tx, requests)) as Promise<readonly Joined[]>,
    async fixDraw(room) {
      const drawn = new Map((await fixDrawn(db, room)).map((row) => [row.lane, row.drawn]));
      return { priority: drawn.get('priority') ?? 0, general: drawn.get('general') ?? 0, late: 0 };
    },
    redeem: (request) => db.begin((tx) => letIn(tx, request)) as Promise<Redeemed>,
    async leave(request) {
      await endPass(db, request);
    },
    async lanes(rooms) {
      const lines = rooms.length === 0 ? [] : await readLines(db, rooms);
      return new Map(rooms.map(({ performanceId }) => [performanceId, lanesOf(lines, performanceId)]));
    },
    async passes(room) {
      const [counts] = await countPasses(db, room);
      return counts ?? { inside: 0, redeemed: 0, redeemedLately: 0 };
    },
    crowdedNetworks: (room, most) => findCrowdedNetworks(db, room, most),
    async lead(holder, seconds) {
      const [lease] = await takeLease(db, holder, seconds);
      if (lease) await forgetSolutions(db);
      return lease?.term ?? null;
    },
    async advance(room, term, to) {
      const { count } = await advanceLines(
        db,
        room,
        term,
        lanes.map((lane) => ({ lane, ...to[lane] })),
      );
      return count > 0;
    },
    close: async () => {},
  };
}

function lanesOf(lines: readonly (LaneCounts & { performanceId: number; lane: Lane })[], performanceId: number): LaneTable {
  const own = new Map(
    lines.flatMap(({ lane, issued, serving, lapsed, ...line }) =>
      line.performanceId === performanceId ? [[lane, { issued, serving, lapsed }] as const] : [],
    ),
  );
  return {
    priority: own.get('priority') ?? noCounts.priority,
    general: own.get('general') ?? noCounts.general,
    late: own.get('late') ?? noCounts.late,
  };
}

const nameOf = ({ performanceId, epoch }: RoomKey, rest: string) => `${performanceId} ${epoch} ${rest}`;

/** Locks the lanes, gives numbers in the order of the requests, and writes: two round trips for a batch of any size. */
async function giveNumbers(tx: Tx, requests: readonly JoinRequest[]): Promise<Joined[]> {
  const rooms = new Map(requests.map((request) => [nameOf(request, ''), request]));
  const solutions = requests.flatMap(({ solution }) => (solution === null ? [] : [solution]));
  const withHolder = requests.flatMap((request) => (request.holder === null ? [] : [{ ...request, holder: request.holder }]));
  // Sent in this order: what accounts have is read when their lanes are locked.
  const [lines, fresh, accounts] = await Promise.all([
    lockLines(tx, [...rooms.values()]).execute(),
    solutions.length === 0 ? [] : spendSolutions(tx, solutions, SOLUTION_SECONDS).execute(),
    withHolder.length === 0 ? [] : findAccounts(tx, withHolder).execute(),
  ]);
  const issued = new Map(lines.map((line) => [nameOf(line, line.lane), line.issued]));
  const joinedAt = lines[0]?.nowMs ?? 0;
  const unspent = new Set(fresh.map(({ solution }) => solution));
  const known = new Map(accounts.map((account) => [nameOf(account, account.holder), account]));
  const added = new Map<string, (typeof accounts)[number]>();
  const networks = new Map<string, RoomKey & { network: string; numbers: number }>();
  const answers = requests.map((request): Joined => {
    const { performanceId, epoch, lane, ticket, holder, instead, solution, accessible, group } = request;
    const before = holder === null ? undefined : known.get(nameOf(request, holder));
    if (before && before.ticket !== instead) return answerOf(before);
    // Taken out, so that two requests of one batch do not share a solution.
    if (solution !== null && !unspent.delete(solution)) return { kind: 'spent' };
    const number = issued.get(nameOf(request, lane));
    if (number === undefined) throw new Error(`room ${performanceId} has no lane ${lane} in its opening ${epoch}`);
    issued.set(nameOf(request, lane), number + 1);
    const network = networks.get(nameOf(request, group)) ?? { performanceId, epoch, network: group, numbers: 0 };
    networks.set(nameOf(request, group), { ...network, numbers: network.numbers + 1 });
    if (holder !== null) {
      const account = { performanceId, epoch, holder, lane, number, ticket, joinedAtMs: joinedAt, accessible, network: group };
      known.set(nameOf(request, holder), account);
      added.set(nameOf(request, holder), account);
    }
    return { kind: 'joined', lane, number, ticket, joinedAt, accessible, group };
  });
  await Promise.all([
    setIssued(
      tx,
      lines.map((line) => ({ ...line, issued: issued.get(nameOf(line, line.lane)) ?? line.issued })),
    ),
    networks.size > 0 && countNetworks(tx, [...networks.values()]),
    added.size > 0 && keepAccounts(tx, [...added.values()]),
  ]);
  return answers;
}

const answerOf = ({ lane, number, ticket, joinedAtMs, accessible, network }: Awaited<ReturnType<typeof findAccounts>>[number]): Joined => ({
  ...{ kind: 'joined', lane, number, ticket, joinedAt: joinedAtMs, accessible, group: network },
});

/** Two that come with one position wait for each other at its row. */
async function letIn(tx: Tx, request: Redemption): Promise<Redeemed> {
  const [, [pass]] = await Promise.all([request.mayStart && insertPass(tx, request).execute(), bindPass(tx, request).execute()]);
  if (!pass) return { kind: 'unused' };
  if (!pass.isOwn) return { kind: 'taken' };
  return pass.isOver ? { kind: 'over' } : { kind: 'inside', expiresAt: pass.expiresAtMs };
}
