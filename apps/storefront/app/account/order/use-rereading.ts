import { elapsedMs, watchJumps } from '@butaca/browser/server-clock.ts';
import type { Order } from '@butaca/contract';
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

const POLITE_MS = 60_000;

/** Reads the order again when the connection is back, and when the page is looked at again after a while: its codes may have become void elsewhere. */
export function useRereading(order: Order): void {
  const { revalidate } = useRevalidator();
  const readMs = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading brings another object
  useEffect(() => {
    readMs.current = elapsedMs();
  }, [order]);
  useEffect(() => {
    const jumped = watchJumps();
    const read = () => {
      readMs.current = elapsedMs();
      void revalidate();
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      // The elapsed time stands still while a device sleeps.
      const hasSlept = jumped();
      if (hasSlept || elapsedMs() - readMs.current >= POLITE_MS) read();
    };
    window.addEventListener('online', read);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', read);
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate]);
}
