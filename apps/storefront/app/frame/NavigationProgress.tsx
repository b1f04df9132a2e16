import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { goToTop } from './go-to-top.ts';
import styles from './NavigationProgress.module.css';

/** A line over the page while the next one is loading, so that a tap on a slow phone does not look lost. */
export const NavigationProgress = () =>
  useNavigation().state !== 'idle' && <div className={`${styles.progress} screen-only`} aria-hidden="true" />;

/**
 * After a navigation the page is scrolled to its top and its heading is focused. An address with a hash goes to its
 * target; on the first page nothing is changed.
 */
export function useNavigationFocus() {
  const { pathname, search, hash } = useLocation();
  const seen = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    const address = `${pathname}${search}`;
    const first = seen.current === null;
    const samePath = seen.current?.split('?')[0] === pathname;
    const moved = seen.current !== address;
    seen.current = address;
    if (first || !moved || hash) return;
    // A search that only changed its query keeps the focus where the person is typing.
    goToTop({ focus: !samePath });
  }, [pathname, search, hash]);
}
