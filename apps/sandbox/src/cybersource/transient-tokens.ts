import { randomBytes } from 'node:crypto';
import { type Answer, refusal, refusalOf } from '../gateway/requests.ts';
import { CardRequest, expiryOf } from '../gateway/tokens.ts';
import { type CybersourceCard, cybersourceCardOf } from './cards.ts';

/** A card without its number and its security code; good for every step of one payment. */
export interface TransientToken extends Pick<CybersourceCard, 'authentication' | 'funding'> {
  readonly jwt: string;
  readonly lastFour: string;
  readonly madeAt: number;
}

const LIFE_MS = 15 * 60_000;
const MOST_TOKENS = 50_000;

/**
 * Cards that are being paid with. The exchange is ours: theirs happens inside a form of their own script, here the shop's page sends
 * what it sends to the card gateway. The number is not kept.
 */
export class TransientTokens {
  readonly #tokens = new Map<string, TransientToken>();

  create(input: unknown, now: number): Answer {
    const card = CardRequest.safeParse(input);
    if (!card.success) return refusalOf(card.error, input);
    if (expiryOf(card.data) <= now) return refusal({ code: 'invalid_expiry_date', param: 'card_expiration_year' });
    const { card_number: number } = card.data;
    const { authentication, funding } = cybersourceCardOf(number);
    const token = { jwt: jwtOf({ iat: now }), lastFour: number.slice(-4), madeAt: now, authentication, funding };
    this.#tokens.set(token.jwt, token);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    return { status: 201, body: { id: token.jwt, status: 'active', bin: number.slice(0, 6), last_four_digits: token.lastFour } };
  }

  find(jwt: string, now: number): TransientToken | undefined {
    const token = this.#tokens.get(jwt);
    return token && now - token.madeAt <= LIFE_MS ? token : undefined;
  }
}

/** Of the shape of a signed token; nobody but the sandbox reads it. */
export const jwtOf = (claims: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', kid: 'sandbox' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
};
