import type { JoinRequest as JoinForm, QueueState, TurnAnswer } from '@butaca/contract';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { aheadOf, positionOf } from '@butaca/fair-queue';
import type { Batcher } from '#db/batcher';
import { isOwnMachine, networkOf } from '#http/network';
import { type QueueTicket, ticketId } from './numbers.ts';
import { giveCodeBack, useCode } from './queries.ts';
import { isGated, letsIn, type Room, type WaitingRooms } from './rooms.ts';
import type { Joined, JoinRequest, Redeemed } from './store.ts';
import { LEAST_BITS, type Suspicion } from './suspicion.ts';
import type { Throttle } from './throttle.ts';

/** What the calls of a visitor work with. */
export interface QueueWorld {
  readonly rooms: WaitingRooms;
  readonly joins: Batcher<JoinRequest, Joined>;
  readonly suspicion: Suspicion;
  /** Lets people in while the store does not answer. */
  readonly throttle: Throttle;
}

/** Who asks, and what their browser brings. */
export interface Visitor {
  readonly performanceId: number;
  /** The cookie with their number. */
  readonly ticket: string | undefined;
  /** Null while nobody is logged in. */
  readonly customerId: string | null;
  readonly ip: string;
  /** The mail address that the call names, hashed: it weighs in the work for a number and is kept nowhere. */
  readonly mail: string | undefined;
}

/** An answer, and the number that the browser keeps from now on; undefined leaves its cookie as it is. */
export interface Visit<Answer> {
  readonly answer: Answer;
  readonly ticket?: QueueTicket;
}

/** Where people go on: the browser knows the address that they came from better, and this is where they go without one. */
const addressOf = ({ row }: Room) => `/funcion/${row.showSeo}/${row.performanceId}`;

/** The room of a performance whose visitors wait; undefined where everybody goes on at once. */
function gatedRoom({ rooms }: QueueWorld, performanceId: number): Room | undefined {
  const room = rooms.get(performanceId);
  return room && isGated(room.row.phase) ? room : undefined;
}

const goOn = ({ rooms }: QueueWorld, performanceId: number) => {
  const room = rooms.get(performanceId);
  return { answer: { redirectUrl: room ? addressOf(room) : `/funcion?idFuncion=${performanceId}` } };
};

/** The question of a page that needs a turn (CA-028): an empty address means to wait. */
export async function askTurn(world: QueueWorld, visitor: Visitor): Promise<Visit<TurnAnswer>> {
  const room = gatedRoom(world, visitor.performanceId);
  if (!room) return goOn(world, visitor.performanceId);
  const known = ticketOf(world, room, visitor);
  // Without a queue there is nothing to show: the number is given and called in one call, as long as its network asks for few.
  const mayGive = known === null && isIdle(room) && bitsOf(world, visitor) <= LEAST_BITS;
  const ticket = mayGive
    ? await giveNumber(world, room, visitor, { id: ticketId(), lane: 'general', accessible: false, instead: null, solution: null })
    : known;
  if (!ticket || ticket === 'spent') return { answer: { redirectUrl: '' } };
  const redeemed = await enter(world, room, visitor, ticket, true);
  const visit = ticket === known ? {} : { ticket };
  if (redeemed.kind !== 'inside') return { ...visit, answer: { redirectUrl: '' } };
  const holder = visitor.customerId === null ? null : world.rooms.holderOf(visitor.customerId);
  const { mostPlaces } = room.row;
  const pass = holder && {
    performanceId: visitor.performanceId,
    epoch: ticket.epoch,
    holder,
    expiresAt: redeemed.expiresAt,
    promisedAt: ticket.joinedAt,
    mostPlaces: mostPlaces ?? 0,
  };
  return {
    ...visit,
    answer: {
      redirectUrl: addressOf(room),
      ...(pass ? { pass: world.rooms.signer.writePass({ ...pass, accessible: ticket.accessible }), passUntil: redeemed.expiresAt } : {}),
    },
  };
}

