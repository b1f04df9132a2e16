import { useLayoutEffect } from 'react';
import { useNavigation } from 'react-router';
import { notify } from './NoticeArea.tsx';
import { useFrame } from './use-frame.ts';

/**
 * A navigation whose chunks or data do not arrive within the brand's time-out is tried once more as a request for the document,
 * which starts every download anew: an import that hangs cannot be repeated, it answers all who ask for it. If that does not arrive in
 * time either, a notice says so and the page stays as it is (CO-035, ER-024).
 */
export function useLateNavigation() {
  const { chunkTimeoutMs } = useFrame().brand.constants;
  const { location: next } = useNavigation();
  const address = next && `${next.pathname}${next.search}${next.hash}`;
  // In the commit that shows the line over the page: the time runs from what is seen.
  useLayoutEffect(() => {
    if (address === undefined) return;
    return retryOnce(chunkTimeoutMs, {
      retry: () => window.location.assign(address),
      giveUp: () => notify({ key: 'late', stays: true }),
    });
  }, [address, chunkTimeoutMs]);
}

/** Calls `retry` after the time-out and `giveUp` after another one, until it is cancelled. */
export function retryOnce(timeoutMs: number, { retry, giveUp }: { retry: () => void; giveUp: () => void }): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(giveUp, timeoutMs);
    retry();
  }, timeoutMs);
  return () => clearTimeout(timer);
}
