export interface CybersourcePayment {
  readonly id: string;
  readonly kind: 'payment' | 'refund';
  readonly code: string;
  readonly transactionId: string;
  /** Hundredths of the currency's unit. */
  readonly cents: number;
  readonly currency: string;
  readonly installments: number;
  readonly lastFour: string;
  readonly madeAt: number;
  /** A search does not find it before. */
  readonly foundFrom: number;
  /** The end of its review. */
  readonly settledAt: number;
  /** From then on it is settled and can be refunded, not voided. */
  readonly closesAt: number;
  readonly decline: string | null;
  /** The payment that a refund gives back. */
  readonly of?: string;
  voidedAt?: number;
}

export type Status = 'AUTHORIZED' | 'AUTHORIZED_RISK_DECLINED' | 'REVERSED' | 'AUTHORIZED_PENDING_REVIEW' | 'DECLINED' | 'VOIDED';

/** Fraud prevention declines what the issuer has authorised: the money stays reserved until it is reversed. */
const RISK = 'SCORE_EXCEEDS_THRESHOLD';

export function statusOf({ settledAt, decline, voidedAt }: CybersourcePayment, now: number): Status {
  if (voidedAt !== undefined) return decline === RISK ? 'REVERSED' : 'VOIDED';
  if (now < settledAt) return 'AUTHORIZED_PENDING_REVIEW';
  if (decline === RISK) return 'AUTHORIZED_RISK_DECLINED';
  return decline ? 'DECLINED' : 'AUTHORIZED';
}

const amountOf = ({ cents }: CybersourcePayment) => (cents / 100).toFixed(2);

const errorOf = (payment: CybersourcePayment, now: number) =>
  statusOf(payment, now).endsWith('DECLINED')
    ? { errorInformation: { reason: payment.decline, message: 'Decline - for the merchant, never for the buyer.' } }
    : {};

/** The answer to POST /pts/v2/payments. */
export const paymentBody = (payment: CybersourcePayment, now: number) => ({
  id: payment.id,
  submitTimeUtc: new Date(payment.madeAt).toISOString(),
  status: statusOf(payment, now),
  clientReferenceInformation: { code: payment.code, transactionId: payment.transactionId },
  orderInformation: { amountDetails: { totalAmount: amountOf(payment), authorizedAmount: amountOf(payment), currency: payment.currency } },
  processorInformation: { approvalCode: payment.id.slice(-6), responseCode: payment.decline ? '05' : '00' },
  ...errorOf(payment, now),
});

/** GET /tss/v2/transactions/{id}. */
export const detailsOf = (payment: CybersourcePayment, refunds: readonly CybersourcePayment[], now: number) => ({
  id: payment.id,
  submitTimeUTC: new Date(payment.madeAt).toISOString(),
  clientReferenceInformation: { code: payment.code },
  applicationInformation: {
    status: statusOf(payment, now),
    applications: [{ name: payment.kind === 'refund' ? 'ics_credit' : 'ics_bill' }],
  },
  orderInformation: { amountDetails: { totalAmount: amountOf(payment), currency: payment.currency } },
  _links: { relatedTransactions: refunds.map(({ id }) => ({ href: `/tss/v2/transactions/${id}`, method: 'GET' })) },
  ...errorOf(payment, now),
});

/** In memory; they end with the process. */
export class CybersourcePayments {
  readonly #byId = new Map<string, CybersourcePayment>();
  #lastId = BigInt(Date.now()) * 1_000_000n;

  add(payment: Omit<CybersourcePayment, 'id'>): CybersourcePayment {
    this.#lastId += 1n;
    const made = { ...payment, id: String(this.#lastId) };
    this.#byId.set(made.id, made);
    return made;
  }

  find(id: string): CybersourcePayment | undefined {
    return this.#byId.get(id);
  }

  /** Cybersource takes a code or a transaction id again after a quarter of an hour; the sandbox never does. */
  isTaken({ code, transactionId }: Pick<CybersourcePayment, 'code' | 'transactionId'>): boolean {
    return this.#all().some((payment) => payment.kind === 'payment' && (payment.code === code || payment.transactionId === transactionId));
  }

  ofCode(code: string, now: number): readonly CybersourcePayment[] {
    return this.newestFirst().filter((payment) => payment.code === code && payment.foundFrom <= now);
  }

  ofTransactionId(transactionId: string): CybersourcePayment | undefined {
    return this.#all().find((payment) => payment.kind === 'payment' && payment.transactionId === transactionId);
  }

  refundsOf({ id }: CybersourcePayment): readonly CybersourcePayment[] {
    return this.#all().filter((payment) => payment.of === id);
  }

  newestFirst(): readonly CybersourcePayment[] {
    return this.#all().reverse();
  }

  #all = (): CybersourcePayment[] => [...this.#byId.values()];
}
