import {
  type OfficeKnobs,
  type OfficeRoom,
  QUEUE_HOST,
  type QueuePerformance,
  queueCalls,
  Refusal,
  type RoomOfPerformance,
} from '@butaca/contract';
import { lanes } from '@butaca/fair-queue';
import { MOST_NUMBERS_OF_NETWORK } from './draw-room.ts';
import { standingOf, waitingIn } from './leader.ts';
import { usualKnobs } from './open-room.ts';
import { verbsIn } from './organiser.ts';
import { findRoom, type RoomKnobs, type RoomRow } from './queries.ts';
import { countCodes, findChanges, findPulse, findQueuePerformance, findSamples, type QueuePerformanceRow } from './queries-organiser.ts';
import { isProved, type WaitingRooms } from './rooms.ts';
import { noCounts } from './store.ts';

const MOST_NETWORKS = 50;
const MOST_CHANGES = 100;
/** How far to look back for the pace of now, and how little is too little. */
const PACE_OVER_MS = 60_000;
const LEAST_PACE_OVER_MS = 5000;

interface Sources {
  readonly rooms: WaitingRooms;
  /** Of the brand; empty: our own. */
  readonly queueHost: string;
}

/** A performance and its room as they are in the database now, so that a change is seen at once through any process. */
export async function readOfficeRoom({ rooms, queueHost }: Sources, performanceId: number): Promise<RoomOfPerformance> {
  const [[performance], [row]] = await Promise.all([findQueuePerformance(rooms.db, performanceId), findRoom(rooms.db, performanceId)]);
  if (!performance) throw new Refusal('not_found');
  return {
    now: Math.round(rooms.now()),
    performance: presentPerformance(performance),
    ...(row ? { room: await presentRoom({ rooms, queueHost }, row) } : {}),
    usual: presentKnobs(usualKnobs),
  };
}

export function presentPerformance({ startsAtMs, onSaleAtMs, ...performance }: QueuePerformanceRow): QueuePerformance {
  return { ...performance, startsAt: startsAtMs, ...(onSaleAtMs === null ? {} : { onSaleAt: Math.round(onSaleAtMs) }) };
}

async function presentRoom({ rooms, queueHost }: Sources, row: RoomRow): Promise<OfficeRoom> {
  const { db, store } = rooms;
  const { performanceId } = row;
  const [tables, [pulse], samples, crowded, [codes], changes] = await Promise.all([
    row.phase === 'standby' ? undefined : store.lanes([row]),
    findPulse(db, row),
    findSamples(db, performanceId, row.openedAtMs),
    store.crowdedNetworks(row, MOST_NUMBERS_OF_NETWORK),
    countCodes(db, performanceId),
    findChanges(db, performanceId, MOST_CHANGES),
  ]);
  const table = tables?.get(performanceId) ?? noCounts;
  return {
    epoch: row.epoch,
    phase: row.phase,
    ...(row.startsAtMs === null ? {} : { startsAt: Math.round(row.startsAtMs) }),
    openedAt: Math.round(row.openedAtMs),
    ...(row.closedAtMs === null ? {} : { closedAt: Math.round(row.closedAtMs) }),
    isDrawn: row.seed !== null,
    verbs: verbsIn(row.phase),
    waiting: row.phase === 'closed' ? 0 : waitingIn(standingOf(row, table)),
    arrivals: row.arrivals,
    lanes: lanes.map((lane) => ({ lane, ...table[lane] })),
    ...(pulse ? { pulse: presentPulse(pulse, samples) } : {}),
    knobs: presentKnobs(row),
    samples: samples.map(({ atMs, free, held, ...sample }) => ({
      at: Math.round(atMs),
      ...sample,
      ...(free === null ? {} : { free }),
      ...(held === null ? {} : { held }),
    })),
    suspects: suspectsOf(row, crowded),
    codes: { count: codes?.count ?? 0, usesLeft: codes?.usesLeft ?? 0 },
    commitment: row.commitment,
    ...(isProved(row) ? { proof: `${queueHost || QUEUE_HOST}${queueCalls.proof(performanceId)}` } : {}),
    changes: changes.map(({ atMs, staffName, change }) => ({
      at: Math.round(atMs),
      ...(staffName === null ? {} : { staffName }),
      ...change,
    })),
  };
}

type Rows<Find extends (...given: never[]) => PromiseLike<readonly unknown[]>> = Awaited<ReturnType<Find>>;

function presentPulse(pulse: Rows<typeof findPulse>[number], samples: Rows<typeof findSamples>): NonNullable<OfficeRoom['pulse']> {
  const { atMs, inside, called, redeemed, showRate, reason, places, free, held, claimP95Ms } = pulse;
  return {
    at: Math.round(atMs),
    inside,
    called,
    redeemed,
    showRate,
    reason,
    perMinute: paceOf(pulse, samples),
    ...(claimP95Ms === null ? {} : { claimP95Ms }),
    ...(places === null || free === null || held === null ? {} : { stock: { free, held, sold: Math.max(0, places - free - held) } }),
  };
}

/** People called in a minute, by the sample of a minute ago; one that is older or younger is reckoned to a minute. */
function paceOf({ atMs, called }: { readonly atMs: number; readonly called: number }, samples: Rows<typeof findSamples>): number {
  const before = samples.findLast((sample) => atMs - sample.atMs >= PACE_OVER_MS) ?? samples[0];
  const overMs = atMs - (before?.atMs ?? atMs);
  return !before || overMs < LEAST_PACE_OVER_MS ? 0 : Math.max(0, Math.round(((called - before.called) * 60_000) / overMs));
}

function presentKnobs(knobs: RoomKnobs): OfficeKnobs {
  const { perMinute, mostInside, graceSeconds, passMinutes, mostPlaces, onePerAccount, accessibleLane, demotes } = knobs;
  const { unreachablePerMinute, standbyArrivals, message } = knobs;
  return {
    ...{ perMinute, mostInside, graceSeconds, passMinutes, mostPlaces, onePerAccount, accessibleLane, demotes },
    ...{ unreachablePerMinute, standbyArrivals, message },
  };
}

/** As the draw found them; where nobody was drawn, as they are now. */
function suspectsOf(
  { drawnGeneral, suspects, suspectNumbers, demoted }: RoomRow,
  crowded: readonly { readonly network: string; readonly numbers: number }[],
): OfficeRoom['suspects'] {
  const wasDrawn = (drawnGeneral ?? 0) > 0;
  const found = wasDrawn ? crowded.filter(({ network }) => suspects.includes(network)) : crowded;
  return {
    numbers: wasDrawn ? suspectNumbers : found.reduce((sum, { numbers }) => sum + numbers, 0),
    networks: found.slice(0, MOST_NETWORKS).map(({ network, numbers }) => ({ network, numbers })),
    areLast: demoted.length > 0,
  };
}
