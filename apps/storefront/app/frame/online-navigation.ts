import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '../paths.ts';
import { dismissNotice, notify } from './NoticeArea.tsx';

/**
 * A link that is pressed without a network keeps its page, says so, and is followed when the network is back: the next page's
 * script cannot be loaded before, and the browser would show its own error in place of everything that was chosen.
 */
export function useOnlineNavigation() {
  const navigate = useNavigate();
  const go = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    let waiting: string | null = null;
    const over = new AbortController();
    const onClick = (event: MouseEvent) => {
      const path = navigator.onLine ? null : pathOfPress(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      waiting = path;
      notify({ key: 'offline', stays: true });
    };
    const onOnline = () => {
      const path = waiting;
      waiting = null;
      if (path === null) return;
      dismissNotice();
      go(path);
    };
    // Before the router's own listener, which stands on the document.
    window.addEventListener('click', onClick, { signal: over.signal, capture: true });
    window.addEventListener('online', onOnline, { signal: over.signal });
    return () => over.abort();
  }, []);
}

/** Orders that were opened before are shown without a network too. */
const isKept = (pathname: string) => pathname.startsWith(`${pathTo('myOrders', {})}/`);

/** Where a plain press on a link of this site leads; null for anything else, and within the page. */
function pathOfPress({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  const isHere = pathname === location.pathname && search === location.search;
  return origin !== location.origin || isHere || isKept(pathname) ? null : `${pathname}${search}${hash}`;
}
