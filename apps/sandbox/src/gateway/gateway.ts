import { type Decline, declines } from './cards.ts';
import { Clock } from './clock.ts';
import { type Payment, Payments, remainingOf, statusOf } from './payments.ts';
import {
  type Answer,
  notFound,
  PaymentRequest,
  PaymentSearch,
  paymentBody,
  RefundRequest,
  refusal,
  refusalOf,
  unavailable,
} from './requests.ts';
import { type Countdown, Switches } from './switches.ts';
import { CardRequest, expiryOf, type Token, Tokens, tokenBody } from './tokens.ts';

/** A card gateway with Payway's API that takes test cards and fails on demand. */
export class Gateway {
  readonly clock = new Clock();
  readonly #tokens = new Tokens();
  readonly #payments: Payments;
  #switches: Switches = Switches.parse({});

  /** Without a journal its payments end with it. */
  constructor({ journal }: { readonly journal?: string | undefined } = {}) {
    this.#payments = new Payments(journal);
  }

  get switches(): Switches {
    return this.#switches;
  }

  set switches(switches: Switches) {
    this.#switches = { ...switches };
  }

  /** Neither the number nor the security code is kept. */
  createToken(input: unknown): Answer {
    const card = CardRequest.safeParse(input);
    if (!card.success) return refusalOf(card.error, input);
    const now = this.clock.now();
    if (expiryOf(card.data) <= now) return refusal({ code: 'invalid_expiry_date', param: 'card_expiration_year' });
    return { status: 201, body: tokenBody(this.#tokens.add(card.data, now), card.data) };
  }

  async createPayment(input: unknown): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    if (this.#countDown('failNext')) return unavailable;
    if (this.#countDown('loseBeforeApproving')) return null;
    const request = PaymentRequest.safeParse(input);
    if (!request.success) return refusalOf(request.error, input);
    const token = this.#tokens.find(request.data.token, this.clock.now());
    const objection = this.#objectionTo(request.data, token);
    if (objection || !token) return objection;
    const payment = this.#pay(request.data, token);
    return this.#answerTo(payment, token);
  }

  async findPayment(id: string): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    const payment = this.#find(id);
    return payment ? { status: 200, body: paymentBody(payment, this.clock.now()) } : notFound('payment', id);
  }

  /** Newest first. */
  async searchPayments(query: unknown): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    const search = PaymentSearch.safeParse(query);
    if (!search.success) return refusalOf(search.error, query);
    const { offset, pageSize, siteOperationId } = search.data;
    const now = this.clock.now();
    const found = siteOperationId === undefined ? this.#payments.newestFirst(now) : this.#ofReference(siteOperationId);
    const results = found.slice(offset, offset + pageSize).map((payment) => paymentBody(payment, now));
    return { status: 200, body: { limit: pageSize, offset, results, hasMore: offset + pageSize < found.length } };
  }

  async refundPayment(id: string, input: unknown): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    const payment = this.#find(id);
    if (!payment) return notFound('payment', id);
    const answer = refund(payment, input, { id: this.#payments.nextId(), now: this.clock.now() });
    this.#payments.written(payment);
    return answer;
  }

  /** What the page and tests look at, the newest first. */
  paymentsMade() {
    const now = this.clock.now();
    return this.#payments.newestFirst(now).map((payment) => ({
      id: payment.id,
      reference: payment.reference,
      amount: payment.amount,
      currency: payment.currency,
      installments: payment.installments,
      methodId: payment.methodId,
      lastFour: payment.lastFour,
      status: statusOf(payment, now),
      decline: payment.decline?.internal ?? null,
      refunded: payment.refunds.reduce((sum, { amount }) => sum + amount, 0),
      madeAt: payment.madeAt,
    }));
  }

  /** A repeated reference is reported together with any other problem: there may be a payment behind it. */
  #objectionTo(request: PaymentRequest, token: Token | undefined): Answer {
    const invalid: string[] = [];
    if (!token) invalid.push('token');
    if (token && token.bin !== request.bin) invalid.push('bin');
    if (token?.method && token.method.id !== request.payment_method_id) invalid.push('payment_method_id');
    if (token?.method?.debit && request.installments > 1) invalid.push('installments');
    const repeated = this.#payments.isTaken(request.site_transaction_id);
    if (!repeated && invalid.length === 0) return null;
    return refusal(
      ...(repeated ? [{ code: 'repeated', param: 'site_transaction_id' } as const] : []),
      ...invalid.map((param) => ({ code: 'invalid_param', param }) as const),
    );
  }

  #pay(request: PaymentRequest, token: Token): Payment {
    const now = this.clock.now();
    const { outcome } = token;
    const madeAt = outcome.answer === 'late' ? now + this.#switches.silentMs : now;
    const payment: Payment = {
      id: this.#payments.nextId(),
      reference: request.site_transaction_id,
      amount: request.amount,
      currency: request.currency,
      methodId: request.payment_method_id,
      bin: token.bin,
      lastFour: token.lastFour,
      installments: request.installments,
      customer: request.customer ?? null,
      establishment: request.establishment_name ?? null,
      screened: Boolean(request.fraud_detection),
      madeAt,
      settledAt: outcome.review ? madeAt + this.#switches.reviewSeconds * 1000 : madeAt,
      decline: this.#declineOf(token, now),
      refunds: [],
      returnedAt: null,
    };
    this.#tokens.spend(token);
    this.#payments.add(payment);
    return payment;
  }

  #declineOf({ outcome, expiresAt }: Token, now: number): Decline | null {
    if (this.#switches.declineAll) return declines.declined;
    return expiresAt <= now ? declines.expired : outcome.decline;
  }

  async #answerTo(payment: Payment, { outcome }: Token): Promise<Answer> {
    const lost = this.#countDown('loseAfterApproving') || outcome.answer === 'lost';
    const repeated = this.#countDown('answerDuplicate');
    const { delayMs, slowMs, silentMs } = this.#switches;
    await this.clock.wait(delayMs + { prompt: 0, lost: 0, slow: slowMs, silent: silentMs, late: silentMs }[outcome.answer]);
    if (lost) return null;
    if (repeated) return refusal({ code: 'repeated', param: 'site_transaction_id' });
    const body = paymentBody(payment, this.clock.now());
    return { status: body.status === 'rejected' ? 402 : 201, body };
  }

  async #silence(): Promise<Answer> {
    await this.clock.wait(this.#switches.silentMs);
    return null;
  }

  #countDown(name: Countdown): boolean {
    if (this.#switches[name] === 0) return false;
    this.#switches = { ...this.#switches, [name]: this.#switches[name] - 1 };
    return true;
  }

  #find(id: string) {
    return this.#payments.find(Number(id), this.clock.now());
  }

  #ofReference(reference: string) {
    const payment = this.#payments.ofReference(reference, this.clock.now());
    return payment ? [payment] : [];
  }
}

const VISA_DEBIT = 31;

/** All that is left of an approved payment, or part of it; Visa Débito gives back no parts. */
function refund(payment: Payment, input: unknown, { id, now }: { id: number; now: number }): Answer {
  const request = RefundRequest.safeParse(input ?? {});
  if (!request.success) return refusalOf(request.error, input);
  const status = statusOf(payment, now);
  if (status !== 'approved' && status !== 'approved_with_refund') return refusal({ code: 'invalid_status', param: 'status' });
  const left = remainingOf(payment);
  const { amount = left } = request.data;
  if (amount > left || (amount < left && payment.methodId === VISA_DEBIT)) return refusal({ code: 'invalid_param', param: 'amount' });
  payment.refunds.push({ id, amount });
  if (amount === left) payment.returnedAt = now;
  return { status: 201, body: { id, amount, sub_payments: null, error: null, status: 'approved', status_details: null } };
}
