import { safeNext } from '@butaca/contract/safe-next';
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

/** Whether a page of the counter was asked for: its till is shared, and a sale may be under way. */
export function counterAskedFor(asked: string | undefined): 'sale' | 'counter' | null {
  if (asked === undefined || !/^\/(?:buyTicketBox|myBookingsBox|boleteria)(?:[/?#]|$)/i.test(asked)) return null;
  return new URLSearchParams(asked.split('?')[1]).has(queryNames.purchase) ? 'sale' : 'counter';
}

const NOT_RETURNED_TO = /^\/(?:login|loginredirect)\/?$/i;

/** Where to go after log in: a page of ours that is not the login itself, else the billboard. */
export function afterLogIn(next: string | null): string {
  const path = safeNext(next);
  return path === null || NOT_RETURNED_TO.test(path.replace(/[?#].*$/, '')) ? '/' : path;
}

/** What the login's own address asks for; known only in the browser, because the page is the same for everyone. */
export function useNext(): { readonly asked: string | undefined; readonly failed: boolean } {
  const hydrated = useHydrated();
  const { search } = useLocation();
  if (!hydrated) return { asked: undefined, failed: false };
  const query = new URLSearchParams(search);
  const next = afterLogIn(query.get(queryNames.next));
  return { asked: next === '/' ? undefined : next, failed: query.has(queryNames.failed) };
}
