import type { AnswerOf, Endpoint, FailureCode, InputOf } from '@butaca/contract';
import { redirect } from 'react-router';
import { pathTo } from '../paths.ts';
import { TransportFailure } from './transport-failure.ts';

export type PageAnswer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: FailureCode | undefined; readonly data: unknown };

/**
 * A call that a person waits for, from a `clientLoader`. A status other than 200 goes to login with the address as
 * nextUrl (C-01): 401 has ended the session, anything else says so there. No answer at all shows the page's error state.
 */
export async function pageCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, request: Request): Promise<PageAnswer<AnswerOf<E>>> {
  const { client } = await import('./browser-client.ts');
  const outcome = await client.call(endpoint, input, { purpose: 'page' });
  switch (outcome.status) {
    case 'ok':
      return { ok: true, data: outcome.data };
    case 'refused':
      return { ok: false, failure: outcome.failure, data: outcome.data };
    case 'other':
      return { ok: false, failure: undefined, data: outcome.data };
    case 'unauthorised':
      throw redirect(loginFor(request));
    case 'fault':
      throw redirect(loginFor(request, { failed: 1 }));
    case 'ERROR':
      // The dialog says it; a navigation that was given up is no failure of the line.
      throw new TransportFailure();
  }
}

export function loginFor(request: Request, query: { failed?: 1 } = {}): string {
  const { pathname, search } = new URL(request.url);
  return pathTo('login', {}, { next: `${pathname}${search}`, ...query });
}
