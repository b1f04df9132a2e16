import { createHash } from 'node:crypto';
import { z } from 'zod';

/** An answer over HTTP; null where the connection breaks instead. */
export type Answer = { readonly status: number; readonly body: object } | null;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** What each operation signs, after the private key and without separators. Amounts are the exact text that was sent. */
export const signed = {
  singleBuy: (it: { shop_process_id: number; amount: string; currency: string }) => `${it.shop_process_id}${it.amount}${it.currency}`,
  confirm: (it: { shop_process_id: number; amount: string; currency: string }) => `${it.shop_process_id}confirm${it.amount}${it.currency}`,
  getConfirmation: (it: { shop_process_id: number }) => `${it.shop_process_id}get_confirmation`,
  rollback: (it: { shop_process_id: number }) => `${it.shop_process_id}rollback0.00`,
  newCard: (it: { card_id: number; user_id: number }) => `${it.card_id}${it.user_id}request_new_card`,
  listCards: (it: { user_id: number }) => `${it.user_id}request_user_cards`,
  charge: (it: { shop_process_id: number; amount: string; currency: string; alias_token: string }) =>
    `${it.shop_process_id}charge${it.amount}${it.currency}${it.alias_token}`,
  deleteCard: (it: { user_id: number; alias_token: string }) => `delete_card${it.user_id}${it.alias_token}`,
} as const;

export const sign = (privateKey: string, text: string): string => md5(`${privateKey}${text}`);

const token = z.string();
const shop_process_id = z.int().positive().max(999_999_999_999_999);
const id = z.int().positive();
/** Decimal(15,2) as text; guaraníes have no cents. */
const amount = z.string().regex(/^[1-9]\d{0,12}\.00$/);
const currency = z.literal('PYG');
const return_url = z.url().max(255);

/** Bancard vPOS 2.0. Fields that the sandbox does not use are ignored. */
export const requests = {
  singleBuy: z.object({
    token,
    shop_process_id,
    amount,
    currency,
    description: z.string().max(20),
    return_url,
    cancel_url: return_url.optional(),
  }),
  getConfirmation: z.object({ token, shop_process_id }),
  rollback: z.object({ token, shop_process_id }),
  newCard: z.object({ token, card_id: id, user_id: id, user_cell_phone: z.string(), user_mail: z.email(), return_url }),
  listCards: z.object({ token }),
  charge: z.object({
    token,
    shop_process_id,
    amount,
    currency,
    alias_token: z.string(),
    number_of_payments: z.int().min(1).max(99),
    return_url,
  }),
  deleteCard: z.object({ token, alias_token: z.string() }),
};

export const Envelope = z.object({ public_key: z.string(), operation: z.record(z.string(), z.unknown()) });

const statuses: Readonly<Record<string, number>> = {
  BuyNotFoundError: 404,
  PaymentNotFoundError: 404,
  CardNotFoundError: 404,
  AlreadyRollbackedError: 409,
  TransactionAlreadyConfirmed: 409,
};

/** An answer with one of Bancard's error keys. */
export const problem = (key: string, dsc: string = key): Answer => ({
  status: statuses[key] ?? 422,
  body: { status: 'error', messages: [{ key, level: 'error', dsc }] },
});

export const success = (body: object = {}): Answer => ({ status: 200, body: { status: 'success', ...body } });
