import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { declines, type Method, methodOf, type Outcome, outcomeOf } from './cards.ts';

const SECURITY_CODE = /^\d{3,4}$/;

/** Payway, POST /tokens. Fields that the sandbox does not use are ignored. */
export const CardRequest = z
  .object({
    card_number: z
      .string()
      .regex(/^[1-9]\d{14,18}$/)
      .refine((number) => methodOf(number)?.hasCheckDigit === false || hasRightCheckDigit(number)),
    card_expiration_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
    card_expiration_year: z.string().regex(/^\d{2}$/),
    security_code: z.string().regex(SECURITY_CODE),
    card_holder_name: z.string().trim().min(1).max(80),
    card_holder_identification: z.object({
      /** Payway's, and the identity card of a Paraguayan shop, which pays here too. */
      type: z.enum(['dni', 'cuil', 'cuit', 'passport', 'ci']),
      number: z.string().regex(/^[A-Za-z0-9]{4,24}$/),
    }),
    card_holder_birthday: z
      .string()
      .regex(/^\d{8}$/)
      .optional(),
  })
  .superRefine(({ card_number: number, security_code: code }, context) => {
    const method = methodOf(number);
    if (method && SECURITY_CODE.test(code) && code.length !== method.codeLength)
      context.addIssue({ code: 'custom', path: ['security_code'] });
  });
export type CardRequest = z.output<typeof CardRequest>;

/** Luhn: from the right, every second digit counts double. */
function hasRightCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const counted = digits.map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2));
  return counted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** A kept card once more, with its security code. */
export const KeptCardRequest = z.object({ token: z.uuid(), security_code: z.string().regex(SECURITY_CODE) });

/** A card that a customer of the shop has kept here. */
export interface KeptCard {
  readonly token: string;
  /** As the shop named them. */
  readonly customer: string;
  readonly card: Pick<Token, 'bin' | 'lastFour' | 'expiry' | 'expiresAt' | 'method' | 'outcome'>;
}

/** A card, without its number and its security code. */
export interface Token {
  readonly id: string;
  readonly createdAt: number;
  readonly bin: string;
  readonly lastFour: string;
  /** As it is written on the card: `08`, `30`. */
  readonly expiry: { readonly month: string; readonly year: string };
  /** The kept card that it stands for. */
  readonly kept?: KeptCard;
  /** First moment at which the card is no longer good. */
  readonly expiresAt: number;
  /** Only of test cards: of others we do not know enough to object. */
  readonly method: Method | undefined;
  readonly outcome: Outcome;
}

const MOST_TOKENS = 50_000;
const LIFE_MS = 15 * 60_000;
/** Argentina, where cards expire with their month. */
const UTC_OFFSET_HOURS = -3;

/** Cards that wait for their one payment. */
export class Tokens {
  readonly #tokens = new Map<string, Token>();

  /** Keeps only what may be stored; the test outcome of the number is decided now, because the number itself is not stored. */
  add(card: CardRequest, now: number): Token {
    const number = card.card_number;
    const outcome = outcomeOf(number);
    const token: Token = {
      id: randomUUID(),
      createdAt: now,
      bin: number.slice(0, 6),
      lastFour: number.slice(-4),
      expiry: { month: card.card_expiration_month, year: card.card_expiration_year },
      expiresAt: expiryOf(card),
      method: outcome && methodOf(number),
      outcome: outcome ?? { answer: 'prompt', review: false, decline: declines.noTestCard, asks: null },
    };
    return this.#remember(token);
  }

  /** Of a kept card: for one payment too. */
  addKept(kept: KeptCard, now: number): Token {
    return this.#remember({ ...kept.card, id: randomUUID(), createdAt: now, kept });
  }

  #remember(token: Token): Token {
    this.#tokens.set(token.id, token);
    if (this.#tokens.size > MOST_TOKENS) this.#forget(this.#tokens.keys().next().value);
    return token;
  }

  find(id: string, now: number): Token | undefined {
    const token = this.#tokens.get(id);
    return token && now - token.createdAt <= LIFE_MS ? token : undefined;
  }

  spend({ id }: Token) {
    this.#forget(id);
  }

  #forget(id: string | undefined) {
    if (id !== undefined) this.#tokens.delete(id);
  }
}

/** The end of the month that is on the card. */
export function expiryOf({ card_expiration_month: month, card_expiration_year: year }: CardRequest): number {
  return Date.UTC(2000 + Number(year), Number(month), 1, -UTC_OFFSET_HOURS);
}

export const tokenBody = (token: Token, card: CardRequest) => ({
  id: token.id,
  status: 'active',
  card_number_length: card.card_number.length,
  date_created: minuteOf(token.createdAt),
  bin: token.bin,
  last_four_digits: token.lastFour,
  security_code_length: card.security_code.length,
  expiration_month: Number(card.card_expiration_month),
  expiration_year: Number(card.card_expiration_year),
  date_due: minuteOf(token.createdAt + LIFE_MS),
  cardholder: { identification: card.card_holder_identification, name: card.card_holder_name },
});

/** `2026-11-21T10:30Z`, as Payway writes times. */
export const minuteOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

export const keptTokenBody = ({ id, createdAt, bin, lastFour }: Token) => ({
  id,
  status: 'active',
  date_created: minuteOf(createdAt),
  bin,
  last_four_digits: lastFour,
  date_due: minuteOf(createdAt + LIFE_MS),
});

/** Cards that customers have kept, by the shop's names for them. */
export class KeptCards {
  readonly #byToken = new Map<string, KeptCard>();

  /** The same card is kept once. */
  keep(customer: string, { bin, lastFour, expiry, expiresAt, method, outcome }: Token): KeptCard {
    const same = this.of(customer).find(({ card }) => card.bin === bin && card.lastFour === lastFour && card.expiresAt === expiresAt);
    const kept = same ?? { token: randomUUID(), customer, card: { bin, lastFour, expiry, expiresAt, method, outcome } };
    this.#byToken.set(kept.token, kept);
    return kept;
  }

  of = (customer: string): KeptCard[] => [...this.#byToken.values()].filter((each) => each.customer === customer);

  find = (token: string): KeptCard | undefined => this.#byToken.get(token);

  delete = (token: string): boolean => this.#byToken.delete(token);
}

export const keptCardBody = ({ token, card: { bin, lastFour, expiry, expiresAt, method } }: KeptCard, now: number) => ({
  token,
  payment_method_id: method?.id ?? 0,
  bin,
  last_four_digits: lastFour,
  expiration_month: expiry.month,
  expiration_year: expiry.year,
  expired: expiresAt <= now,
});
