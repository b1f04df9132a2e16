import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import { goToTop } from './go-to-top.ts';
import styles from './NavigationProgress.module.css';

/** A line over the page while the next one is loading, so that a tap on a slow phone does not look lost. */
export const NavigationProgress = () =>
  useNavigation().state !== 'idle' && <div className={`${styles.progress} screen-only`} aria-hidden="true" />;

/** How far each entry of the history was scrolled, by its key. */
const tops: Record<string, number> = {};

/**
 * After a navigation the page is scrolled to its top, by Back and Forward to where it was left, and its heading is focused. An
 * address with a hash goes to its target; on the first page nothing is changed.
 */
export function useNavigationFocus() {
  const { key, pathname, search, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const address = pathname + search;
  const seen = useRef(address);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  // Before the page is painted, so that its top is not seen on the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    const isMoved = seen.current !== address;
    const isSamePath = seen.current.split('?')[0] === pathname;
    seen.current = address;
    // A search that only changed its query keeps the focus where the person is typing.
    if (isMoved && !hash) goToTop({ focus: !isSamePath, top: isReturn ? tops[key] : 0 });
    const keep = () => {
      tops[key] = window.scrollY;
    };
    keep();
    window.addEventListener('scroll', keep);
    return () => window.removeEventListener('scroll', keep);
  }, [key, address, hash]);
}
