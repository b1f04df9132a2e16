import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { goToTop } from './go-to-top.ts';
import styles from './NavigationProgress.module.css';

/** A line over the page while the next one is loading, so that a tap on a slow phone does not look lost. */
export const NavigationProgress = () =>
  useNavigation().state !== 'idle' && <div className={`${styles.progress} screen-only`} aria-hidden="true" />;

/** How far each entry of the history was scrolled, by its key; a new one has none. */
const tops: Record<string, number> = {};

/**
 * After a navigation the page is scrolled to its top, by Back and Forward to where it was left, and its heading is focused. An
 * address with a hash goes to its target; on the first page nothing is changed.
 */
export function useNavigationFocus() {
  const { key, pathname, search, hash } = useLocation();
  const address = pathname + search;
  const seen = useRef(address);

  // Before the page is painted, so that its top is not seen on the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const before = seen.current;
    seen.current = address;
    // A search that only changed its query keeps the focus where the person is typing.
    if (before !== address && !hash) goToTop({ focus: before.split('?')[0] !== pathname, top: tops[key] });
    const keep = () => {
      tops[key] = window.scrollY;
    };
    keep();
    // In place of that of the entry before.
    window.onscroll = keep;
  }, [key]);
}
