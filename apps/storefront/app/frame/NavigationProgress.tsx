import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import styles from './NavigationProgress.module.css';

/** A line over the page while the next one is loading, so that a tap on a slow phone does not look lost. */
export const NavigationProgress = () => useNavigation().state !== 'idle' && <div className={styles.progress} aria-hidden="true" />;

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
    window.scrollTo({ top: 0, behavior: 'instant' });
    // A search that only changed its query keeps the focus where the person is typing.
    if (!samePath) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname, search, hash]);
}
