import { type ClickKey, useClickKey } from '@butaca/browser/click-key.ts';
import type { Client, Outcome, PriceObstacle, Purchase } from '@butaca/contract';
import { chargeCash, chargeTerminal } from '@butaca/contract/payment';
import { getPurchase } from '@butaca/contract/purchase';
import { typedText } from '@butaca/contract/rules/typed';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { untilAnswered } from '../../calls/until-answered.ts';
import { pathTo } from '../../paths.ts';
import { type Refused, readRefusal, type ShownRefusal } from '../../purchase/buy/refusals.ts';
import { purchaseClock } from '../../purchase/clock/purchase-clock.ts';

/** The dependencies of a sale. */
export interface SellWorld {
  readonly call: Client['call'];
  /** Stops the purchase's clock (C-02). False when the purchase has expired: nothing may be sold. */
  readonly startCharge: () => Promise<boolean>;
  /** Of the screen, for a press that is repeated after a lost answer. */
  readonly click: ClickKey;
  /** Called when the server did not answer and the same click is sent again. */
  readonly onWaiting: () => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** What a card terminal took, as its paper says. */
export interface TerminalSlip {
  /** Minor units; the rest of the total is cash. */
  readonly onTerminal: number;
  readonly brand: string;
  readonly lastFour: string;
  readonly coupon: string;
}

interface CounterOrder {
  /** As shown on the screen: the server refuses when its total differs. */
  readonly purchase: Purchase;
  /** May be empty. */
  readonly holder: string;
  /** Left out it is all cash. */
  readonly slip?: TerminalSlip | undefined;
}

/** `coupon`: the paper of the terminal belongs to another sale. `price`: it is not sold for what the clerk lowered it to. */
type SellResult =
  | { readonly status: 'sold' }
  | { readonly status: 'log-in' }
  | { readonly status: 'terms' }
  | { readonly status: 'coupon' }
  | { readonly status: 'price'; readonly obstacle: PriceObstacle }
  | Refused;

const SELL_WITHIN_MS = 20_000;
/** A screen that takes longer waits for the server. */
const SLOW_MS = 1500;

/**
 * One press of the button: sells once. Without an answer the same click is sent again, under its key, so that a restarted server
 * sells what it has not sold, and answers what it has; an outcome that is still unknown is verified.
 */
export async function sell(world: SellWorld, { purchase, holder, slip }: CounterOrder): Promise<SellResult> {
  if (!(await world.startCharge())) return { status: 'refusal', refusal: { kind: 'text', text: 'payment.not here' } };
  const name = typedText(holder);
  const params = { purchaseId: purchase.id };
  const body = { total: purchase.totals?.total ?? 0, acceptsTerms: true, ...(name && { holder: name }) };
  const press = (): Promise<Outcome<typeof chargeTerminal>> => {
    const call = world.click.keyed(world.call);
    const options = { purpose: 'charging', saysKeyReused: true, signal: AbortSignal.timeout(SELL_WITHIN_MS) } as const;
    if (!slip) return call(chargeCash, { params, body }, options);
    return call(chargeTerminal, { params, body: { ...body, ...slip } }, options);
  };
  return afterSale(await untilAnswered(press, world), purchase);
}

function afterSale(outcome: Outcome<typeof chargeTerminal>, purchase: Purchase): SellResult {
  switch (outcome.status) {
    case 'ok':
      return outcome.data.outcome === 'approved' ? { status: 'sold' } : { status: 'to-verify' };
    case 'unauthorised':
      return { status: 'log-in' };
    case 'refusal':
      if (outcome.failure === 'terms_not_accepted') return { status: 'terms' };
      if (outcome.failure === 'coupon_used') return { status: 'coupon' };
      if (outcome.failure === 'price_refused') return { status: 'price', obstacle: outcome.data.obstacle };
      return readRefusal(outcome, purchase);
    case 'fault':
    case 'unreadable':
    case 'ERROR':
      return { status: 'to-verify' };
  }
}

/** How it was paid, in minor units; for the screen after the sale. */
export interface Tender {
  readonly onTerminal: number;
  /** Null when it was not typed. */
  readonly received: number | null;
}

interface Options {
  readonly purchase: Purchase;
  /** Called when the purchase differs from what is shown. */
  readonly onPurchase: (purchase: Purchase) => void;
  readonly onTerms: () => void;
  readonly onCoupon: () => void;
  readonly onPrice: (obstacle: PriceObstacle) => void;
}

/** Sells once per press; while it runs a second press does nothing. */
export function useSell({ purchase: { id }, onPurchase, onTerms, onCoupon, onPrice }: Options) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [selling, setSelling] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null);
  const running = useRef(false);
  const click = useClickKey();

  const press = async (order: CounterOrder, tender: Tender) => {
    if (running.current) return;
    running.current = true;
    setSelling(true);
    setRefusal(null);
    const { call } = await loadClient();
    const result = await sell(
      {
        call,
        click,
        startCharge: purchaseClock.charging,
        onWaiting: () => setWaiting(true),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      order,
    );
    setWaiting(false);
    running.current = false;
    await show(result, tender);
  };

  /** Opens the screen for the purchase's stage on the server; the tender is passed on for the change. */
  const look = async (tender: Tender) => {
    const slow = setTimeout(() => setWaiting(true), SLOW_MS);
    await navigate(pathTo('BuyTicketBox', {}, { purchase: id }), { replace: true, state: { tender } });
    clearTimeout(slow);
  };

  async function show(result: SellResult, tender: Tender) {
    if (result.status === 'sold') {
      await purchaseClock.paid(id);
      return look(tender);
    }
    await purchaseClock.chargeEnded();
    // At once: what is inert takes no focus.
    flushSync(() => setSelling(false));
    switch (result.status) {
      case 'log-in':
        return navigate(pathTo('login', {}, { next: `${pathname}${search}` }));
      case 'terms':
        return onTerms();
      case 'coupon':
        return onCoupon();
      case 'price':
        return onPrice(result.obstacle);
      case 'over':
        return look(tender);
      case 'to-verify':
        return verify(tender);
      default:
        await showRefusal(result);
    }
  }

  /** The outcome is unknown. */
  async function verify(tender: Tender) {
    const found = await readAgain();
    if (found && found.stage !== 'open') return look(tender);
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
