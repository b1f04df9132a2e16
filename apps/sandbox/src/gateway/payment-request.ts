import { z } from 'zod';

/** Payway, POST /payments, of the kinds that a ticket office needs. What it asks for and we do not use is let in unread. */
export const PaymentRequest = z.object({
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
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** All of it back, or an amount in cents. */
export const RefundRequest = z.object({ amount: z.int().positive().optional() });

/** Payway, GET /payments. */
export const PaymentSearch = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(1000).default(50),
  siteOperationId: z.string().optional(),
});
export type PaymentSearch = z.output<typeof PaymentSearch>;
