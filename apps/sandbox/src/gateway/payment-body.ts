import { methodName } from './methods.ts';
import { type Payment, statusOf } from './payments.ts';
import { minuteOf } from './tokens.ts';

const SITE_ID = '00097002';

/** A payment as Payway tells of it (`currency` in small letters, as theirs). */
export function paymentBody(payment: Payment, now: number) {
  const status = statusOf(payment, now);
  const authorised = status !== 'rejected' && status !== 'review';
  return {
    id: payment.id,
    site_transaction_id: payment.reference,
    payment_method_id: payment.methodId,
    card_brand: methodName(payment.methodId),
    amount: payment.amount,
    currency: payment.currency.toLowerCase(),
    status,
    status_details: {
      ticket: String((payment.id % 9999) + 1),
      card_authorization_code: authorised ? lastDigits(payment.id, 6) : null,
      address_validation_code: null,
      error: status === 'rejected' ? errorBody(payment) : null,
    },
    date: minuteOf(payment.madeAt),
    customer: payment.customer,
    bin: payment.bin,
    installments: payment.installments,
    first_installment_expiration_date: null,
    payment_type: 'single',
    sub_payments: [],
    site_id: SITE_ID,
    fraud_detection: { status: payment.screened ? screening(status) : null },
    aggregate_data: null,
    establishment_name: payment.establishment,
    customer_token: null,
    card_data: null,
    tid: authorised ? lastDigits(payment.id, 15) : null,
  };
}

function errorBody({ decline }: Payment) {
  if (!decline) return null;
  const { type, id, description, internal } = decline;
  return { type, reason: { id, description, additional_description: internal } };
}

function screening(status: string) {
  const decision = status === 'review' ? 'yellow' : status === 'rejected' ? 'red' : 'green';
  return { decision, request_id: null, reason_code: 100, description: 'Decision Manager processing', details: null };
}

const lastDigits = (id: number, count: number) => String(id).padStart(count, '0').slice(-count);
