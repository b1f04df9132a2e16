import type { StoredUser } from '@butaca/contract/stored-session';
import { useLocation } from 'react-router';
import { useHydrated } from '../frame/use-hydrated.ts';
import { pathTo, queryNames } from '../paths.ts';

/** Where a user who asked for no page goes after log in: the box office to its own screen, everyone else to the billboard (C-09). */
export const homeOf = (user: Pick<StoredUser, 'role'> | undefined): string =>
  user?.role === 'box-office' ? pathTo('BuyTicketBox', {}) : pathTo('cartelera', {});

/** Whether a log-in is greeted before it leads on: whoever asked for a page, or has a line of people before them, goes on at once. */
export const isGreeted = (asked: string | undefined, user: Pick<StoredUser, 'role'> | undefined): boolean =>
  asked === undefined && user?.role !== 'box-office';

const NOT_RETURNED_TO = /^\/(?:login|loginredirect)\/?$/i;

/**
 * Where to go after log in: a path of this origin that is not the login itself, else the billboard. `/.//x` is read as the
 * path `//x`, which as an address of its own names the host `x`: the result never begins with two slashes.
 */
export function safeNext(next: string | null, origin: string): string {
  if (!next) return '/';
  const url = URL.parse(next, origin);
  if (url?.origin !== origin) return '/';
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return NOT_RETURNED_TO.test(path) ? '/' : `${path}${url.search}${url.hash}`;
}

/** What the login's own address asks for; known only in the browser, because the page is the same for everyone. */
export function useNext(): { readonly asked: string | undefined; readonly failed: boolean } {
  const hydrated = useHydrated();
  const { search } = useLocation();
  if (!hydrated) return { asked: undefined, failed: false };
  const query = new URLSearchParams(search);
  const next = safeNext(query.get(queryNames.next), window.location.origin);
  return { asked: next === '/' ? undefined : next, failed: query.has(queryNames.failed) };
}
