import { Clock } from '../gateway/clock.ts';
import type { Answer } from '../gateway/requests.ts';
import { Authentications } from './authentications.ts';
import { type CybersourcePayment, CybersourcePayments, detailsOf, paymentBody, statusOf } from './payments.ts';
import { badGateway, invalid, notFound, PaymentRequest, RefundRequest, read, SearchRequest, VoidRequest } from './requests.ts';
import { type Countdown, CybersourceSwitches } from './switches.ts';
import { type TransientToken, TransientTokens } from './transient-tokens.ts';

/**
 * Cybersource's REST interface as far as a shop needs it for one card payment with payer authentication.
 */
export class Cybersource {
  readonly clock = new Clock();
  readonly authentications: Authentications;
  readonly #tokens = new TransientTokens();
  readonly #payments = new CybersourcePayments();
  switches = CybersourceSwitches.parse({});

  constructor(origin: () => string) {
    this.authentications = new Authentications({
      origin,
      clock: this.clock,
      tokenOf: (jwt) => this.#tokenOf(jwt),
      fails: () => this.#countDown('failAuthentication'),
    });
  }

  createToken = (input: unknown): Answer => this.#tokens.create(input, this.clock.now());

  /** Answers a signed call; null breaks the connection. */
  async whenNotSilent(answer: () => Answer | Promise<Answer>): Promise<Answer> {
    if (!this.switches.silent) return answer();
    await this.clock.wait(this.switches.silentMs);
    return null;
  }

  async pay(input: unknown): Promise<Answer> {
    if (this.#countDown('failNext')) return badGateway;
    if (this.#countDown('loseBeforeApproving')) return null;
    const request = read(PaymentRequest, input);
    if ('answer' in request) return request.answer;
    const token = this.#tokenOf(request.data.tokenInformation.transientTokenJwt);
    if (!token) return invalid('INVALID_DATA', 'tokenInformation.transientTokenJwt');
    const { code, transactionId } = request.data.clientReferenceInformation;
    if (this.#payments.isTaken({ code, transactionId })) return invalid('DUPLICATE_REQUEST', 'clientReferenceInformation.code');
    const payment = this.#make(request.data, token);
    const { answer } = token.funding;
    const lost = this.#countDown('loseAfterApproving') || answer === 'lost';
    await this.clock.wait(this.switches.delayMs + (answer === 'slow' ? this.switches.slowMs : 0));
    return lost ? null : { status: 201, body: paymentBody(payment, this.clock.now()) };
  }

  #make({ orderInformation: { amountDetails }, ...request }: PaymentRequest, token: TransientToken): CybersourcePayment {
    const now = this.clock.now();
    const { code, transactionId } = request.clientReferenceInformation;
    const isOther = this.#countDown('wrongAmount');
    const review = token.funding.review ? this.switches.reviewSeconds * 1000 : 0;
    return this.#payments.add({
      kind: 'payment',
      code,
      transactionId,
      cents: centsOf(amountDetails.totalAmount) + (isOther ? 100 : 0),
      currency: this.#countDown('wrongCurrency') ? 'USD' : amountDetails.currency,
      installments: Number(request.installmentInformation?.totalCount ?? 1),
      lastFour: token.lastFour,
      madeAt: now,
      foundFrom: now + this.switches.searchLagSeconds * 1000,
      settledAt: now + review,
      closesAt: this.switches.settleAtOnce ? now : nextBatchAfter(now),
      decline: this.#declineOf(request, token, amountDetails),
    });
  }

