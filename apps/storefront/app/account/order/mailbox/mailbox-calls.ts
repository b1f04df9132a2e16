import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { Outcome } from '@butaca/contract';
import { correctMailbox, sendMailboxCode } from '@butaca/contract/undelivered';
import { loadClient } from '../../../calls/load-client.ts';

/** `over`: nothing waits for another address any more, as after a second tab was faster. */
export type MailboxResult = 'ok' | 'log-in' | 'wrong_code' | 'over' | 'failed' | { readonly seconds: number };

/** Mails the code to the address that is to take the order's mails. */
export const sendCode = async (orderId: string, email: string, click: ClickKey): Promise<MailboxResult> =>
  resultOf(await click.keyed((await loadClient()).call)(sendMailboxCode, { params: { orderId }, body: { email } }));

export const proveMailbox = async (
  orderId: string,
  body: { readonly email: string; readonly code: string },
  click: ClickKey,
): Promise<MailboxResult> => resultOf(await click.keyed((await loadClient()).call)(correctMailbox, { params: { orderId }, body }));

/** The order's mails go to the account's address again, which needs no code. */
export const takeBack = async (orderId: string, account: string, click: ClickKey): Promise<MailboxResult> =>
  resultOf(
    await click.keyed((await loadClient()).call)(correctMailbox, { params: { orderId }, body: { email: account, code: undefined } }),
  );

/** Whether the account's address refused the last mail; not where that is not known. */
export async function takesNoMail(): Promise<boolean> {
  const [client, { getCustomer }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
  return (await client.ask(getCustomer, {}))?.undelivered !== undefined;
}

function resultOf(outcome: Outcome<typeof sendMailboxCode> | Outcome<typeof correctMailbox>): MailboxResult {
  if (outcome.status === 'ok') return 'ok';
  if (outcome.status === 'unauthorised') return 'log-in';
  if (outcome.status !== 'refusal') return 'failed';
  if (outcome.failure === 'wrong_code') return 'wrong_code';
  if (outcome.failure === 'nothing_undelivered') return 'over';
  return outcome.failure === 'too_many_attempts' ? { seconds: outcome.data.retryAfterSeconds } : 'failed';
}
