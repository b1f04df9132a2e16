import { sleep } from '@butaca/browser/poll.ts';
import type { AnswerOf, Endpoint, FailureCode, InputOf, RefusalCodeOf, RefusalIn } from '@butaca/contract';
import { redirect } from 'react-router';
import { pathTo } from '../paths.ts';
import type { AsOf } from './as-of.ts';
import { TransportFailure } from './transport-failure.ts';
import { reconnecting } from './until-answered.ts';

export type PageAnswer<E extends Endpoint> =
  | { readonly ok: true; readonly data: AnswerOf<E> }
  | ({ readonly ok: false } & RefusalIn<RefusalCodeOf<E>>)
  /** The answer could not be read. */
  | { readonly ok: false; readonly failure?: undefined };

/**
 * A call that a person waits for, from a `clientLoader`. A status other than 200 goes to login with the address as
 * nextUrl (C-01): 401 has ended the session, a fault is shown there. No answer at all shows the page's error state, after `againAfterMs`.
 */
export async function pageCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  request: Request,
  { againAfterMs = [] }: { readonly againAfterMs?: readonly number[] } = {},
): Promise<PageAnswer<E>> {
  const outcome = await answerTo(endpoint, input, againAfterMs);
  switch (outcome.status) {
    case 'ok':
      return { ok: true, data: outcome.data };
    case 'refusal':
      return refused(outcome);
    case 'unreadable':
      return { ok: false };
    case 'unauthorised':
      throw redirect(loginFor(request));
    case 'fault':
      throw redirect(loginFor(request, { failed: 1 }));
    case 'ERROR':
      // The dialog shows it; a navigation that was abandoned is not a lost connection.
      throw new TransportFailure();
  }
}

/** A call of a page that is there and asks for itself: undefined without an answer, and the page stays. */
export async function momentCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, asOf: AsOf): Promise<PageAnswer<E> | undefined> {
  const { client } = await import('./browser-client.ts');
  const outcome = await client.call(endpoint, input, { purpose: 'background', asOf });
  if (outcome.status === 'ok') return { ok: true, data: outcome.data };
  return outcome.status === 'refusal' ? refused(outcome) : undefined;
}

const refused = <C extends FailureCode>({ failure, data }: RefusalIn<C>) => ({ ok: false, failure, data }) as const;

/** Asks as long as a server that is restarted does not answer; the last time decides. */
async function answerTo<E extends Endpoint>(endpoint: E, input: InputOf<E>, againAfterMs: readonly number[]) {
  const { client } = await import('./browser-client.ts');
  for (const ms of againAfterMs) {
    const outcome = await client.call(endpoint, input, { purpose: 'background' });
    if (outcome.status === 'ok' || outcome.status === 'refusal' || outcome.status === 'unreadable') return outcome;
    if (outcome.status === 'unauthorised') break;
    reconnecting.set(true);
    await sleep(ms);
    reconnecting.set(false);
  }
  return client.call(endpoint, input, { purpose: 'navigation' });
}

export function loginFor(request: Request, query: { failed?: 1 } = {}): string {
  const { pathname, search } = new URL(request.url);
  return pathTo('login', {}, { next: `${pathname}${search}`, ...query });
}
