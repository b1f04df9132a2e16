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

export type MailProblem = 'over' | 'nothing' | 'wrong_code' | 'key_reused' | 'not_found' | 'input' | 'busy' | 'no_answer' | 'other';

const problems: RefusalTable<RefusalCodeOf<Verb>, MailProblem> = {
  ...ofEveryAct,
  mail_over: () => 'over',
  nothing_undelivered: () => 'nothing',
  wrong_code: () => 'wrong_code',
  too_many_attempts: () => 'busy',
  invalid_input: () => 'input',
};

const resultOf = resultsBy<Verb, MailProblem>(problems);

export const sendAgain = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(sendMailAgain, { params: { mailId }, body: {} }));

export const putAside = async (mailId: string, reason: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(putMailAside, { params: { mailId }, body: { reason } }));

export const takeBack = async (mailId: string, click: ClickKey) =>
  resultOf(await click.keyed(client.call)(takeMailBack, { params: { mailId }, body: {} }));

/** `seconds`: until the next code may be asked for. */
export type CodeProblem = MailProblem | { readonly seconds: number };

/** Null once it was sent. */
export async function sendCode(orderId: string, email: string, click: ClickKey): Promise<CodeProblem | null> {
  const outcome = await click.keyed(client.call)(sendMailboxCodeByStaff, { params: { orderId }, body: { email } });
  if (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts') return { seconds: outcome.data.retryAfterSeconds };
  const result = resultOf(outcome);
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
