import { sleep } from '@butaca/browser/poll.ts';
import type { Client, Outcome } from '@butaca/contract';
import type { getPayLinkCard } from '@butaca/contract/pay-link';
import type { getCardKind } from '@butaca/contract/payment';
import type { KnownCard } from './known-card.ts';

export type AskCard = (client: Client, signal: AbortSignal) => Promise<Outcome<typeof getCardKind | typeof getPayLinkCard>>;

interface World {
  readonly ask: () => ReturnType<AskCard>;
  /** Called each time that more is known. */
  readonly tell: (known: KnownCard) => void;
  /** What says `online` when the connection is back. */
  readonly network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly signal: AbortSignal;
}

/** Pauses before the next try; the last one is for all that follow. */
const AGAIN_AFTER_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const LAST_MS = 30_000;

/** Asks about a card until it is answered: again after a pause, at once when the connection is back, and when the buyer presses. */
export async function askUntilAnswered({ ask, tell, network, signal }: World): Promise<void> {
  for (let time = 0; !signal.aborted; time++) {
    const outcome = await ask().catch(() => null);
    if (signal.aborted) return;
    if (outcome?.status === 'ok') return tell({ status: 'known', kind: outcome.data });
    if (outcome?.status === 'refusal' && outcome.failure === 'payment_method_unavailable') return tell({ status: 'refused' });
    await new Promise<void>((resolve) => {
      const woken = new AbortController();
      const wake = () => woken.abort();
      network.addEventListener('online', wake);
      signal.addEventListener('abort', wake);
      tell({ status: 'no-answer', isAsking: false, askAgain: wake });
      void sleep(AGAIN_AFTER_MS[time] ?? LAST_MS, woken.signal).then(() => {
        network.removeEventListener('online', wake);
        signal.removeEventListener('abort', wake);
        resolve();
      });
    });
    if (!signal.aborted) tell({ status: 'no-answer', isAsking: true, askAgain: () => {} });
  }
}
