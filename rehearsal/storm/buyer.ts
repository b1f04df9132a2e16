import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerOf,
  charge,
  confirmPayment,
  continuePayLink,
  type Endpoint,
  getOfficeOrder,
  type InputOf,
  listPaymentMethods,
  makePayLink,
  type PaymentResult,
  payByLink,
  previewRefund,
  refundOrder,
  resumePayment,
  type SavedCard,
  selectDelivery,
  takePlaces,
} from '@butaca/contract';
import { limit } from '../../scripts/test/limits.ts';
import { clientAt, fetchWithin } from '../client.ts';
import { E_TICKET } from '../payer.ts';
import { askSandbox } from './ask-sandbox.ts';
import { answerBank, showDevice } from './bank.ts';
import { BANCARD_APPROVED, formFor, keptCardForm } from './card-forms.ts';
import { characterOf, fatesOf, type PlannedPurchase, type ProviderName } from './fates.ts';
import { methodIdOf, type Shop, type StormStage } from './stage.ts';

/** How long a call without an answer is repeated: a process that was killed takes seconds to come back. */
const PATIENCE_MS = limit(60_000);
const CALL_WITHIN_MS = limit(15_000);
/** Whoever has no answer to a payment for so long leaves; what became of it is found out without them. */
const PAYMENT_PATIENCE_MS = limit(15_000);
const PAYMENT_WITHIN_MS = limit(6000);
/** The device, and the bank's question. */
const MOST_STEPS = 2;
const LOOKS = 3;
const LOOK_EVERY_MS = 400;
/** Less than the nine tenths of a ticket that the first of two cards may pay; minor units. */
const FIRST_PART = 400_000;
const UNDER_WAY = ['pending', 'processing', 'unknown'];

/** A press on the button that pays, of two cards the first or the second. */
interface Paying extends Pick<PlannedPurchase, 'fate' | 'leaves'> {
  readonly click: 'pay' | 'pay-rest';
}

/** What whoever pays learns, with an account or by a link. */
type Paid = Pick<PaymentResult, 'outcome' | 'next'>;

/** One purchase of one place, from the first click to the last; a call without an answer is repeated as the same click. */
export async function buy(stage: StormStage, planned: PlannedPurchase): Promise<void> {
  const { number, provider, byCard, fate, leaves, fromBalance, twoCards, keptCard, byLink } = planned;
  const character = characterOf(provider);
  const fates = fatesOf(provider, byCard);
  const shop = stage.shops[character.shop];
  const { customerId, token } = shop.buyers[planned.buyer] ?? { customerId: '', token: '' };
  const call = caller(shop.origin, token);
  const switches = fates[fate]?.switches ?? {};
  /** Of a click, which may have to be repeated. */
  const keyOf = (click: string) => `${click}-of-purchase-${String(number).padStart(6, '0')}`;
  const isRefunded = fate === 'refunded' || fate === 'refund lost';

  const { id } = (await call(takePlaces, { body: { performanceId: shop.performanceId, placeIds: [number] } }, keyOf('take'))).purchase;
  const params = { purchaseId: id };
  const { totals } = await call(selectDelivery, { params, body: { deliveryTypeId: E_TICKET } });
  const link = byLink ? await call(makePayLink, { params, body: {} }) : null;
  const isSimplyPaid = { fate: 'paid', leaves: false } as const;
  const first = await payWith({ click: 'pay', ...(twoCards === 'second' ? isSimplyPaid : { fate, leaves }) });
  if (first?.outcome === 'secured' && twoCards === 'second') await payWith({ click: 'pay-rest', fate, leaves });
  if (first?.outcome === 'secured' && twoCards === 'first' && !leaves) await payWith({ click: 'pay-rest', ...isSimplyPaid });
  if (isRefunded && (await isPaid())) {
    await control(stage.sandbox, character.path, switches);
    await refundWhole(shop, id, keyOf('refund'));
  }
  // The switches of this purchase are nobody else's.
  await control(stage.sandbox, character.path, {});

  /** One card, phone or wallet from the button to what its buyer sees last. */
  async function payWith(paying: Paying): Promise<Paid | null> {
    const kept = keptCard === 'pays' ? await findKeptCard() : undefined;
    const form = await (kept ? keptCardForm(stage.sandbox, kept) : formFor(stage.sandbox, { ...planned, fate: paying.fate }));
    await control(stage.sandbox, character.path, fates[paying.fate]?.switches ?? {});
    const begun = await pay(paying, form);
    let result = begun && (await takeSteps(begun, paying));
    for (let looks = 0; looks < LOOKS && !paying.leaves && result && UNDER_WAY.includes(result.outcome); looks++) {
      await sleep(LOOK_EVERY_MS);
      result = await call(confirmPayment, { params, body: {} });
    }
    return result;
  }

  /** Null without an answer in time, and when the provider does not work: the buyer leaves. */
  async function pay({ click }: Paying, form: object): Promise<Paid | null> {
    const body = {
      paymentMethodId: methodIdOf(provider, byCard),
      total: totals?.total ?? 0,
      acceptsTerms: true,
      ...form,
      ...(fromBalance > 0 && { fromBalance }),
      ...(twoCards && click === 'pay' && { firstPart: FIRST_PART }),
    };
    const client = clientAt({ host: shop.origin, token, fetch: fetchWithin(PAYMENT_WITHIN_MS) });
    const options = { idempotencyKey: keyOf(click) };
    for (const until = Date.now() + PAYMENT_PATIENCE_MS; Date.now() < until; await sleep(500)) {
      const outcome = await (link
        ? client.call(payByLink, { params: { code: link.code }, body }, options)
        : client.call(charge, { params, body }, options));
      if (outcome.status === 'ok') return outcome.data;
      if (outcome.status !== 'refusal' || outcome.failure === 'busy') continue;
      if (outcome.failure === 'payment_method_down') return null;
      throw new Error(`${charge.path}: ${outcome.failure}`);
    }
    return null;
  }

  /** One step after another, until there is none or the buyer has left. */
  async function takeSteps(begun: Paid, paying: Paying): Promise<Paid> {
    let result = begun;
    for (let step = 1; step <= MOST_STEPS && result.outcome === 'processing'; step++) {
      const given = await takeStep(result, paying);
      if (given === null) break;
      const key = keyOf(`resume-${step}-${paying.click}`);
      result = link
        ? await call(continuePayLink, { params: { code: link.code }, body: { click: keyOf(paying.click), given } }, key)
        : await call(resumePayment, { params, body: { given } }, key);
    }
    return result;
  }

  /** What the step gives the page of the shop; null where no page is told of it. */
  async function takeStep({ next }: Paid, { fate, leaves }: Paying) {
    if (fate === 'abandoned' || fate === 'paid late') return null;
    if (next?.kind === 'hidden_form') return showDevice(provider, next);
    if (next?.kind === 'challenge') return answerBank(provider, next, fate);
    if (byCard) return null;
    const decision = fate === 'declined' ? 'declined' : fate === 'cancelled' ? 'cancelled' : 'approved';
    if (provider !== 'paypal') {
      await decideAt(stage, { provider, purchaseId: id, decision });
      return null;
    }
    await approveAtPayPal(stage.sandbox, next?.url ?? '', decision);
    // The page that the buyer comes back to says what it was given.
    return leaves ? null : [{ name: decision === 'cancelled' ? 'cancelled' : 'returned', value: '1' }];
  }

  /** What the page of the payment shows; none where the purchase that was to keep one met a kill. */
  async function findKeptCard(): Promise<SavedCard | undefined> {
    const { items } = await call(listPaymentMethods, { params });
    return items.flatMap(({ cards = [] }) => cards)[0];
  }

  async function isPaid(): Promise<boolean> {
    const [row] = await shop.db<{ stage: string }[]>`select stage from purchase where id = ${id} and customer_id = ${customerId}`;
    return row?.stage === 'paid';
  }
}