/** Where a visitor stands, without giving anybody a number (CA-025). */
export async function peek(world: QueueWorld, visitor: Visitor): Promise<Visit<QueueState>> {
  const room = gatedRoom(world, visitor.performanceId);
  if (!room) return goOn(world, visitor.performanceId);
  const ticket = ticketOf(world, room, visitor);
  return { answer: ticket ? await stateOf(world, room, visitor, ticket) : { redirectUrl: '' } };
}

/**
 * Gives the visitor a number, or tells where the one that they have stands (CA-024). Browsers without JavaScript cannot work: they get one as
 * long as their network has asked for as few as a household does.
 */
export async function join(world: QueueWorld, visitor: Visitor, form: JoinForm = {}, work?: 'without work'): Promise<Visit<QueueState>> {
  const room = gatedRoom(world, visitor.performanceId);
  if (!room) return goOn(world, visitor.performanceId);
  const before = ticketOf(world, room, visitor);
  const state = before && !changesLane(room, before, form) ? await stateOf(world, room, visitor, before) : null;
  if (state && !state.isTurnOver) return { answer: state };
  const isTurnOver = state?.isTurnOver === true;
  const refused = (obstacle: NonNullable<QueueState['obstacle']>): Visit<QueueState> => ({
    answer: { redirectUrl: '', obstacle, ...(isTurnOver ? { isTurnOver } : {}) },
  });
  const refusedToWork = (): Visit<QueueState> => {
    const challenge = world.suspicion.challenge(room.row, bitsOf(world, visitor), world.rooms.now());
    return { answer: { ...refused('work').answer, challenge } };
  };
  const { phase, onePerAccount, accessibleLane, takesCodes } = room.row;
  if (phase === 'draining' || phase === 'sold_out') return refused('closed');
  if (onePerAccount && visitor.customerId === null) return refused('login');
  const solution = form.work ? world.suspicion.solutionOf(room.row, form.work, world.rooms.now()) : null;
  const isExcused = work === 'without work' && bitsOf(world, visitor) <= LEAST_BITS;
  if (solution === null && !isExcused) return refusedToWork();
  const code = typedIdentifier(form.code ?? '').toUpperCase();
  // One guess for each piece of work.
  if (code && solution !== null && !world.suspicion.mayGuess(solution)) return refusedToWork();
  if (code && !(takesCodes && (await useCode(world.rooms.db, visitor.performanceId, code)).count > 0)) return refused('code');
  const accessible = form.accessible === true && accessibleLane;
  const id = ticketId();
  const asked = { id, instead: isTurnOver ? (before?.id ?? null) : null, accessible, solution };
  const ticket = await giveNumber(world, room, visitor, { ...asked, lane: code || accessible ? 'priority' : 'general' }).catch(
    async (error: unknown) => {
      if (code) await giveCodeBack(world.rooms.db, visitor.performanceId, code);
      throw error;
    },
  );
  // An account keeps its first number.
  if (code && (ticket === 'spent' || ticket.id !== id)) await giveCodeBack(world.rooms.db, visitor.performanceId, code);
  if (ticket === 'spent') return refusedToWork();
  return { ticket, answer: { ...(await stateOf(world, room, visitor, ticket)), ...(isTurnOver ? { isTurnOver } : {}) } };
}

/**
 * Whether somebody who waits asks for another lane: with a code, or for accessible places. They get another number there. Where each account
 * has one number, the first one stays.
 */
const changesLane = ({ row }: Room, before: QueueTicket, { code, accessible }: JoinForm): boolean =>
  !row.onePerAccount &&
  ((code !== undefined && before.lane !== 'priority') || (accessible === true && row.accessibleLane && !before.accessible));

/** The visitor stops waiting or buying, and frees their place inside at once (CA-026). */
export async function leave({ rooms }: QueueWorld, visitor: Visitor): Promise<void> {
  const room = rooms.get(visitor.performanceId);
  const ticket = room && rooms.signer.readTicket(visitor.ticket, visitor.performanceId);
  const at = ticket && ticket.epoch === room.row.epoch ? positionOf(ticket, room.document) : null;
  if (ticket && at) await rooms.store.leave({ performanceId: ticket.performanceId, epoch: ticket.epoch, ...at, ticket: ticket.id });
}

