import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { AnswerOf, Outcome, RefusalCodeOf } from '@butaca/contract';
import { correctMailboxByStaff, sendMailboxCodeByStaff } from '@butaca/contract/office-orders';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { listUndelivered, putMailAside, sendMailAgain } from '@butaca/contract/undelivered';
import { client } from '../client.ts';
import { read } from '../orders/calls.ts';
import { endSession } from '../session.ts';

export type MailList = AnswerOf<typeof listUndelivered>;

export const readMails = async (search: string, signal: AbortSignal) =>
  read<MailList>(
    await client.call(listUndelivered, { query: { search: search === '' ? undefined : search } }, { purpose: 'background', signal }),
  );

type Verb = typeof sendMailAgain | typeof putMailAside | typeof sendMailboxCodeByStaff | typeof correctMailboxByStaff;

export type MailProblem =
  | 'over'
  | 'nothing'
  | 'wrong_code'
  | 'wait'
  | 'key_reused'
  | 'not_found'
  | 'input'
  | 'busy'
  | 'no_answer'
  | 'other';

const other = () => 'other' as const;
const problems: RefusalTable<RefusalCodeOf<Verb>, MailProblem> = {
  mail_over: () => 'over',
  nothing_undelivered: () => 'nothing',
  wrong_code: () => 'wrong_code',
  too_many_attempts: () => 'wait',
  key_reused: () => 'key_reused',
  not_found: () => 'not_found',
  invalid_input: () => 'input',
  busy: () => 'busy',
  too_many_requests: () => 'busy',
  not_for_you: other,
  malformed_address: other,
  foreign_page: other,
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

const resultOf = <E extends Verb>(outcome: Outcome<E>): AnswerOf<E> | MailProblem =>
  outcome.status === 'ok' ? (outcome.data as AnswerOf<E>) : problemOf(outcome);

function problemOf<E extends Verb>(outcome: Outcome<E>): MailProblem {
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome as never);
  return outcome.status === 'ERROR' ? 'no_answer' : 'other';
}

export const sendAgain = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(sendMailAgain, { params: { mailId }, body: {} }));

export const putAside = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(putMailAside, { params: { mailId }, body: {} }));

/** Null once it was sent. */
export async function sendCode(orderId: string, email: string, click: ClickKey): Promise<MailProblem | null> {
  const outcome = await click.keyed(client.call)(sendMailboxCodeByStaff, { params: { orderId }, body: { email } });
  return outcome.status === 'ok' ? null : problemOf(outcome);
}

interface Proved {
  readonly email: string;
  readonly code: string;
  readonly reason: string;
}

export const correct = async (orderId: string, body: Proved, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(correctMailboxByStaff, { params: { orderId }, body }));
