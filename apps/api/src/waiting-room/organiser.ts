import { randomInt } from 'node:crypto';
import {
  changeRoom as changeCall,
  addRoomCodes as codesCall,
  type InputOf,
  openRoom as openCall,
  Refusal,
  type RoomVerb,
  removeRoomCodes as removeCall,
  wireNameOf,
} from '@butaca/contract';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { openWaitingRoom, usualKnobs } from './open-room.ts';
import { changePhase, type RoomKnobs, type RoomPhase } from './queries.ts';
import { deleteCodes, findQueuePerformance, insertChange, lockRoom, setCodes, setKnobs, setToldSoldOut } from './queries-organiser.ts';
import type { WaitingRooms } from './rooms.ts';

/** Where each verb leads from which phases. What the stock does (sold out, and open again) and the draw are the leader's. */
export const transitions: { readonly [Verb in RoomVerb]: { readonly from: readonly RoomPhase[]; readonly to: RoomPhase } } = {
  open_now: { from: ['standby'], to: 'active' },
  pause: { from: ['active', 'draining'], to: 'paused' },
  resume: { from: ['paused', 'draining', 'sold_out'], to: 'active' },
  drain: { from: ['active', 'paused'], to: 'draining' },
  sell_out: { from: ['active', 'paused', 'draining'], to: 'sold_out' },
  close: { from: ['standby', 'pre', 'active', 'paused', 'draining', 'sold_out'], to: 'closed' },
};

/** Phases in which knobs are turned and codes are given out. */
const open = transitions.close.from;

export const verbsIn = (phase: RoomPhase): RoomVerb[] =>
  (Object.keys(transitions) as RoomVerb[]).filter((verb) => transitions[verb].from.includes(phase));

interface OfRoom {
  readonly performanceId: number;
  /** Who does it, for the log. */
  readonly staffId: string;
}

type Opening = InputOf<typeof openCall>['body'];
type Turned = InputOf<typeof changeCall>['body'];

/** Opens the room of a performance to come; refused where one is open. */
export async function openRoomOf(
  rooms: WaitingRooms,
  { performanceId, staffId }: OfRoom,
  { startsAt, standsBy = false, ...given }: Opening,
) {
  const [performance] = await findQueuePerformance(rooms.db, performanceId);
  if (!performance) throw new Refusal('not_found');
  if (performance.isOver) throw new Refusal('not_on_sale', {});
  // A room that stands by opens with the crowd, at no time that is known.
  if (startsAt !== undefined && (standsBy || startsAt >= performance.startsAtMs))
    throw invalid(wireNameOf(openCall.body, 'startsAt'), 'invalid');
  const opening = { ...usualKnobs, ...knobsOf(given), performanceId, startsAt: startsAt ?? null, standsBy };
  await openWaitingRoom(rooms, opening, staffId);
}

/** Turns what is named and leaves the rest; what is as it was is no change. */
export async function turnKnobs(rooms: WaitingRooms, { performanceId, staffId }: OfRoom, { startsAt, ...given }: Turned) {
  await change(rooms, performanceId, open, async (tx, room) => {
    const wanted: Turned = { ...knobsOf(given), ...(startsAt === undefined ? {} : { startsAt }) };
    const is: Required<Turned> = { ...(room as RoomKnobs), startsAt: room.startsAtMs ?? 0 } as Required<Turned>;
    const turned = (Object.keys(wanted) as (keyof Turned)[]).filter((knob) => JSON.stringify(wanted[knob]) !== JSON.stringify(is[knob]));
    if (turned.length === 0) return;
    if (turned.includes('startsAt')) {
      if (room.phase !== 'pre') throw new Refusal('wrong_phase', { phase: room.phase });
      if (startsAt !== undefined && startsAt >= room.performanceAtMs) throw invalid(wireNameOf(changeCall.body, 'startsAt'), 'invalid');
    }
    // Everybody's position follows from the draw and from who was put last by it.
    if (turned.includes('demotes') && room.isDrawn) throw invalid(wireNameOf(changeCall.body, 'demotes'), 'too_late');
    const startsAtMs = startsAt === undefined ? room.startsAtMs : Math.max(startsAt, room.nowMs);
    await setKnobs(tx, { ...room, ...(wanted as Partial<RoomKnobs>), performanceId, startsAtMs });
    const pick = (from: Turned) => Object.fromEntries(turned.map((knob) => [knob, from[knob]]));
    await insertChange(tx, { performanceId, staffId, change: { verb: 'change', before: pick(is), after: pick(wanted) } });
  });
}

