import { getCardKind } from '@butaca/contract/payment';
import { useEffect, useState } from 'react';
import { loadClient } from '../../../calls/load-client.ts';
import { type AskCard, askUntilAnswered } from './ask-until-answered.ts';
import type { KnownCard } from './known-card.ts';

interface Asked {
  readonly purchaseId: string;
  readonly paymentMethodId: number | undefined;
  /** Six digits, or null while there are fewer. */
  readonly bin: string | null;
  /** Only of a card whose charge was refused because its total is another one. */
  readonly lastFour?: string | undefined;
  /** Of the purchase: another total has other instalments, and other places other promotions. */
  readonly asked: string;
  /** What is paid with the balance: the instalments are of the rest. */
  readonly fromBalance: number;
}

/** Asks for the card's brand and its instalments when its first six digits or the total change (CA-065, SC-007). */
export function useCardKind({ purchaseId, paymentMethodId, bin, lastFour, asked, fromBalance }: Asked): KnownCard {
  const key =
    bin === null || paymentMethodId === undefined ? null : [purchaseId, paymentMethodId, bin, lastFour, asked, fromBalance].join(' ');
  return useKnownCard(key, (client, signal) =>
    client.call(
      getCardKind,
      {
        params: { purchaseId, paymentMethodId: paymentMethodId ?? 0, bin: bin ?? '' },
        query: { lastFour, ...(fromBalance > 0 ? { fromBalance } : {}) },
      },
      { purpose: 'background', signal },
    ),
  );
}

/** The answer to `ask` for this key; asked anew when the key changes, and not at all for none. */
export function useKnownCard(key: string | null, ask: AskCard): KnownCard {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly known: KnownCard } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names everything that is asked
  useEffect(() => {
    if (key === null) return;
    const abandoned = new AbortController();
    const { signal } = abandoned;
    void askUntilAnswered({
      ask: async () => ask(await loadClient(), signal),
      tell: (known) => setAnswer({ key, known }),
      network: window,
      signal,
    });
    return () => abandoned.abort();
  }, [key]);

  if (key === null) return { status: 'none' };
  if (answer?.key === key) return answer.known;
  return { status: 'asking' };
}
