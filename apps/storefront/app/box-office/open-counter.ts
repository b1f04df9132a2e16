import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Bill, CounterPerformance, PaymentResult, PerformanceDetail, Purchase } from '@butaca/contract';
import { getBillReceiver } from '@butaca/contract/bill';
import { getCounterSale, listCounterPerformances } from '@butaca/contract/box-office';
import { getPerformance } from '@butaca/contract/catalogue';
import { confirmPayment, listPaymentMethods } from '@butaca/contract/payment';
import { getPurchase } from '@butaca/contract/purchase';
import { redirect } from 'react-router';
import { loadClient } from '../calls/load-client.ts';
import { pageCall } from '../calls/page-call.ts';
import { AGAIN_AFTER_MS } from '../calls/until-answered.ts';
import { performanceIdOf } from '../catalogue/performance/performance-id.ts';
import { pathTo, queryNames } from '../paths.ts';
import type { Billing } from '../purchase/bill-receiver/use-bill-receiver.ts';
import { purchaseIdOf } from '../purchase/buy/addresses.ts';
import { purchaseClock } from '../purchase/clock/purchase-clock.ts';
import { currentSession } from '../session/store.ts';

/** The step of a sale at the box office. */
export type Counter =
  /** `now`: epoch milliseconds, when the list was read. */
  | { readonly at: 'start'; readonly performances: readonly CounterPerformance[]; readonly now: number }
  | { readonly at: 'places'; readonly performance: PerformanceDetail | null }
  /** Of the card terminal beside the counter; none where there is no terminal. */
  | {
      readonly at: 'sale';
      readonly purchase: Purchase;
      readonly terminalBrands: readonly string[];
      /** Whom its bill goes to; undefined where that could not be read. */
      readonly billing: Billing | undefined;
    }
  /** The bills are undefined where they could not be read. */
  | { readonly at: 'sold'; readonly payment: PaymentResult; readonly bills: readonly Bill[] | undefined }
  /** Without a stage the sale does not exist. */
  | { readonly at: 'over'; readonly stage: 'expired' | 'cancelled' | undefined }
  | { readonly at: 'not-a-counter' };

const again = { againAfterMs: AGAIN_AFTER_MS };

/** A sale in the address wins over a performance; with neither a new sale starts. */
export async function openCounter(request: Request): Promise<Counter> {
  if (currentSession()?.user.role !== 'box-office') return { at: 'not-a-counter' };
  const query = new URL(request.url).searchParams;
  const purchaseId = purchaseIdOf(undefined, query.get(queryNames.purchase));
  if (purchaseId !== null) return openSale(purchaseId, request);
  const performanceId = performanceIdOf(query.get(queryNames.performance), undefined);
  if (performanceId !== null) return openPlaces(performanceId, query.get(queryNames.hash) ?? undefined, request);
  const list = await pageCall(listCounterPerformances, {}, request, again);
  return list.ok ? { at: 'start', performances: list.data.items, now: serverClock.now() } : { at: 'not-a-counter' };
}

async function openPlaces(performanceId: number, hash: string | undefined, request: Request): Promise<Counter> {
  const answer = await pageCall(getPerformance, { params: { performanceId }, query: { hash } }, request, again);
  return { at: 'places', performance: answer.ok ? answer.data : null };
}

async function openSale(purchaseId: string, request: Request): Promise<Counter> {
  const answer = await pageCall(getPurchase, { params: { purchaseId } }, request, again);
  if (!answer.ok) return { at: 'over', stage: undefined };
  const purchase = answer.data;
  if (purchase.type !== 'box') throw redirect(pathTo('BuyTicket', {}, { purchase: purchaseId }));
  switch (purchase.stage) {
    case 'expired':
    case 'cancelled':
      await purchaseClock.updated(purchase);
      return { at: 'over', stage: purchase.stage };
    case 'paid': {
      const [payment, bills] = await Promise.all([
        pageCall(confirmPayment, { params: { purchaseId }, body: {} }, request, again),
        readBills(purchaseId),
      ]);
      await purchaseClock.paid(purchaseId);
      return payment.ok ? { at: 'sold', payment: payment.data, bills } : { at: 'over', stage: undefined };
    }
    default:
      // Before the screen reads the clock, or a sale opened by its address would be rejected (PT-024).
      await purchaseClock.started(purchase);
      return { at: 'sale', purchase, ...(await readSaleChoices(purchaseId, request)) };
  }
}

async function readBills(orderId: string): Promise<readonly Bill[] | undefined> {
  const sale = await (await loadClient()).ask(getCounterSale, { params: { orderId } });
  return sale && (sale.bills ?? []);
}

async function readSaleChoices(purchaseId: string, request: Request) {
  const client = await loadClient();
  const [terminalBrands, billing] = await Promise.all([
    readTerminal(purchaseId, request),
    client.ask(getBillReceiver, { params: { purchaseId } }),
  ]);
  return { terminalBrands, billing };
}

/** Without an answer the counter sells for cash. */
async function readTerminal(purchaseId: string, request: Request): Promise<readonly string[]> {
  const methods = await pageCall(listPaymentMethods, { params: { purchaseId } }, request, again);
  return methods.ok ? (methods.data.items.find(({ kind }) => kind === 'terminal')?.brands ?? []) : [];
}
