import {
  type AnswerOf,
  addRoomCodes,
  changeRoom,
  getOfficeRoom,
  getPerformance,
  getPublicPerformance,
  listOfficeRooms,
  moveRoom,
  openRoom,
  removeRoomCodes,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { type Session, serve } from '#http/serve';
import type { Arrivals } from './arrivals.ts';
import { standingOf, waitingIn } from './leader.ts';
import { presentPerformance, readOfficeRoom } from './office-room.ts';
import { addCodes, moveRoomTo, openRoomOf, removeCodes, turnKnobs } from './organiser.ts';
import { findQueuePerformances } from './queries-organiser.ts';
import type { Room, WaitingRooms } from './rooms.ts';

interface OrganiserDeps {
  readonly rooms: WaitingRooms;
  /** Of the brand; empty: our own. */
  readonly queueHost: string;
}

interface StaffCall {
  readonly params: { readonly performanceId: number };
  readonly session: Session;
}

const ofRoom = ({ params, session }: StaffCall) => ({ ...params, staffId: session.customerId });

/** What organisers see of waiting rooms and do with them; each change has a line in a log that nobody can change. */
export function organiserRoutes(app: FastifyInstance, deps: OrganiserDeps) {
  const { rooms } = deps;
  const answer = ({ params }: Pick<StaffCall, 'params'>) => readOfficeRoom(deps, params.performanceId);

  followArrivals(app, rooms.arrivals);
  serve(app, listOfficeRooms, () => listRooms(rooms));
  serve(app, getOfficeRoom, answer);
  serve(app, openRoom, async (call) => {
    await openRoomOf(rooms, ofRoom(call), call.body);
    return answer(call);
  });
  serve(app, changeRoom, async (call) => {
    await turnKnobs(rooms, ofRoom(call), call.body);
    return answer(call);
  });
  serve(app, moveRoom, async (call) => {
    await moveRoomTo(rooms, ofRoom(call), call.body.verb);
    return answer(call);
  });
  serve(app, addRoomCodes, async (call) => {
    const codes = await addCodes(rooms, ofRoom(call), call.body);
    return { codes, state: await answer(call) };
  });
  serve(app, removeRoomCodes, async (call) => {
    await removeCodes(rooms, ofRoom(call), call.body.code);
    return answer(call);
  });
}

/** As this process last read the rooms. */
async function listRooms(rooms: WaitingRooms): Promise<AnswerOf<typeof listOfficeRooms>> {
  const performances = await findQueuePerformances(rooms.db);
  const known = new Map(rooms.all().map((room) => [room.row.performanceId, room]));
  return {
    now: Math.round(rooms.now()),
    items: performances.map((performance) => {
      const room = known.get(performance.id);
      return { performance: presentPerformance(performance), ...(room ? { room: presentInList(room) } : {}) };
    }),
  };
}

const presentInList = ({ row, lanes }: Room) => ({
  phase: row.phase,
  ...(row.startsAtMs === null ? {} : { startsAt: Math.round(row.startsAtMs) }),
  waiting: row.phase === 'closed' ? 0 : waitingIn(standingOf(row, lanes)),
});

const counted: readonly unknown[] = [getPerformance, getPublicPerformance];

/** Calls of a performance are arrivals, for the rooms that stand by. */
function followArrivals(app: FastifyInstance, arrivals: Arrivals) {
  app.addHook('onResponse', (request, _reply, done) => {
    if (counted.includes(request.routeOptions.config.endpoint)) arrivals.count(Number((request.params as { id: string }).id));
    done();
  });
}
