export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

export interface Refund {
  readonly id: string;
  readonly requestId: string;
  readonly cents: number;
}

interface Capture {
  readonly id: string;
  /** Pending while a bank account is collected from. */
  state: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly amount: Money;
  readonly refunds: Refund[];
  /** What the card's bank or PayPal itself took back. */
  reversedCents: number;
}

export interface Order {
  readonly id: string;
  /** The shop's, and the number of its invoice. */
  readonly reference: string;
  readonly invoiceId: string | null;
  readonly amount: Money;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The shop takes nothing but immediate payment. */
  readonly isInstant: boolean;
  /** Its buyer pays from a bank account, which takes days. */
  isSlow: boolean;
  /** What a capture will take; null where the buyer's means of payment will be declined. */
  readonly willCapture: Money | null;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  capture: Capture | null;
}

export type Captured = Order & { capture: Capture };

export const centsOf = ({ value }: Money): number => Math.round(Number(value) * 100);
export const moneyOf = (cents: number, currency_code: string): Money => ({ currency_code, value: (cents / 100).toFixed(2) });
export const returnedOf = ({ refunds }: Capture): number => refunds.reduce((sum, { cents }) => sum + cents, 0);
export const leftOf = (capture: Capture): number =>
  capture.state !== 'COMPLETED' ? 0 : centsOf(capture.amount) - returnedOf(capture) - capture.reversedCents;

/** An order as the api answers it, without its links. */
export const orderBody = ({ id, reference, invoiceId, amount, status, capture }: Order) => ({
  id,
  intent: 'CAPTURE',
  status,
  purchase_units: [
    {
      custom_id: reference,
      ...(invoiceId !== null && { invoice_id: invoiceId }),
      amount,
      ...(capture && {
        payments: { captures: [captureBody({ reference, invoiceId, capture })], refunds: refundsBody(capture) },
      }),
    },
  ],
});

const refundsBody = ({ amount, refunds }: Capture) =>
  refunds.map(({ id, cents }) => ({ id, status: 'COMPLETED', amount: moneyOf(cents, amount.currency_code) }));

export function captureBody({ reference, invoiceId, capture }: Pick<Captured, 'reference' | 'invoiceId' | 'capture'>) {
  const returned = returnedOf(capture);
  const status =
    capture.state !== 'COMPLETED' || returned === 0
      ? capture.state
      : returned < centsOf(capture.amount)
        ? 'PARTIALLY_REFUNDED'
        : 'REFUNDED';
  return { id: capture.id, status, amount: capture.amount, custom_id: reference, ...(invoiceId !== null && { invoice_id: invoiceId }) };
}
