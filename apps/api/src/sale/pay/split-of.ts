import type { Account, SplitPart } from '../../payments/index.ts';
import type { PricedPurchase, PricedTicket } from '../queries.ts';

type Reason = PricedTicket['quote']['components'][number]['kind'];
const accounts: Readonly<Record<Reason, Account>> = { ticket: 'tickets', service: 'service_charge', anti_fraud_qr: 'anti_fraud_qr' };

/** What a total consists of, for the ledger: by reason, and by performance where a performance is the reason. */
export function splitOf({ tickets, totals }: PricedPurchase): SplitPart[] {
  const sums = new Map<string, SplitPart>();
  const add = (account: Account, performanceId: number | null, amount: number) => {
    const key = `${account} ${performanceId}`;
    sums.set(key, { account, performanceId, amount: (sums.get(key)?.amount ?? 0) + amount });
  };
  for (const { performanceId, quote } of tickets) {
    for (const { kind, amount } of quote.components) add(accounts[kind], performanceId, amount);
  }
  add('delivery', null, totals.delivery);
  add('products', null, totals.products);
  add('discounts', null, totals.discounts);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
