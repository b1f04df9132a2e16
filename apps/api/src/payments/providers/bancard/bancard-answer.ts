import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DeclineReason, Facts, ProviderAnswer } from '../../provider.ts';

/** The md5 that Bancard signs with, over the private key and these parts without separators. */
export const sign = (privateKey: string, ...parts: readonly (string | number)[]): string =>
  createHash('md5')
    .update(`${privateKey}${parts.join('')}`)
    .digest('hex');

/** Minor units as Bancard writes amounts and signs them: two decimals and a dot, `130000.00`. */
export const amountText = (minorUnits: number): string => `${Math.trunc(minorUnits / 100)}.${String(minorUnits % 100).padStart(2, '0')}`;

const AMOUNT = /^(\d{1,13})\.(\d{2})$/;
const minorUnitsOf = (text: string): number => {
  const [, whole = '', cents = ''] = AMOUNT.exec(text) ?? [];
  return whole === '' ? Number.NaN : Number(whole) * 100 + Number(cents);
};

const Numeric = z.union([z.int(), z.string().regex(/^\d{1,15}$/)]);

/** What we read of a confirmation; what must never be shown (authorization number, extended description, risk) is not read at all. */
const Confirmation = z.object({
  token: z.string(),
  shop_process_id: Numeric,
  amount: z.string(),
  currency: z.string(),
  response_code: z.string(),
  response_description: z.string().nullish(),
});
type Confirmation = z.output<typeof Confirmation>;

const Confirmed = z.object({ operation: Confirmation });
/** Bancard's document wraps it in `operation`, its servers in `confirmation`. */
const ConfirmationBody = z.union([
  z.object({ confirmation: Confirmation }).transform((body) => body.confirmation),
  Confirmed.transform((body) => body.operation),
]);
const Started = z.object({ process_id: z.string().min(1).max(40) });
const StartedCharge = z.union([
  z.object({ confirmation: Started }).transform((body) => body.confirmation),
  z.object({ operation: Started }).transform((body) => body.operation),
  Started,
]);
const Problems = z.object({ messages: z.array(z.object({ key: z.string(), dsc: z.string().nullish() })) });
const CardList = z.object({
  cards: z.array(
    z.object({
      alias_token: z.string().min(1),
      card_masked_number: z.string(),
      expiration_date: z.string().nullish(),
      card_brand: z.string().nullish(),
      card_id: Numeric,
      card_type: z.string().nullish(),
    }),
  ),
});
export type BancardCard = z.output<typeof CardList>['cards'][number];

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

type Meaning = 'approved' | 'declined' | 'cancelled' | 'processing' | 'reversed' | 'try_again';

const codes = (meaning: Meaning, ...list: readonly string[]): readonly (readonly [string, Meaning])[] =>
  list.map((code) => [code, meaning]);

/** Bancard's `response_code`; one that is missing here is unknown, never a success (PO-010). `response: "S"` is none. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...codes('approved', '00'),
  ...codes('declined', '05', '12', '13', '14', '15', '33', '41', '43', '49', '51', '54', '57', '61', '62', '63', '65', '73', '82', '94'),
  ...codes('cancelled', '17'),
  ...codes('processing', '09'),
  ...codes('try_again', '06', '19', '46', '47', '90', '91', '92', '96', '98'),
  ...codes('reversed', '71', '99'),
]);

/** Codes that a buyer can act on; the others tell whoever tries out cards which of their data were right (decision 025). */
const reasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['51', 'funds'],
  ['61', 'funds'],
  ['33', 'expired'],
  ['54', 'expired'],
]);

/** Ours, and what it was sent as. */
export interface Asked {
  readonly reference: string;
  readonly number: number;
  readonly privateKey: string;
  /** Whether the answer is the first one: a bank that could not be reached is then asked about once more before it counts. */
  readonly isFirst: boolean;
}

/** The first key of Bancard's messages; null when the answer has none. */
export const problemOf = ({ body }: HttpAnswer): string | null => {
  const problems = Problems.safeParse(body);
  if (!problems.success) return null;
  const [first] = problems.data.messages;
  return first?.dsc?.includes('already been taken') ? 'AlreadyTaken' : (first?.key ?? null);
};

/** The process that a frame is opened with; null without one. */
export const processOf = ({ body }: HttpAnswer): string | null => {
  const started = StartedCharge.safeParse(body);
  return started.success ? started.data.process_id : null;
};

export const cardsOf = ({ status, body }: HttpAnswer): readonly BancardCard[] | null => {
  const list = CardList.safeParse(body);
  return status === 200 && list.success ? list.data.cards : null;
};

/** The confirmation in an answer; null when it has none. */
export function readConfirmation({ status, body }: HttpAnswer, asked: Asked): ProviderAnswer | null {
  const read = ConfirmationBody.safeParse(body);
  if (!read.success) return null;
  const confirmation = read.data;
  const code = confirmation.response_code;
  const facts: Facts = { http: status, code, response: confirmation.response_description ?? null };
  if (status !== 200 || !isSigned(confirmation, asked.privateKey)) return { result: 'unknown', facts: { ...facts, trouble: 'signature' } };
  const told = {
    paymentId: String(asked.number),
    echo: {
      // Bancard knows our number alone.
      reference: String(confirmation.shop_process_id) === String(asked.number) ? asked.reference : String(confirmation.shop_process_id),
      amount: minorUnitsOf(confirmation.amount),
      currency: confirmation.currency,
    },
    facts,
  };
  switch (meanings.get(code)) {
    case 'approved':
      return { ...told, result: 'approved' };
    case 'declined':
      return { ...told, result: 'declined', reason: reasons.get(code) ?? 'other' };
    case 'cancelled':
      return { ...told, result: 'cancelled' };
    case 'processing':
      return { ...told, result: 'processing', next: { kind: 'wait' } };
    case 'reversed':
      return { ...told, result: 'returned', how: 'reversed' };
    case 'try_again':
      return asked.isFirst ? { result: 'unknown', facts } : { ...told, result: 'declined', reason: 'other' };
    default:
      return { result: 'unknown', facts };
  }
}

const isSigned = ({ token, shop_process_id: number, amount, currency }: Confirmation, privateKey: string): boolean =>
  token === sign(privateKey, number, 'confirm', amount, currency);

/** A confirmation that Bancard sends to us: the number of the payment, once its signature over the received text is right. */
export function readNotice(rawBody: string, privateKey: string): { readonly number: number; readonly code: string } | 'forged' {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    return 'forged';
  }
  const read = Confirmed.safeParse(body);
  if (!read.success || !isSigned(read.data.operation, privateKey)) return 'forged';
  return { number: Number(read.data.operation.shop_process_id), code: read.data.operation.response_code };
}
