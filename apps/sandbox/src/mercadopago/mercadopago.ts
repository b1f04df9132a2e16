import { createHmac, randomBytes } from 'node:crypto';
import { leftOf, type Order, type Payment, paymentOf } from '../hosted/orders.ts';
import { type Answer, type Decision, HostedProvider, type WebhookEvent } from '../hosted/provider.ts';
import {
  badRequest,
  CardRequest,
  CHALLENGE,
  outcomeOf,
  PaymentChange,
  PaymentRequest,
  PaymentSearch,
  PreferenceChange,
  PreferenceRequest,
  problem,
  RefundRequest,
  SLOW_TYPES,
} from './requests.ts';

const MINUTE_MS = 60_000;

export interface MercadoPagoAccess {
  readonly accessToken: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
}

/** Mercado Pago: preferences that are paid on its page, cards that are paid by token, signed webhooks, refunds. */
export class MercadoPago {
  readonly hosted: HostedProvider;
  readonly access: MercadoPagoAccess;
  readonly #tokens = new Map<string, { readonly holder: string; readonly bin: string; readonly lastFour: string }>();
  readonly #firstAnswers = new Map<string, Answer>();

  constructor(access: MercadoPagoAccess) {
    this.access = access;
    this.hosted = new HostedProvider({
      name: 'mercadopago',
      title: 'Mercado Pago',
      where: 'window',
      canTryAgain: true,
      patience: {
        answerWithinMs: 22_000,
        retryAfterMs: [15 * MINUTE_MS, 30 * MINUTE_MS, 6 * 60 * MINUTE_MS],
        retries: (answered) => answered !== 200 && answered !== 201,
      },
      webhook: (order, event) => this.#webhook(order, event),
      returnUrl,
    });
  }

  createToken(input: unknown): Answer {
    const card = CardRequest.safeParse(input);
    if (!card.success) return badRequest(card.error);
    const { card_number: number, cardholder } = card.data;
    const id = randomBytes(16).toString('hex');
    this.#tokens.set(id, { holder: cardholder.name, bin: number.slice(0, 6), lastFour: number.slice(-4) });
    return {
      status: 201,
      body: { id, status: 'active', first_six_digits: number.slice(0, 6), last_four_digits: number.slice(-4), cardholder },
    };
  }

  createPreference(input: unknown): Promise<Answer> {
    return this.hosted.beginning(async () => {
      const read = PreferenceRequest.safeParse(input);
      if (!read.success) return badRequest(read.error);
      const { items, back_urls: back, external_reference: reference, notification_url, expires, expiration_date_to } = read.data;
      const { binary_mode, payment_methods, date_of_expiration } = read.data;
      const excluded = payment_methods.excluded_payment_types.map(({ id }) => id);
      const order = await this.hosted.open({
        reference,
        amount: items.reduce((sum, { quantity, unit_price }) => sum + quantity * hundredths(unit_price), 0),
        currency: 'ARS',
        description: items.map(({ title }) => title).join(', '),
        returnUrl: back.success,
        cancelUrl: back.failure,
        webhookUrl: notification_url ?? null,
        expiresAt: expires && expiration_date_to ? Date.parse(expiration_date_to) : null,
        // Either alone leaves something that waits: the review of a card, or cash.
        isInstant: binary_mode && SLOW_TYPES.every((type) => excluded.includes(type)),
        ...(date_of_expiration && { pendingUntil: Date.parse(date_of_expiration) }),
        details: { pending: back.pending },
      });
      return { status: 201, body: preferenceBody(order) };
    });
  }

