import { poll, sleep } from '@butaca/browser/poll.ts';
import type { UndeliveredMail } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';

interface Looks {
  readonly firstMs: number;
  readonly everyMs: number;
  readonly times: number;
}

const JITTER_MS = 3000;

/** A mail of an order that did not arrive, once it is known; `tickets` alone where only they matter. */
export function useUndelivered(orderId: string, { firstMs, everyMs, times }: Looks, only?: 'tickets'): UndeliveredMail | undefined {
  const [mail, setMail] = useState<UndeliveredMail>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async () => {
      const { getOrder } = await import('@butaca/contract/order');
      const order = await (await loadClient()).ask(getOrder, { params: { orderId }, query: {} }, { signal });
      return order?.undelivered?.find(({ kind }) => only === undefined || kind === only);
    };
    void sleep(firstMs, signal)
      .then(() => poll(look, { everyMs, jitterMs: JITTER_MS, times, signal }))
      .then(setMail);
    return () => leaving.abort();
  }, [orderId, firstMs, everyMs, times, only]);
  return mail;
}
