import type { AnswerOf, Endpoint, InputOf, RefusalCodeOf } from '@butaca/contract';
import { redirect } from 'react-router';
import { pathTo } from '../paths.ts';
import { TransportFailure } from './transport-failure.ts';

export type PageAnswer<E extends Endpoint> =
  | { readonly ok: true; readonly data: AnswerOf<E> }
  /** Without a failure the answer could not be read. */
  | { readonly ok: false; readonly failure?: RefusalCodeOf<E> };

/**
 * A call that a person waits for, from a `clientLoader`. A status other than 200 goes to login with the address as
 * nextUrl (C-01): 401 has ended the session, a fault is shown there. No answer at all shows the page's error state.
 */
export async function pageCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, request: Request): Promise<PageAnswer<E>> {
  const { client } = await import('./browser-client.ts');
  const outcome = await client.call(endpoint, input, { purpose: 'navigation' });
  switch (outcome.status) {
    case 'ok':
      return { ok: true, data: outcome.data };
    case 'refusal':
      return { ok: false, failure: outcome.failure };
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

export function loginFor(request: Request, query: { failed?: 1 } = {}): string {
  const { pathname, search } = new URL(request.url);
  return pathTo('login', {}, { next: `${pathname}${search}`, ...query });
}
