import { createHash } from 'node:crypto';
import { brandName, brandOf, cardBrands } from '@butaca/contract/rules/card-brands';
import type { KeptCard, SavedCards } from '../../provider.ts';
import { cardTokensOf, type HttpAnswer } from './payway-answer.ts';

/** The list is read while somebody waits for the ways to pay. */
const LIST_WITHIN_MS = 3000;
/** More than anybody pays with; whoever tries out cards would keep many. */
const MOST_KEPT = 10;

type Call = (method: 'GET' | 'DELETE', path: string, withinMs: number) => Promise<HttpAnswer | Error>;

/** Who a customer is to Payway: leads to nobody without us. */
export const customerIdOf = (buyerId: string): string =>
  createHash('sha256').update(`payway customer ${buyerId}`).digest('hex').slice(0, 32);

/** A card's id in our calls; the token itself is for its owner's browser alone. */
const cardIdOf = (token: string): string => createHash('sha256').update(`payway card ${token}`).digest('hex').slice(0, 32);

/** The cards that Payway keeps (decision 045): read from it each time, for the customer of the session alone. */
export function keptCards(call: Call, timeoutMs: number) {
  async function tokensOf(buyerId: string) {
    const got = await call('GET', `/usersite/${customerIdOf(buyerId)}/cardtokens`, Math.min(timeoutMs, LIST_WITHIN_MS));
    return (got instanceof Error ? null : cardTokensOf(got)) ?? 'unavailable';
  }

  const savedCards: SavedCards = {
    async list(buyerId) {
      const tokens = await tokensOf(buyerId);
      return tokens === 'unavailable' ? tokens : tokens.map(presented);
    },
    async delete(buyerId, id) {
      const tokens = await tokensOf(buyerId);
      if (tokens === 'unavailable') return tokens;
      const found = tokens.find(({ token }) => cardIdOf(token) === id);
      if (!found) return 'absent';
      const got = await call('DELETE', `/cardtokens/${encodeURIComponent(found.token)}`, timeoutMs);
      return !(got instanceof Error) && (got.status < 300 || got.status === 404) ? 'deleted' : 'unavailable';
    },
  };

  return {
    savedCards,
    /** Whether this buyer keeps this card, which begins with these digits. */
    async isKept(buyerId: string, { id, bin }: { readonly id: string; readonly bin: string }): Promise<boolean | 'unavailable'> {
      const cards = await savedCards.list(buyerId);
      return cards === 'unavailable' ? cards : cards.some((card) => card.id === id && card.bin === bin);
    },
    async mayKeepMore(buyerId: string): Promise<boolean> {
      const cards = await savedCards.list(buyerId);
      return cards !== 'unavailable' && cards.length < MOST_KEPT;
    },
  };
}

type CardToken = NonNullable<ReturnType<typeof cardTokensOf>>[number];

function presented({ token, bin, last_four_digits: lastFour, expiration_month: month, expiration_year: year }: CardToken): KeptCard {
  const brand = brandOf(bin, cardBrands)?.brand ?? null;
  const two = (value: string | number) => String(value).slice(-2).padStart(2, '0');
  return {
    id: cardIdOf(token),
    label: `${brand === null ? 'Tarjeta' : brandName(brand)} terminada en ${lastFour}`,
    brand,
    lastFour,
    expires: month == null || year == null ? null : `${two(month)}/${two(year)}`,
    bin: bin.slice(0, 6),
    exchange: token,
  };
}
