import type { Purchase } from '@butaca/contract';
import { getPurchase } from '@butaca/contract/purchase';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { randomId } from '../../calls/random-id.ts';
import { pathTo } from '../../paths.ts';
import type { Refused, Trouble } from '../../purchase/buy/troubles.ts';
import { purchaseClock } from '../../purchase/clock/purchase-clock.ts';
import { type CashOrder, type SellResult, sell } from './sell.ts';

interface Options {
  readonly purchase: Purchase;
  /** Called when the purchase differs from what is shown. */
  readonly onPurchase: (purchase: Purchase) => void;
  readonly onTerms: () => void;
}

/** Sells once per press; while it runs a second press does nothing. */
export function useSell({ purchase: { id }, onPurchase, onTerms }: Options) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [selling, setSelling] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const running = useRef(false);

  const press = async (order: CashOrder, received: number | null) => {
    if (running.current) return;
    running.current = true;
    setSelling(true);
    setTrouble(null);
    const result = await sell({ call: (await loadClient()).call, newKey: randomId, beginCharge: purchaseClock.charging }, order);
    running.current = false;
    await show(result, received);
  };

  /** Opens the screen for the purchase's stage on the server; `received` is passed on for the change. */
  const look = (received: number | null) => navigate(pathTo('BuyTicketBox', {}, { purchase: id }), { replace: true, state: { received } });

  async function show(result: SellResult, received: number | null) {
    if (result.status === 'sold') {
      await purchaseClock.paid(id);
      return look(received);
    }
    await purchaseClock.chargeEnded();
    setSelling(false);
    switch (result.status) {
      case 'log-in':
        return navigate(pathTo('login', {}, { next: `${pathname}${search}` }));
      case 'terms':
        return onTerms();
      case 'over':
        return look(received);
      case 'to-verify':
        return verify(received);
      default:
        await tell(result);
    }
  }

  /** The outcome is unknown. */
  async function verify(received: number | null) {
    const found = await readAgain();
    if (found && found.stage !== 'open') return look(received);
    setTrouble({ kind: 'text', text: found ? 'payment.request failed' : 'payment.no answer' });
  }

  async function tell(refused: Extract<Refused, { status: 'trouble' }>) {
    const found = refused.purchase ?? (refused.stale ? await readAgain() : undefined);
    if (found) onPurchase(found);
    setTrouble(refused.trouble);
  }

  const readAgain = async () => (await loadClient()).ask(getPurchase, { params: { purchaseId: id } });

  return { selling, trouble, press };
}
