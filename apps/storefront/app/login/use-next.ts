import { useLocation } from 'react-router';
import { useHydrated } from '../frame/use-hydrated.ts';
import { queryNames } from '../paths.ts';
import { safeNext } from '../session/rules.ts';

/** What the address of the login asks for; known only in the browser, because the page itself is the same for everybody. */
export function useNext(): { readonly asked: string | undefined; readonly failed: boolean } {
  const hydrated = useHydrated();
  const { search } = useLocation();
  if (!hydrated) return { asked: undefined, failed: false };
  const query = new URLSearchParams(search);
  const next = safeNext(query.get(queryNames.next), window.location.origin);
  return { asked: next === '/' ? undefined : next, failed: query.has(queryNames.failed) };
}
