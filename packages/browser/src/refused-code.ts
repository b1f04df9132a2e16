import type { Client } from '@butaca/contract';
import { getCodeDelivery } from '@butaca/contract/undelivered';
import { useEffect, useState } from 'react';
import { poll } from './poll.ts';

/** A mail server that refuses does so at once; a worker may be a minute behind. */
const LOOKS = { everyMs: 3000, jitterMs: 500, times: 20 };

/**
 * The address that refused the code which this page waits for, or null while nothing is known against it. `sends` counts the codes that the
 * page has asked for; each is looked after until another one is.
 */
export function useRefusedCode(loadClient: () => Client | Promise<Client>, sends: number): string | null {
  const [refused, setRefused] = useState<{ readonly sends: number; readonly address: string } | null>(null);
  useEffect(() => {
    if (sends === 0) return;
    const leaving = new AbortController();
    const look = async () => (await (await loadClient()).ask(getCodeDelivery, {}, { signal: leaving.signal }))?.undelivered;
    void poll(look, { ...LOOKS, signal: leaving.signal }).then((found) => {
      if (found && !leaving.signal.aborted) setRefused({ sends, address: found.address });
    });
    return () => leaving.abort();
  }, [loadClient, sends]);
  return refused?.sends === sends ? refused.address : null;
}
