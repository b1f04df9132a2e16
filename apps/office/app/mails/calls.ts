import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { AnswerOf, RefusalCodeOf } from '@butaca/contract';
import { correctMailboxByStaff, sendMailboxCodeByStaff } from '@butaca/contract/office-orders';
import type { RefusalTable } from '@butaca/contract/refusals';
import { listUndelivered, putMailAside, sendMailAgain, takeMailBack } from '@butaca/contract/undelivered';
import { client } from '../client.ts';
import { ofEveryAct, read, resultsBy } from '../outcome.ts';

export type MailList = AnswerOf<typeof listUndelivered>;

export const readMails = async (search: string, signal: AbortSignal) =>
  read<MailList>(
    await client.call(listUndelivered, { query: { search: search === '' ? undefined : search } }, { purpose: 'background', signal }),
  );

type Verb = typeof sendMailAgain | typeof putMailAside | typeof takeMailBack | typeof sendMailboxCodeByStaff | typeof correctMailboxByStaff;

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

const problems: RefusalTable<RefusalCodeOf<Verb>, MailProblem> = {
  ...ofEveryAct,
  mail_over: () => 'over',
  nothing_undelivered: () => 'nothing',
  wrong_code: () => 'wrong_code',
  too_many_attempts: () => 'wait',
  invalid_input: () => 'input',
};

const resultOf = resultsBy<Verb, MailProblem>(problems);

export const sendAgain = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(sendMailAgain, { params: { mailId }, body: {} }));

export const putAside = async (mailId: string, reason: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(putMailAside, { params: { mailId }, body: { reason } }));

export const takeBack = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(takeMailBack, { params: { mailId }, body: {} }));

/** Null once it was sent. */
export async function sendCode(orderId: string, email: string, click: ClickKey): Promise<MailProblem | null> {
  const result = resultOf(await click.keyed(client.call)(sendMailboxCodeByStaff, { params: { orderId }, body: { email } }));
  // The answer is empty, which a string would be as well for the compiler.
  return typeof result === 'string' ? (result as MailProblem) : null;
}

interface Proved {
  readonly email: string;
  readonly code: string;
  readonly reason: string;
}

export const correct = async (orderId: string, body: Proved, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(correctMailboxByStaff, { params: { orderId }, body }));