export async function moveRoomTo(rooms: WaitingRooms, { performanceId, staffId }: OfRoom, verb: RoomVerb) {
  const transition = transitions[verb];
  await change(rooms, performanceId, transition.from, async (tx, room) => {
    await changePhase(tx, room, transition);
    await setToldSoldOut(tx, performanceId, verb === 'sell_out');
    await insertChange(tx, { performanceId, staffId, change: { verb } });
  });
}

/** Adds the organiser's own code or new ones, and answers them: afterwards only their number is told. */
export async function addCodes(
  rooms: WaitingRooms,
  { performanceId, staffId }: OfRoom,
  { code, count, uses }: InputOf<typeof codesCall>['body'],
): Promise<string[]> {
  if ((code === undefined) === (count === undefined))
    throw invalid(wireNameOf(codesCall.body, 'code'), code === undefined ? 'missing' : 'invalid');
  const codes = code === undefined ? Array.from({ length: count ?? 0 }, newCode) : [code.toUpperCase()];
  await change(rooms, performanceId, open, async (tx) => {
    await setCodes(tx, performanceId, codes, uses);
    await insertChange(tx, { performanceId, staffId, change: { verb: 'add_codes', codes: codes.length } });
  });
  return codes;
}

export async function removeCodes(rooms: WaitingRooms, { performanceId, staffId }: OfRoom, code: string | undefined) {
  await change(rooms, performanceId, open, async (tx) => {
    const { count } = await deleteCodes(tx, performanceId, code?.toUpperCase() ?? null);
    if (count === 0 && code !== undefined) throw invalid(wireNameOf(removeCall.body, 'code'), 'unknown');
    if (count > 0) await insertChange(tx, { performanceId, staffId, change: { verb: 'remove_codes', codes: count } });
  });
}

type LockedRoom = Awaited<ReturnType<typeof lockRoom>>[number];

/** One change of a room at a time, with its line in the log; this process shows it at once, others within a second. */
async function change(
  rooms: WaitingRooms,
  performanceId: number,
  phases: readonly RoomPhase[],
  work: (tx: Tx, room: LockedRoom) => Promise<void>,
): Promise<void> {
  await withLockTimeout(rooms.db, async (tx) => {
    const [room] = await lockRoom(tx, performanceId);
    if (!room) throw new Refusal('not_found');
    if (!phases.includes(room.phase)) throw new Refusal('wrong_phase', { phase: room.phase });
    await work(tx, room);
  });
  // The change is made: a store that does not answer just now is read a second later.
  await rooms.read().catch(() => {});
}

/** A language without a text is left out, so that an empty message is no message. */
function knobsOf<Given extends Omit<Turned, 'startsAt'>>({ message, ...knobs }: Given): Partial<RoomKnobs> {
  const said =
    message &&
    Object.fromEntries(
      Object.entries(message)
        .filter(([, text]) => text)
        .sort(),
    );
  const given = Object.entries(knobs).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(said ? { message: said as Record<string, string> } : {}) };
}

const invalid = (name: string, reason: string) => new Refusal('invalid_input', { fields: [{ name, reason }] });

/** Without 0, O, 1, I and L, which people confuse. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `7KMP-4PX2-9THC`, 59 random bits. */
const newCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-');
