import { z } from 'zod';
import { methodName } from './cards.ts';
import { type Payment, statusOf } from './payments.ts';
import { minuteOf } from './tokens.ts';

/** What a merchant tells of the browser where 3-D Secure is asked for; all of it is mandatory. */
const Browser = z.object({
  device_type: z.literal('BROWSER'),
  accept_header: z.string().min(1).max(2048),
  user_agent: z.string().min(1).max(2048),
  ip: z.string().min(1).max(45),
  java_enabled: z.boolean(),
  language: z.string().min(2).max(35),
  color_depth: z.int().positive(),
  screen_height: z.int().positive(),
  screen_width: z.int().positive(),
  time_zone_offset: z.int(),
});

/** Payway, POST /payments, of the kinds that a ticket office needs. Fields that the sandbox does not use are ignored. */
export const PaymentRequest = z
  .object({
    /** The shop's own, unique for ever. */
    site_transaction_id: z.string().min(1).max(39),
    token: z.string().min(1).max(100),
    payment_method_id: z.int().positive(),
    bin: z.string().regex(/^\d{6}$/),
    /** In the currency's smallest coin: cents of a peso, whole guaraníes. */
    amount: z.int().positive().max(99_999_999_999),
    currency: z.enum(['ARS', 'PYG']),
    installments: z.int().min(1).max(99),
    payment_type: z.literal('single'),
    sub_payments: z.array(z.unknown()).max(0),
    description: z.string().max(255).nullish(),
    establishment_name: z.string().max(25).nullish(),
    customer: z
      .object({ id: z.string().max(100).nullish(), email: z.string().max(254).nullish(), ip_address: z.string().max(45).nullish() })
      .nullish(),
    fraud_detection: z.record(z.string(), z.unknown()).nullish(),
    /** 3-D Secure is asked for. */
    cardholder_auth_required: z.boolean().default(false),
    auth_3ds_data: Browser.optional(),
  })
  .refine((payment) => !payment.cardholder_auth_required || payment.auth_3ds_data !== undefined, { path: ['auth_3ds_data'] });
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** Payway, POST /threeds/instruction: what came of a step of 3-D Secure. */
export const InstructionRequest = z.object({ id: z.string().min(1).max(64), instruction_value: z.string().max(4096) });

/** All of it back, or an amount in cents. */
export const RefundRequest = z.object({ amount: z.int().positive().optional() });

/** Payway, GET /payments. */
export const PaymentSearch = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
  siteOperationId: z.string().optional(),
});
export type PaymentSearch = z.output<typeof PaymentSearch>;

const SITE_ID = '00097002';

/** A payment as Payway tells of it (`currency` in small letters, as theirs). */
export function paymentBody(payment: Payment, now: number) {
  const status = statusOf(payment, now);
  const authorised = status !== 'rejected' && status !== 'review' && status !== 'cancelled';
  return {
    id: payment.id,
    site_transaction_id: payment.reference,
    payment_method_id: payment.methodId,
    card_brand: methodName(payment.methodId),
    amount: payment.amount - (payment.wrongAmount ? 100 : 0),
    currency: payment.wrongCurrency ? 'usd' : payment.currency.toLowerCase(),
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
    refunds: payment.refunds.map(({ id, amount }) => ({ id, amount, status: 'approved' })),
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

interface ParamProblem {
  readonly code: 'param_required' | 'invalid_param' | 'invalid_expiry_date' | 'repeated' | 'invalid_status';
  readonly param: string;
}

/** An answer over HTTP; null where the connection breaks instead. */
export type Answer = { readonly status: number; readonly body: object } | null;

export const refusal = (...problems: readonly ParamProblem[]) => ({
  status: 402,
  body: { error_type: 'invalid_request_error', validation_errors: problems },
});

export const notFound = (entity: string, id: string) => ({
  status: 404,
  body: { error_type: 'not_found_error', entity_name: entity, id },
});

export const malformed = { status: 400, body: { error_type: 'malformed_request_error' } };
export const unauthorised = { status: 401, body: { error_type: 'authentication_error', message: 'Invalid authentication credentials' } };
export const broken = { status: 500, body: { error_type: 'api_error', message: 'Internal server error' } };
export const unavailable = { status: 503, body: { error_type: 'api_error', message: 'Service unavailable' } };

/** Payway's answer to a body that the schema refuses, with a problem for each field. */
export function refusalOf(error: z.ZodError, input: unknown) {
  if (typeof input !== 'object' || input === null) return malformed;
  const problems = error.issues.map(({ path }) => ({
    code: valueAt(input, path) === undefined ? ('param_required' as const) : ('invalid_param' as const),
    param: path.join('.'),
  }));
  return refusal(...problems);
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
