import { getPayLinkCard } from '@butaca/contract/pay-link';
import type { KnownCard } from '../buy/card/known-card.ts';
import { useKnownCard } from '../buy/card/use-card-kind.ts';

/** What is known about the payer's card for this link. */
export const useLinkCard = ({
  code,
  bin,
  amount,
}: {
  readonly code: string;
  readonly bin: string | null;
  readonly amount: number;
}): KnownCard =>
  useKnownCard(bin === null ? null : [code, bin, amount].join(' '), (client, signal) =>
    client.call(getPayLinkCard, { params: { code, bin: bin ?? '' } }, { purpose: 'background', signal }),
  );
