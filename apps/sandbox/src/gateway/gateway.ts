import { type Decline, declines } from './cards.ts';
import { Clock } from './clock.ts';
import { type Payment, Payments, remainingOf, statusOf } from './payments.ts';
import { instructionBody, pendingBody, type Question, Questions } from './questions.ts';
import {
  type Answer,
  InstructionRequest,
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
import { CardRequest, expiryOf, KeptCardRequest, KeptCards, keptCardBody, keptTokenBody, type Token, Tokens, tokenBody } from './tokens.ts';

/** A card gateway with Payway's API that takes test cards and fails on demand. */
export class Gateway {
  readonly clock = new Clock();
  readonly questions = new Questions();
  /** Where its pages stand; known once the sandbox listens. */
  origin: () => string = () => '';
  readonly #tokens = new Tokens();
  readonly #kept = new KeptCards();
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
    if (typeof input === 'object' && input !== null && 'token' in input) return this.#createKeptToken(input);
    const card = CardRequest.safeParse(input);
    if (!card.success) return refusalOf(card.error, input);
    const now = this.clock.now();
    if (expiryOf(card.data) <= now) return refusal({ code: 'invalid_expiry_date', param: 'card_expiration_year' });
    return { status: 201, body: tokenBody(this.#tokens.add(card.data, now), card.data) };
  }

  #createKeptToken(input: object): Answer {
    const request = KeptCardRequest.safeParse(input);
    if (!request.success) return refusalOf(request.error, input);
    const kept = this.#kept.find(request.data.token);
    if (!kept) return refusal({ code: 'invalid_param', param: 'token' });
    const { method } = kept.card;
    if (method && request.data.security_code.length !== method.codeLength)
      return refusal({ code: 'invalid_param', param: 'security_code' });
    return { status: 201, body: keptTokenBody(this.#tokens.addKept(kept, this.clock.now())) };
  }

  async keptCards(customer: string): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    return { status: 200, body: { tokens: this.#kept.of(customer).map((kept) => keptCardBody(kept, this.clock.now())) } };
  }

  async deleteKeptCard(token: string): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    return this.#kept.delete(token) ? { status: 200, body: {} } : notFound('token', token);
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
    this.#tokens.spend(token);
    const asks = request.data.cardholder_auth_required ? token.outcome.asks : null;
    const begun = { request: request.data, token, paymentId: this.#payments.nextId() };
    if (asks !== null) return this.#instruct(begun, asks === 'device and challenge' ? 'device' : 'challenge');
    return this.#answerTo(this.#pay(begun), token);
  }

  /** The next step of 3-D Secure. */
  async followInstruction(input: unknown): Promise<Answer> {
    if (this.#switches.silent) return this.#silence();
    if (this.#countDown('loseBeforeApproving')) return null;
    const request = InstructionRequest.safeParse(input);
    if (!request.success) return refusalOf(request.error, input);
    const question = this.questions.find(request.data.id);
    if (!question) return notFound('instruction', request.data.id);
    // The device's page may not have been heard of in time.
    const isRight = request.data.instruction_value === question.value || question.step === 'device';
    if (!isRight) return refusal({ code: 'invalid_param', param: 'instruction_value' });
    this.questions.close(question);
    if (question.step === 'device') return this.#instruct(question, 'challenge');
    return this.#answerTo(this.#pay(question, question.end ?? 'failed'), question.token);
  }

  #instruct(begun: Begun, step: Question['step']): Answer {
    const question = this.questions.ask(begun, step);
    return this.#countDown('loseInstructions') ? null : { status: 202, body: instructionBody(question, this.origin()) };
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
    const waiting = siteOperationId === undefined ? undefined : this.questions.ofReference(siteOperationId);
    if (waiting) return { status: 200, body: { limit: pageSize, offset, results: [pendingBody(waiting)], hasMore: false } };
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
    return answer?.status === 201 && this.#countDown('loseRefunds') ? null : answer;
  }

  /** Its own people give money back on a page of theirs; nobody is told. False where there is not so much left. */
  giveBack(reference: string, amount: number | undefined): boolean {
    const payment = this.#payments.ofReference(reference, this.clock.now());
    if (!payment) return false;
    const answer = refund(payment, amount === undefined ? {} : { amount }, { id: this.#payments.nextId(), now: this.clock.now() });
    this.#payments.written(payment);
    return answer?.status === 201;
  }

  /** The card's bank takes an approved payment back; false when there is none. */
  chargeBack(reference: string): boolean {
    const payment = this.#payments.ofReference(reference, this.clock.now());
    if (!payment || statusOf(payment, this.clock.now()) !== 'approved') return false;
    payment.chargedBackAt = this.clock.now();
    this.#payments.written(payment);
    return true;
  }

  /** What was settled, in the format of `docs/payments.md#settlement-files`; the oldest first. */
  settlement(): string {
    const now = this.clock.now();
    const lines = [...this.#payments.newestFirst(now)].reverse().flatMap((payment) => {
      if (payment.decline || payment.cancelled || now < payment.settledAt) return [];
      const line = (kind: string, coins: number, at: number) =>
        `payway,${payment.reference},${kind},${decimalOf(coins, payment.currency)},${payment.currency.toUpperCase()},${new Date(at).toISOString()},${payment.id}`;
      return [
        line('payment', payment.amount, payment.settledAt),
        ...payment.refunds.map(({ amount }) => line('refund', amount, payment.returnedAt ?? payment.settledAt)),
        ...(payment.chargedBackAt === undefined ? [] : [line('chargeback', remainingOf(payment), payment.chargedBackAt)]),
      ];
    });
    return ['provider,reference,kind,amount,currency,at,payment', ...lines, ''].join('\n');
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
    // A kept card pays for who has kept it, and no more once it was deleted.
    if (token?.kept && (token.kept.customer !== request.customer?.id || !this.#kept.find(token.kept.token))) invalid.push('customer.id');
    if (token?.method && token.method.id !== request.payment_method_id) invalid.push('payment_method_id');
    if (token?.method?.debit && request.installments > 1) invalid.push('installments');
    const { site_transaction_id: reference } = request;
    const repeated = this.#payments.isTaken(reference) || this.questions.ofReference(reference) !== undefined;
    if (!repeated && invalid.length === 0) return null;
    return refusal(
      ...(repeated ? [{ code: 'repeated', param: 'site_transaction_id' } as const] : []),
      ...invalid.map((param) => ({ code: 'invalid_param', param }) as const),
    );
  }

  #pay({ request, token, paymentId }: Begun, buyer: 'passed' | 'failed' | 'cancelled' = 'passed'): Payment {
    const now = this.clock.now();
    const { outcome } = token;
    const madeAt = outcome.answer === 'late' ? now + this.#switches.silentMs : now;
    const payment: Payment = {
      id: paymentId,
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
      decline: buyer === 'failed' ? declines.authentication : this.#declineOf(token, now),
      ...(buyer === 'cancelled' && { cancelled: true as const }),
      ...this.#misreported(),
      refunds: [],
      returnedAt: null,
    };
    this.#payments.add(payment);
    const { id: customer } = request.customer ?? {};
    if (customer && payment.decline === null && !payment.cancelled) this.#kept.keep(customer, token);
    return payment;
  }

  /** What stays wrong about a payment that is made now, however late it is asked about. */
  #misreported(): Pick<Payment, 'wrongAmount' | 'wrongCurrency'> {
    const { wrongAmount, wrongCurrency } = this.#switches;
    return { ...(wrongAmount && { wrongAmount }), ...(wrongCurrency && { wrongCurrency }) };
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
    return { status: body.status === 'rejected' || body.status === 'cancelled' ? 402 : 201, body };
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

/** A payment that was asked for, before its money moves. */
type Begun = Pick<Question, 'request' | 'token' | 'paymentId'>;

/** A coin is a cent, but of guaraníes, which have none. */
const decimalOf = (coins: number, currency: string): string => (currency.toUpperCase() === 'PYG' ? coins : coins / 100).toFixed(2);

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