/** A number of this opening of the room. */
function ticketOf({ rooms }: QueueWorld, { row }: Room, { ticket, performanceId }: Visitor): QueueTicket | null {
  const read = rooms.signer.readTicket(ticket, performanceId);
  return read?.epoch === row.epoch ? read : null;
}

/** Everybody who came was called, and there is room for more. */
const isIdle = ({ row, lanes: { general, priority } }: Room): boolean =>
  row.phase === 'active' &&
  row.seed !== null &&
  !row.onePerAccount &&
  general.serving > general.issued &&
  priority.serving >= priority.issued;

async function stateOf(world: QueueWorld, room: Room, visitor: Visitor, ticket: QueueTicket): Promise<QueueState> {
  const { lane, number, group, epoch, joinedAt, accessible } = ticket;
  const state = { redirectUrl: '', number: { lane, number, group, epoch, joinedAt, accessible } };
  const at = positionOf(ticket, room.document);
  if (!at || aheadOf(at, room.document) > 0) return state;
  const { kind } = await enter(world, room, visitor, ticket, false);
  if (kind === 'inside') return { ...state, redirectUrl: addressOf(room) };
  if (kind !== 'unused' || isLapsed(world, room, ticket)) return { ...state, isTurnOver: true };
  // Those who were called wait until a pause is over.
  return letsIn(room.row.phase) ? { ...state, redirectUrl: addressOf(room) } : state;
}

/** Its position was called so long ago that its turn is over. One that was given after its position had been called has the same time. */
function isLapsed({ rooms }: QueueWorld, { document, row }: Room, ticket: QueueTicket): boolean {
  const at = positionOf(ticket, document);
  return at !== null && at.position < document.lanes[at.lane].lapsed && ticket.joinedAt + row.graceSeconds * 1000 < rooms.now();
}

/** Lets a number in whose position was called, as far as `mayStart` and its time allow. */
async function enter(world: QueueWorld, room: Room, visitor: Visitor, ticket: QueueTicket, mayStart: boolean): Promise<Redeemed> {
  const at = positionOf(ticket, room.document);
  if (!at || aheadOf(at, room.document) > 0 || room.row.phase === 'pre') return { kind: 'unused' };
  const { performanceId, epoch } = ticket;
  const holder = visitor.customerId === null ? null : world.rooms.holderOf(visitor.customerId);
  const redemption = {
    ...{ performanceId, epoch, ...at, ticket: ticket.id, holder },
    passSeconds: room.row.passMinutes * 60,
    mayStart: mayStart && letsIn(room.row.phase) && !isLapsed(world, room, ticket),
  };
  try {
    return await world.rooms.store.redeem(redemption);
  } catch (error) {
    if (!redemption.mayStart || !world.throttle.admits(room.row)) throw error;
    return { kind: 'inside', expiresAt: Math.round(world.rooms.now()) + redemption.passSeconds * 1000 };
  }
}

interface Asked extends Pick<JoinRequest, 'instead' | 'accessible' | 'solution'> {
  readonly id: string;
  readonly lane: 'priority' | 'general';
}

async function giveNumber(
  { rooms, joins }: QueueWorld,
  { row }: Room,
  { customerId, ip }: Visitor,
  { id, ...asked }: Asked,
): Promise<QueueTicket | 'spent'> {
  const { performanceId, epoch, onePerAccount } = row;
  const group = rooms.signer.groupOf(networkOf(ip));
  const holder = onePerAccount && customerId !== null ? rooms.holderOf(customerId) : null;
  const joined = await joins.add({ performanceId, epoch, ticket: id, holder, group, ...asked });
  if (joined.kind === 'spent') return 'spent';
  const { kind: _, ticket, ...given } = joined;
  return { performanceId, epoch, id: ticket, ...given };
}

/** Behind a proxy that TRUST_PROXY does not name all visitors share our own address, which therefore does not count. */
function bitsOf({ suspicion }: QueueWorld, { ip, mail }: Visitor): number {
  const names = [...(isOwnMachine(ip) ? [] : [`network ${networkOf(ip)}`]), ...(mail ? [`mail ${mail}`] : [])];
  return suspicion.bitsFor(names);
}
