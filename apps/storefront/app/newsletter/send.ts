import type { Outcome } from '@butaca/contract/client';
import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { subscribe } from '@butaca/contract/newsletter';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { emailProblem } from '@butaca/contract/rules/email';
import { nameProblem } from '@butaca/contract/rules/person';
import { loadClient } from '../calls/load-client.ts';

/** What the dialog says: a text of the server's as it is, or one of ours. */
export type Message =
  | { readonly text: string }
  | { readonly key: 'sent' | 'failed' | 'refused' }
  | { readonly key: 'wait'; readonly seconds: number };

export interface Sent {
  /** Whether the fields clear (FT-027). */
  readonly isDone: boolean;
  readonly message: Message;
}

export interface Typed {
  readonly name: string;
  readonly email: string;
}

export type WrongField = keyof Typed;

/** Sends what was typed, or names the field that keeps it from being sent (VA-007). */
export async function send({ name, email }: Typed): Promise<Sent | { readonly wrong: WrongField }> {
  if (nameProblem(name) !== null) return { wrong: 'name' };
  if (emailProblem(email) !== null) return { wrong: 'email' };
  // Told in the footer's own dialog, so that a failure opens no other one and leads nowhere.
  const client = await loadClient();
  return sentOf(await client.call(subscribe, { body: { name, email } }, { purpose: 'background' }));
}

const wait = ({ retryAfterSeconds: seconds }: { retryAfterSeconds: number }): Message => ({ key: 'wait', seconds });
const refused = (): Message => ({ key: 'refused' });

const refusals: RefusalTable<RefusalCodeOf<typeof subscribe>, Message> = {
  too_many_attempts: wait,
  too_many_requests: wait,
  busy: wait,
  invalid_input: refused,
  foreign_page: refused,
  malformed_body: refused,
  body_too_large: refused,
  unsupported_media_type: refused,
};

/** FT-026, FT-027, ER-006: the message of nCode 200 stands in `oMail.oData`, that of any other nCode is `oData`, where it is a text. */
export function sentOf(outcome: Outcome<typeof subscribe>): Sent {
  switch (outcome.status) {
    case 'ok': {
      const text = outcome.data.mail?.message;
      return { isDone: true, message: text ? { text } : { key: 'sent' } };
    }
    case 'refusal':
      return { isDone: false, message: lookUpRefusal(refusals, outcome) };
    case 'unreadable':
      return { isDone: false, message: typeof outcome.data === 'string' && outcome.data ? { text: outcome.data } : { key: 'failed' } };
    default:
      return { isDone: false, message: { key: 'failed' } };
  }
}
