import type { Client, Endpoint, InputOf, Outcome } from '@butaca/contract';
import type { CallOptions } from '@butaca/contract/client';
import { isError } from '@butaca/contract/envelope';
import { useState } from 'react';
import { randomId } from './random-id.ts';

/** What the client says of an answer that it cannot read at all; no refusal has it (CA-005). */
const UNREADABLE_CODE = 500;

/** Refusals of a server that has not looked at the click: an earlier try of it may have been carried out, or still be under way. */
const unjudged: ReadonlySet<string> = new Set(['busy', 'too_many_requests']);

interface End {
  readonly status: Outcome<Endpoint>['status'];
  readonly code?: number;
  readonly failure?: string;
}

/** Whether the server has judged what was asked, so that it is known what became of it. */
function isAnswered({ status, code = UNREADABLE_CODE, failure = '' }: End): boolean {
  if (status === 'ok') return true;
  if (status === 'refusal') return !unjudged.has(failure);
  // A refusal that this page does not know, because the server is newer, is one all the same.
  return status === 'unreadable' && isError(code) && code !== UNREADABLE_CODE;
}

/** Given anew for every try: what is asked for stays the same, for the server too. */
const proofs: readonly string[] = ['captcha', 'password', 'passkey'];
const withoutProofs = (name: string, value: unknown) => (proofs.includes(name) ? undefined : value);

/**
 * Chooses the idempotency key of a person's click, so that a key means one act (decision 092). A click whose answer was lost keeps its
 * key: pressed again, it happens once. Any answer, and any other choice, ends it: "two more" pressed twice is four. A choice is all that
 * is asked for, compared by value. One for each form or list of buttons, whose latest click it knows.
 */
export class ClickKey {
  #unanswered: { readonly choice: string; readonly key: string } | null = null;

  async run<Answer extends End>(choice: readonly unknown[], ask: (key: string) => Promise<Answer>): Promise<Answer> {
    const asked = JSON.stringify(choice, withoutProofs);
    if (this.#unanswered?.choice !== asked) this.#unanswered = { choice: asked, key: randomId() };
    const click = this.#unanswered;
    const answer = await ask(click.key);
    if (isAnswered(answer) && this.#unanswered === click) this.#unanswered = null;
    return answer;
  }

  /** The client's `call`, each under the key of its click. `seen`: what the person saw, where the same call means more once that has changed. */
  keyed =
    (call: Client['call'], seen?: unknown) =>
    <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Outcome<E>> =>
      this.run([endpoint.method, endpoint.path, input, seen], (idempotencyKey) => call(endpoint, input, { ...options, idempotencyKey }));
}

/** For as long as the component is shown. */
export const useClickKey = (): ClickKey => useState(() => new ClickKey())[0];