  #declineOf(
    { consumerAuthenticationInformation: shown }: Pick<PaymentRequest, 'consumerAuthenticationInformation'>,
    token: TransientToken,
    amount: { readonly totalAmount: string; readonly currency: string },
  ): string | null {
    if (this.switches.declineAll) return 'PROCESSOR_DECLINED';
    return this.authentications.objectionTo(shown, token, amount) ?? token.funding.decline;
  }

  /** Payments and refunds of one code, the newest first. */
  search(input: unknown): Answer {
    const request = read(SearchRequest, input);
    if ('answer' in request) return request.answer;
    const code = request.data.query.slice('clientReferenceInformation.code:'.length);
    const found = this.#payments.ofCode(code, this.clock.now());
    const transactionSummaries = found.map((payment) => ({
      id: payment.id,
      clientReferenceInformation: { code },
      applicationInformation: { applications: [{ name: payment.kind === 'refund' ? 'ics_credit' : 'ics_bill' }] },
    }));
    return { status: 201, body: { totalCount: found.length, _embedded: { transactionSummaries } } };
  }

  transaction(id: string): Answer {
    const payment = this.#payments.find(id);
    return payment ? { status: 200, body: detailsOf(payment, this.#payments.refundsOf(payment), this.clock.now()) } : notFound;
  }

  /** All of a payment on its own day. */
  void(id: string, input: unknown): Answer {
    const request = read(VoidRequest, input);
    return 'answer' in request ? request.answer : this.#void(this.#payments.find(id), 'VOIDED');
  }

  /** Sets reserved money free. */
  reverse(id: string, input: unknown): Answer {
    const request = read(VoidRequest, input);
    return 'answer' in request ? request.answer : this.#void(this.#payments.find(id), 'REVERSED');
  }

  /** Of a payment whose answer was lost, by the transaction id that the shop gave it. */
  voidByReference(input: unknown, done: 'VOIDED' | 'REVERSED'): Answer {
    const request = read(VoidRequest, input);
    if ('answer' in request) return request.answer;
    const { transactionId } = request.data.clientReferenceInformation;
    if (transactionId === undefined) return invalid('MISSING_FIELD', 'clientReferenceInformation.transactionId');
    return this.#void(this.#payments.ofTransactionId(transactionId), done);
  }

  #void(payment: CybersourcePayment | undefined, done: 'VOIDED' | 'REVERSED'): Answer {
    if (!payment) return notFound;
    const now = this.clock.now();
    const status = statusOf(payment, now);
    if (status === 'VOIDED' || status === 'REVERSED') return invalid('INVALID_DATA', 'id');
    if (status === 'DECLINED' || now >= payment.closesAt || this.#payments.refundsOf(payment).length > 0)
      return invalid('NOT_VOIDABLE', 'id');
    payment.voidedAt = now;
    return { status: 201, body: { id: payment.id, status: done, clientReferenceInformation: { code: payment.code } } };
  }

  refund(id: string, input: unknown): Answer {
    if (this.#countDown('failRefund')) return badGateway;
    const request = read(RefundRequest, input);
    if ('answer' in request) return request.answer;
    const payment = this.#payments.find(id);
    if (payment?.kind !== 'payment') return notFound;
    const now = this.clock.now();
    const { totalAmount, currency } = request.data.orderInformation.amountDetails;
    const left = payment.cents - this.#payments.refundsOf(payment).reduce((sum, { cents }) => sum + cents, 0);
    if (statusOf(payment, now) !== 'AUTHORIZED') return invalid('INVALID_DATA', 'id');
    if (centsOf(totalAmount) > left || currency !== payment.currency)
      return invalid('INVALID_AMOUNT', 'orderInformation.amountDetails.totalAmount');
    const { code } = request.data.clientReferenceInformation;
    const refund = this.#payments.add({
      ...payment,
      kind: 'refund',
      code,
      transactionId: '',
      cents: centsOf(totalAmount),
      of: payment.id,
      madeAt: now,
      foundFrom: now,
    });
    if (this.#countDown('loseRefund')) return null;
    return { status: 201, body: { id: refund.id, status: 'PENDING', clientReferenceInformation: { code } } };
  }

  /** What the page and tests look at, the newest first. */
  paymentsMade() {
    const now = this.clock.now();
    return this.#payments.newestFirst().map((payment) => ({
      ...payment,
      status: statusOf(payment, now),
      refunded: this.#payments.refundsOf(payment).reduce((sum, { cents }) => sum + cents, 0),
    }));
  }

  #tokenOf = (jwt: string): TransientToken | undefined => this.#tokens.find(jwt, this.clock.now());

  #countDown(name: Countdown): boolean {
    if (this.switches[name] === 0) return false;
    this.switches = { ...this.switches, [name]: this.switches[name] - 1 };
    return true;
  }
}

const centsOf = (amount: string) => Math.round(Number(amount) * 100);

const DAY_MS = 86_400_000;
/** Midnight in Argentina. */
const BATCH_CLOSES_MS = 3 * 3_600_000;
const nextBatchAfter = (time: number) => (Math.floor((time - BATCH_CLOSES_MS) / DAY_MS) + 1) * DAY_MS + BATCH_CLOSES_MS;