  findPreference(id: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const order = this.hosted.orders.find(id);
      return order ? { status: 200, body: preferenceBody(order) } : problem(404, 'not_found', 'preference not found');
    });
  }

  /** Only its end can be changed here. */
  changePreference(id: string, input: unknown): Promise<Answer> {
    return this.hosted.calling(() => {
      const order = this.hosted.orders.find(id);
      const change = PreferenceChange.safeParse(input);
      if (!order) return problem(404, 'not_found', 'preference not found');
      if (!change.success) return badRequest(change.error);
      order.expiresAt = change.data.expires ? Date.parse(change.data.expiration_date_to) : null;
      return { status: 200, body: preferenceBody(order) };
    });
  }

  /** A repeated key gets the first answer, as Mercado Pago promises. */
  createPayment(input: unknown, key: string | undefined): Promise<Answer> {
    return this.hosted.beginning(async () => {
      if (!key) return problem(400, 'bad_request', 'Header X-Idempotency-Key can’t be null');
      const first = this.#firstAnswers.get(key);
      if (first) return first;
      const read = PaymentRequest.safeParse(input);
      if (!read.success) return badRequest(read.error);
      const card = this.#tokens.get(read.data.token);
      if (!card) return problem(400, 'bad_request', 'Card token not found');
      this.#tokens.delete(read.data.token);
      const answer = await this.#pay(read.data, card);
      this.#firstAnswers.set(key, answer);
      return answer;
    });
  }

  /** Cancels a payment that waits. */
  changePayment(id: string, input: unknown): Promise<Answer> {
    return this.hosted.calling(async () => {
      const found = this.#find(id);
      const change = PaymentChange.safeParse(input);
      if (!found) return problem(404, 'not_found', 'Payment not found');
      if (!change.success) return badRequest(change.error);
      if (!(await this.hosted.cancel(found.order, found.payment))) return problem(400, 'bad_request', 'Invalid status transition');
      return { status: 200, body: this.#paymentBody(found.order, found.payment) };
    });
  }

  /** A payment whose issuer asks, and its order. */
  findChallenge(id: string) {
    const found = this.#find(id);
    return found && asksItsBuyer(found.payment) ? found : undefined;
  }

  findSlip(id: string) {
    const found = this.#find(id);
    return found && isSlip(found.order, found.payment) ? found : undefined;
  }

  findPayment(id: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const found = this.#find(id);
      return found ? { status: 200, body: this.#paymentBody(found.order, found.payment) } : problem(404, 'not_found', 'Payment not found');
    });
  }

  /** In the order in which they were made, or the newest first. */
  searchPayments(query: unknown): Promise<Answer> {
    return this.hosted.calling(() => {
      const read = PaymentSearch.safeParse(query);
      if (!read.success) return badRequest(read.error);
      const { external_reference: reference, sort, criteria, limit, offset } = read.data;
      const orders = this.hosted.orders.ofReference(reference);
      const all = orders.flatMap((order) => order.payments.map((payment) => this.#paymentBody(order, payment)));
      if (sort !== undefined && criteria === 'desc') all.reverse();
      return { status: 200, body: { paging: { total: all.length, limit, offset }, results: all.slice(offset, offset + limit) } };
    });
  }

  refund(id: string, input: unknown, key: string | undefined): Promise<Answer> {
    return this.hosted.refunding(() => {
      if (!key) return problem(400, 'bad_request', 'Header X-Idempotency-Key can’t be null');
      const read = RefundRequest.safeParse(input ?? {});
      const found = this.#find(id);
      if (!read.success) return badRequest(read.error);
      if (!found) return problem(404, 'not_found', 'Payment not found');
      const { amount } = read.data;
      const refund = this.hosted.refund(found.order, found.payment, { amount: amount === undefined ? undefined : hundredths(amount), key });
      if (!refund) return problem(400, 'bad_request', 'The payment cannot be refunded by this amount');
      return { status: 201, body: { id: Number(refund.id), payment_id: Number(id), amount: refund.amount / 100, status: 'approved' } };
    });
  }

  async #pay(request: PaymentRequest, card: { holder: string; bin: string; lastFour: string }): Promise<Answer> {
    const outcome = outcomeOf(card.holder);
    const { decideAtOnce } = this.hosted.switches;
    const order = await this.hosted.open({
      reference: request.external_reference,
      amount: hundredths(request.transaction_amount),
      currency: 'ARS',
      description: request.description ?? '',
      returnUrl: '',
      cancelUrl: '',
      webhookUrl: request.notification_url ?? null,
      expiresAt: null,
      details: { method: request.payment_method_id, installments: String(request.installments), lastFour: card.lastFour, bin: card.bin },
    });
    if (decideAtOnce === 'no' && outcome) {
      const state = outcome.state === 'pending' && request.binary_mode ? 'declined' : outcome.state;
      await this.hosted.decide(order, state, outcome.detail);
    }
    // It has no page: nobody tries another card with it.
    order.cancelledAt = this.hosted.clock.now();
    const payment = paymentOf(order);
    return payment ? { status: 201, body: this.#paymentBody(order, payment) } : problem(500, 'internal_error', 'no payment');
  }

  #find(id: string) {
    const order = this.hosted.orders.ofPayment(id);
    const payment = order?.payments.find((each) => each.id === id);
    return order && payment ? { order, payment } : undefined;
  }

  #paymentBody(order: Order, payment: Payment) {
    const { amount, currency } = this.hosted.told(order);
    this.hosted.endOverdue(order);
    const refunded = order.amount - leftOf(order, payment);
    return {
      id: Number(payment.id),
      ...statusOf(payment, refunded === order.amount, refunded > 0),
      date_created: new Date(payment.madeAt).toISOString(),
      transaction_amount: amount / 100,
      transaction_amount_refunded: refunded / 100,
      currency_id: currency,
      external_reference: order.reference,
      payment_method_id: order.details.method ?? 'account_money',
      installments: Number(order.details.installments ?? 1),
      // The routes put the sandbox's own origin before it.
      ...(isSlip(order, payment) && { transaction_details: { external_resource_url: `/mercadopago/cupon/${payment.id}` } }),
      ...(asksItsBuyer(payment) && { three_ds_info: { external_resource_url: `/mercadopago/challenge/${payment.id}`, creq: payment.id } }),
      refunds: payment.refunds.map(({ id, amount: back }) => ({ id: Number(id), amount: back / 100, status: 'approved' })),
    };
  }

  /** Of payments alone: a preference that nobody pays is never told of. */
  #webhook(order: Order, { id, at, isFirst, isForged, payment = paymentOf(order) }: WebhookEvent) {
    if (!order.webhookUrl || !payment) return null;
    const url = new URL(order.webhookUrl);
    url.searchParams.set('data.id', payment.id);
    url.searchParams.set('type', 'payment');
    const secret = isForged ? 'another secret' : this.access.webhookSecret;
    const signature = createHmac('sha256', secret).update(`id:${payment.id};request-id:${id};ts:${at};`).digest('hex');
    return {
      url: url.href,
      headers: { 'content-type': 'application/json', 'x-signature': `ts=${at},v1=${signature}`, 'x-request-id': id },
      body: JSON.stringify({
        id,
        live_mode: false,
        type: 'payment',
        date_created: new Date(at).toISOString(),
        action: isFirst ? 'payment.created' : 'payment.updated',
        data: { id: payment.id },
      }),
    };
  }
}

