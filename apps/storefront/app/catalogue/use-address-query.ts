import { useState } from 'react';
import { useHydrated } from '../frame/use-hydrated.ts';

/**
 * The query of this page's address, and a way to change it without a navigation, so that choices survive Back, a reload and a link that
 * is sent on. Empty on the server and while the page hydrates, since a kept page is the same for every query.
 */
export function useAddressQuery(): readonly [URLSearchParams, (change: (query: URLSearchParams) => void) => void] {
  const isHydrated = useHydrated();
  const [changed, setChanged] = useState<string | null>(null);
  const query = new URLSearchParams(isHydrated ? (changed ?? window.location.search) : '');
  const set = (change: (query: URLSearchParams) => void) => {
    const next = new URLSearchParams(window.location.search);
    change(next);
    const search = next.size > 0 ? `?${next}` : '';
    // The router's own state of the entry stays.
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${window.location.hash}`);
    setChanged(search);
  };
  return [query, set];
}
