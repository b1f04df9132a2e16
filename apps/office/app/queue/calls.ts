import type { AnswerOf, InputOf, Outcome, RefusalCodeOf } from '@butaca/contract';
import {
  addRoomCodes,
  changeRoom,
  getOfficeRoom,
  listOfficeRooms,
  moveRoom,
  openRoom,
  type RoomOfPerformance,
  type RoomPhase,
  type RoomVerb,
  removeRoomCodes,
} from '@butaca/contract/office-queue';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { client } from '../client.ts';
import { endSession } from '../session.ts';

/** Why nothing was done. */
export type RoomProblem =
  | { readonly kind: 'phase'; readonly phase: RoomPhase }
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  | { readonly kind: 'open' | 'over' | 'gone' | 'busy' | 'no_answer' | 'other' };

type Verb = typeof openRoom | typeof changeRoom | typeof moveRoom | typeof addRoomCodes | typeof removeRoomCodes;

const other = () => ({ kind: 'other' }) as const;
const busy = () => ({ kind: 'busy' }) as const;
const problems: RefusalTable<RefusalCodeOf<Verb>, RoomProblem> = {
  wrong_phase: ({ phase }) => ({ kind: 'phase', phase }),
  room_is_open: () => ({ kind: 'open' }),
  not_on_sale: () => ({ kind: 'over' }),
  not_found: () => ({ kind: 'gone' }),
  invalid_input: ({ fields }) => ({ kind: 'fields', names: fields.map(({ name }) => name) }),
  busy,
  too_many_requests: busy,
  not_for_you: other,
  malformed_address: other,
  foreign_page: other,
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

export type Done<Answer> = { readonly done: Answer } | { readonly problem: RoomProblem };

function resultOf<E extends Verb>(outcome: Outcome<E>): Done<AnswerOf<E>> {
  if (outcome.status === 'ok') return { done: outcome.data as AnswerOf<E> };
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.status === 'refusal') return { problem: lookUpRefusal(problems, outcome as never) };
  return { problem: { kind: outcome.status === 'ERROR' ? 'no_answer' : 'other' } };
}

export type Opening = InputOf<typeof openRoom>['body'];
export type Turned = InputOf<typeof changeRoom>['body'];
export type NewCodes = InputOf<typeof addRoomCodes>['body'];

export const open = async (performanceId: number, body: Opening) =>
  resultOf(await client.call(openRoom, { params: { performanceId }, body }));

export const turn = async (performanceId: number, body: Turned) =>
  resultOf(await client.call(changeRoom, { params: { performanceId }, body }));

export const move = async (performanceId: number, verb: RoomVerb) =>
  resultOf(await client.call(moveRoom, { params: { performanceId }, body: { verb } }));

export const addCodes = async (performanceId: number, body: NewCodes) =>
  resultOf(await client.call(addRoomCodes, { params: { performanceId }, body }));

export const removeCodes = async (performanceId: number, code?: string) =>
  resultOf(await client.call(removeRoomCodes, { params: { performanceId }, body: { code } }));

/** What a query fails with where the performance does not exist. */
export class Gone extends Error {}

/** For queries: throws when there is no answer; a session that has expired, or is no longer an organiser's, is ended. */
function read<Answer>(outcome: { status: string; data?: unknown; failure?: string }): Answer {
  if (outcome.status === 'ok') return outcome.data as Answer;
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.failure === 'not_for_you') endSession('not-for-you');
  if (outcome.failure === 'not_found' || outcome.failure === 'malformed_address') throw new Gone();
  throw new Error(outcome.failure ?? outcome.status);
}

export const readRooms = async (signal: AbortSignal) =>
  read<AnswerOf<typeof listOfficeRooms>>(await client.call(listOfficeRooms, {}, { purpose: 'background', signal }));

export const readRoom = async (performanceId: number, signal: AbortSignal) =>
  read<RoomOfPerformance>(await client.call(getOfficeRoom, { params: { performanceId } }, { purpose: 'background', signal }));
