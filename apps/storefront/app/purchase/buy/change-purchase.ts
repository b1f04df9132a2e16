import { ClickKey } from '@butaca/browser/click-key.ts';
import type { InputOf, Outcome, PaymentMethod, Purchase, PurchasePerformance } from '@butaca/contract';
import { selectDelivery } from '@butaca/contract/delivery';
import { listPaymentMethods, selectPaymentMethod } from '@butaca/contract/payment';
import { setPlaces } from '@butaca/contract/places';
import { getPurchase } from '@butaca/contract/purchase';
import { loadClient } from '../../calls/load-client.ts';
import { type Refused, readRefusal, unreadable } from './refusals.ts';

/** The outcome of a change: the purchase as the server has it now, or why it stayed as it was. */
export type Changed =
  | { readonly status: 'changed'; readonly purchase: Purchase }
  /** Another status than 200: login, as everywhere (C-01). */
  | { readonly status: 'log-in'; readonly failed: boolean }
  | Refused;

/** Of the buyer's latest change. */
const click = new ClickKey();
const loadCall = async () => click.keyed((await loadClient()).call);

export const chooseDelivery = async (purchase: Purchase, delivery: InputOf<typeof selectDelivery>['body']): Promise<Changed> =>
  readChange(await (await loadCall())(selectDelivery, { params: { purchaseId: purchase.id }, body: delivery }), purchase);

export const chooseMethod = async (purchase: Purchase, paymentMethodId: number): Promise<Changed> =>
  readChange(await (await loadCall())(selectPaymentMethod, { params: { purchaseId: purchase.id }, body: { paymentMethodId } }), purchase);

/** None without an answer. */
export async function readMethods({ id }: Purchase): Promise<readonly PaymentMethod[]> {
  const outcome = await (await loadClient()).call(listPaymentMethods, { params: { purchaseId: id } });
  return outcome.status === 'ok' ? outcome.data.items : [];
}

/** Gives one place back: the performance's places become the others (C-20). */
export async function removePlace(purchase: Purchase, performance: PurchasePerformance, placeId: number): Promise<Changed> {
  const kept = (performance.places ?? []).filter((place) => place.placeId !== placeId);
  const body = {
    performanceId: performance.id,
    placeIds: kept.map((place) => place.placeId),
    priceTypeIds: kept.map(({ priceTypeId }) => priceTypeId),
  };
  const outcome = await (await loadCall())(setPlaces, { params: { purchaseId: purchase.id }, body });
  return readChange(outcome.status === 'ok' ? { ...outcome, data: outcome.data.purchase } : outcome, purchase, performance);
}

export const readAgain = async (purchase: Purchase): Promise<Changed> =>
  readChange(await (await loadClient()).call(getPurchase, { params: { purchaseId: purchase.id } }), purchase);

/** How any of these calls ended; a success brings the purchase. */
type ChangeOutcome =
  | Extract<Outcome<typeof selectDelivery | typeof selectPaymentMethod | typeof getPurchase>, { status: 'ok' }>
  | Exclude<Outcome<typeof selectDelivery | typeof selectPaymentMethod | typeof setPlaces | typeof getPurchase>, { status: 'ok' }>;

function readChange(outcome: ChangeOutcome, purchase: Purchase, changed?: PurchasePerformance): Changed {
  switch (outcome.status) {
    case 'ok':
      return { status: 'changed', purchase: outcome.data };
    case 'unauthorised':
    case 'fault':
      return { status: 'log-in', failed: outcome.status === 'fault' };
    case 'refusal':
      return readRefusal(outcome, purchase, changed);
    case 'unreadable':
      return unreadable;
    case 'ERROR':
      // The page frame's dialog informs the buyer.
      return { status: 'changed', purchase };
  }
}

/** Invitations and free price types: places in it and nothing to pay. */
export const costsNothing = ({ quantity, totals }: Purchase): boolean => quantity.total > 0 && totals?.total === 0;

/** The first whose provider answers; else the first, because one that does not may be tried all the same. */
export const firstMethod = (methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  methods.find(({ down }) => !down) ?? methods[0];
