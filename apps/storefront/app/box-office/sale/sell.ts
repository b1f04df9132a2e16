import type { Client, Outcome, Purchase } from '@butaca/contract';
import { chargeCash } from '@butaca/contract/payment';
import { getPurchase } from '@butaca/contract/purchase';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { randomId } from '../../calls/random-id.ts';
import { pathTo } from '../../paths.ts';
import { type Refused, readRefusal, type ShownRefusal } from '../../purchase/buy/refusals.ts';
import { purchaseClock } from '../../purchase/clock/purchase-clock.ts';

/** The dependencies of a sale. */
export interface SellWorld {
  readonly call: Client['call'];
  /** Stops the purchase's clock (C-02). False when the purchase has expired: nothing may be sold. */
  readonly startCharge: () => Promise<boolean>;
  /** A new idempotency key for each press. */
  readonly newKey: () => string;
  /** Called when the server did not answer and the same click is sent again. */
  readonly onWaiting: () => void;
  readonly wait: (ms: number) => Promise<void>;
}

interface CashOrder {
  /** As shown on the screen: the server refuses when its total differs. */
  readonly purchase: Purchase;
  /** May be empty. */
  readonly holder: string;
}

type SellResult = { readonly status: 'sold' } | { readonly status: 'log-in' } | { readonly status: 'terms' } | Refused;

const SELL_WITHIN_MS = 20_000;
/** A server that is restarted is back before the last of them. */
const AGAIN_AFTER_MS = [500, 1000, 2000, 3000, 5000, 8000, 10_000];

/**
 * One press of the button: sells once. Without an answer the same click is sent again, under its key, so that a restarted server
 * sells what it has not sold, and answers what it has; an outcome that is still unknown is verified.
 */
export async function sell(world: SellWorld, { purchase, holder }: CashOrder): Promise<SellResult> {
  if (!(await world.startCharge())) return { status: 'refusal', refusal: { kind: 'text', text: 'payment.not here' } };
  const name = holder.trim();
  const idempotencyKey = world.newKey();
  const press = () =>
    world.call(
      chargeCash,
      {
        params: { purchaseId: purchase.id },
        body: { total: purchase.totals?.total ?? 0, acceptsTerms: true, ...(name && { holder: name }) },
      },
      { purpose: 'charging', idempotencyKey, signal: AbortSignal.timeout(SELL_WITHIN_MS) },
    );
  let outcome = await press();
  for (const ms of AGAIN_AFTER_MS) {
    if (!isUnanswered(outcome)) break;
    world.onWaiting();
    await world.wait(ms);
    outcome = await press();
  }
  return afterSale(outcome, purchase);
}

const isUnanswered = ({ status }: Outcome<typeof chargeCash>) => status === 'ERROR' || status === 'fault';

function afterSale(outcome: Outcome<typeof chargeCash>, purchase: Purchase): SellResult {
  switch (outcome.status) {
    case 'ok':
      return outcome.data.outcome === 'approved' ? { status: 'sold' } : { status: 'to-verify' };
    case 'unauthorised':
      return { status: 'log-in' };
    case 'refusal':
      return outcome.failure === 'terms_not_accepted' ? { status: 'terms' } : readRefusal(outcome, purchase);
    case 'fault':
    case 'unreadable':
    case 'ERROR':
      return { status: 'to-verify' };
  }
}

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
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null);
  const running = useRef(false);

  const press = async (order: CashOrder, received: number | null) => {
    if (running.current) return;
    running.current = true;
    setSelling(true);
    setRefusal(null);
    const { call } = await loadClient();
    const result = await sell(
      {
        call,
        newKey: randomId,
        startCharge: purchaseClock.charging,
        onWaiting: () => setWaiting(true),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      order,
    );
    setWaiting(false);
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
        await showRefusal(result);
    }
  }

  /** The outcome is unknown. */
  async function verify(received: number | null) {
    const found = await readAgain();
    if (found && found.stage !== 'open') return look(received);
    setRefusal({ kind: 'text', text: found ? 'payment.request failed' : 'payment.no answer' });
  }

  async function showRefusal(refused: Extract<Refused, { status: 'refusal' }>) {
    const found = refused.purchase ?? (refused.stale ? await readAgain() : undefined);
    if (found) onPurchase(found);
    setRefusal(refused.refusal);
  }

  const readAgain = async () => (await loadClient()).ask(getPurchase, { params: { purchaseId: id } });

  return { selling, waiting, refusal, press };
}
