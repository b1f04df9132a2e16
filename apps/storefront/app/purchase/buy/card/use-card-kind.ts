import type { CardKind, Client, Outcome } from '@butaca/contract';
import type { getPayLinkCard } from '@butaca/contract/pay-link';
import { getCardKind } from '@butaca/contract/payment';
import { useEffect, useState } from 'react';
import { loadClient } from '../../../calls/load-client.ts';

/** What is known about the card whose first six digits have been typed. */
export type KnownCard =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly kind: CardKind }
  /** This purchase cannot be paid with it. */
  | { readonly status: 'refused' }
  /** No answer: it can be tried, without instalments. */
  | { readonly status: 'no-answer' };

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

type Ask = (client: Client, signal: AbortSignal) => Promise<Outcome<typeof getCardKind | typeof getPayLinkCard>>;

/** The answer to `ask` for this key; asked anew when the key changes, and not at all for none. */
export function useKnownCard(key: string | null, ask: Ask): KnownCard {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly known: KnownCard } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names everything that is asked
  useEffect(() => {
    if (key === null) return;
    const abandoned = new AbortController();
    const { signal } = abandoned;
    void loadClient()
      .then((client) => ask(client, signal))
      .then((outcome) => {
        if (signal.aborted) return;
        if (outcome.status === 'ok') return setAnswer({ key, known: { status: 'known', kind: outcome.data } });
        const refused = outcome.status === 'refusal' && outcome.failure === 'payment_method_unavailable';
        setAnswer({ key, known: { status: refused ? 'refused' : 'no-answer' } });
      });
    return () => abandoned.abort();
  }, [key]);

  if (key === null) return { status: 'none' };
  if (answer?.key === key) return answer.known;
  return { status: 'asking' };
}