/** By an organiser, with the page of the office. */
export async function refundWhole({ origin, organiser }: Shop, orderId: string, key: string): Promise<void> {
  const staff = caller(origin, organiser.token);
  const order = { params: { orderId } };
  const { tickets } = await staff(getOfficeOrder, order);
  const asked = { ticketIds: tickets.map(({ ticket }) => ticket.id), way: 'original' as const };
  const { amount } = await staff(previewRefund, { ...order, body: asked });
  await staff(refundOrder, { ...order, body: { ...asked, amount, reason: 'No puede ir' } }, key);
}

type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string) => Promise<AnswerOf<E>>;

/** Calls until there is an answer; a refusal that is no passing one is thrown. */
export function caller(host: string, token: string): Call {
  const client = clientAt({ host, token, fetch: fetchWithin(CALL_WITHIN_MS) });
  return async (endpoint, input, key) => {
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const outcome = await client.call(endpoint, input, key === undefined ? {} : { idempotencyKey: key });
      if (outcome.status === 'ok') return outcome.data as AnswerOf<typeof endpoint>;
      const isPassing = outcome.status !== 'refusal' || outcome.failure === 'busy' || outcome.failure === 'too_many_requests';
      if (!isPassing || Date.now() > until) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(outcome)}`);
    }
  };
}

interface AtProvider {
  readonly provider: ProviderName;
  readonly purchaseId: string;
  readonly decision: 'approved' | 'declined' | 'cancelled';
}

/** What a person does on the wallet's page, phone or frame; false when there is nothing to decide. */
export async function decideAt({ sandbox, shops }: StormStage, { provider, purchaseId, decision }: AtProvider): Promise<boolean> {
  const { shop, path } = characterOf(provider);
  const [attempt] = await shops[shop].db<{ reference: string; number: number; kept: { orderId?: string } }[]>`
    select reference, number, kept from attempt where purchase_id = ${purchaseId} order by started_at desc limit 1`;
  if (!attempt) return false;
  if (provider === 'paypal')
    return (await approveAtPayPal(sandbox, `${sandbox}/paypal/checkoutnow?token=${attempt.kept.orderId}`, decision)) === 303;
  const which = provider === 'bancard' ? { shopProcessId: attempt.number, number: BANCARD_APPROVED } : { reference: attempt.reference };
  const answer = await post(`${sandbox}/${path}/control/decide`, { ...which, decision });
  return answer.ok;
}

async function approveAtPayPal(sandbox: string, url: string, decision: AtProvider['decision']): Promise<number> {
  const { status } = await askSandbox(`${sandbox}/paypal/checkoutnow/${new URL(url).searchParams.get('token')}`, {
    method: 'POST',
    body: new URLSearchParams({ answer: decision === 'cancelled' ? 'cancel' : 'approve' }),
    redirect: 'manual',
  });
  return status;
}

const control = (sandbox: string, path: string, switches: object) =>
  askSandbox(`${sandbox}/${path}/control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  }).then(async (response) => {
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  });

const post = (url: string, body: object) =>
  askSandbox(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
