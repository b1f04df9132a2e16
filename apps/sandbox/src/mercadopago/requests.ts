import { z } from 'zod';

const Amount = z
  .number()
  .positive()
  .max(999_999_999)
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'has more than two decimals');
const Reference = z.string().min(1).max(256);
const Address = z.url({ protocol: /^https?$/ });

/** Mercado Pago, POST /checkout/preferences. Fields that the sandbox does not use are ignored. */
export const PreferenceRequest = z.object({
  items: z
    .array(z.object({ title: z.string().min(1).max(256), quantity: z.int().positive(), unit_price: Amount, currency_id: z.literal('ARS') }))
    .min(1),
  payer: z.object({ email: z.email() }).optional(),
  back_urls: z.object({ success: Address, pending: Address, failure: Address }),
  auto_return: z.enum(['approved', 'all']).optional(),
  external_reference: Reference,
  notification_url: Address.optional(),
  expires: z.boolean().default(false),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
  binary_mode: z.boolean().default(false),
  /** Of what is paid later. */
  date_of_expiration: z.iso.datetime({ offset: true }).optional(),
  payment_methods: z.object({ excluded_payment_types: z.array(z.object({ id: z.string() })).default([]) }).prefault({}),
});
export type PreferenceRequest = z.output<typeof PreferenceRequest>;

/** Mercado Pago, PUT /checkout/preferences/:id; from memory. */
export const PreferenceChange = z.object({ expires: z.boolean(), expiration_date_to: z.iso.datetime({ offset: true }) });

/** Mercado Pago, PUT /v1/payments/:id: all that a shop can do about one that waits. */
export const PaymentChange = z.object({ status: z.literal('cancelled') });

/** What its page offers that is decided later; a shop that excludes all of it gets an answer at once. */
export const SLOW_TYPES = ['ticket', 'atm', 'bank_transfer'] as const;

/** Mercado Pago, GET /v1/payments/search: without a limit thirty of them, and in no order that it promises. */
export const PaymentSearch = z.object({
  external_reference: z.string().default(''),
  sort: z.enum(['date_created', 'date_approved', 'date_last_updated', 'id']).optional(),
  criteria: z.enum(['asc', 'desc']).default('asc'),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
});

/** Mercado Pago, POST /v1/payments with a card. */
export const PaymentRequest = z.object({
  transaction_amount: Amount,
  token: z.string().min(1),
  installments: z.int().min(1).max(36),
  payment_method_id: z.string().min(1),
  payer: z.object({ email: z.email() }),
  external_reference: Reference,
  notification_url: Address.optional(),
  description: z.string().max(255).optional(),
  binary_mode: z.boolean().default(false),
  three_d_secure_mode: z.enum(['optional', 'mandatory', 'not_supported']).default('not_supported'),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** All that is left, or a part in pesos. */
export const RefundRequest = z.object({ amount: Amount.optional() });

/** Mercado Pago, POST /v1/card_tokens; the names of its fields are from memory. */
export const CardRequest = z.object({
  card_number: z.string().regex(/^\d{13,19}$/),
  expiration_month: z.coerce.number().int().min(1).max(12),
  expiration_year: z.coerce.number().int().min(2020).max(2099),
  security_code: z.string().regex(/^\d{3,4}$/),
  cardholder: z.object({
    name: z.string().trim().min(1).max(80),
    identification: z.object({ type: z.string().max(20), number: z.string().max(24) }),
  }),
});

/** Of a payment whose issuer asks its buyer (3-D Secure). */
export const CHALLENGE = 'pending_challenge';

/** The holder's name on a test card decides what becomes of its payment. */
const outcomes: Readonly<Record<string, { readonly state: 'approved' | 'declined' | 'pending'; readonly detail: string }>> = {
  APRO: { state: 'approved', detail: 'accredited' },
  CONT: { state: 'pending', detail: 'pending_contingency' },
  CHAL: { state: 'pending', detail: CHALLENGE },
  OTHE: { state: 'declined', detail: 'cc_rejected_other_reason' },
  CALL: { state: 'declined', detail: 'cc_rejected_call_for_authorize' },
  FUND: { state: 'declined', detail: 'cc_rejected_insufficient_amount' },
  SECU: { state: 'declined', detail: 'cc_rejected_bad_filled_security_code' },
  EXPI: { state: 'declined', detail: 'cc_rejected_bad_filled_date' },
  FORM: { state: 'declined', detail: 'cc_rejected_bad_filled_other' },
  CARD: { state: 'declined', detail: 'cc_rejected_bad_filled_card_number' },
  INST: { state: 'declined', detail: 'cc_rejected_invalid_installments' },
  DUPL: { state: 'declined', detail: 'cc_rejected_duplicated_payment' },
  LOCK: { state: 'declined', detail: 'cc_rejected_card_disabled' },
  ATTE: { state: 'declined', detail: 'cc_rejected_max_attempts' },
  BLAC: { state: 'declined', detail: 'cc_rejected_blacklist' },
};

/** Any other name is refused, so that nobody takes a real card for a test card. */
export const outcomeOf = (holder: string) => outcomes[holder.trim().slice(0, 4).toUpperCase()] ?? outcomes.OTHE;

export const problem = (status: number, error: string, message: string) => ({ status, body: { message, error, status, cause: [] } });

export const badRequest = (error: z.ZodError) =>
  problem(400, 'bad_request', error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