/** What was chosen on its page is paid in cash or by a transfer; a card is looked at. */
const isSlip = ({ details }: Order, { state, reason }: Payment) => details.method === undefined && state === 'pending' && reason === null;

const asksItsBuyer = ({ state, reason }: Payment) => state === 'pending' && reason === CHALLENGE;

function statusOf({ state, reason, isChargedBack }: Payment, isAllBack: boolean, isPartBack: boolean) {
  if (state === 'declined') return { status: 'rejected', status_detail: reason ?? 'cc_rejected_other_reason' };
  if (state === 'cancelled') return { status: 'cancelled', status_detail: reason ?? 'by_collector' };
  if (state === 'pending') return { status: 'in_process', status_detail: reason ?? 'pending_contingency' };
  if (isChargedBack) return { status: 'charged_back', status_detail: 'settled' };
  if (isAllBack) return { status: 'refunded', status_detail: 'refunded' };
  return { status: 'approved', status_detail: isPartBack ? 'partially_refunded' : 'accredited' };
}

const preferenceBody = (order: Order) => ({
  id: order.id,
  external_reference: order.reference,
  expires: order.expiresAt !== null,
  expiration_date_to: order.expiresAt === null ? null : new Date(order.expiresAt).toISOString(),
  // The routes put the sandbox's own origin before it.
  init_point: `/mercadopago/pay/${order.id}`,
});

function returnUrl(order: Order, decision: Decision): string {
  const back = {
    approved: order.returnUrl,
    pending: order.details.pending ?? order.returnUrl,
    declined: order.cancelUrl,
    cancelled: order.cancelUrl,
  };
  const url = new URL(back[decision]);
  const payment = paymentOf(order);
  const status = decision === 'declined' ? 'rejected' : decision === 'cancelled' ? 'null' : decision;
  for (const [name, value] of Object.entries({
    payment_id: payment?.id ?? 'null',
    status,
    external_reference: order.reference,
    preference_id: order.id,
  }))
    url.searchParams.set(name, value);
  return url.href;
}

const hundredths = (pesos: number) => Math.round(pesos * 100);
