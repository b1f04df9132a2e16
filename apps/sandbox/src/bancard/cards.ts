import { randomBytes } from 'node:crypto';

interface Owner {
  readonly cardId: number;
  readonly userId: number;
}

/** A card that a shop's customer has saved, without its number. */
export interface SavedCard extends Owner {
  /** Tells cards apart. */
  readonly key: string;
  readonly masked: string;
  readonly brand: string;
  readonly kind: 'credit' | 'debit';
  /** What comes of a charge to it. */
  readonly code: string;
  readonly threeDSecure: boolean;
}

/** An alias is good for one call within this time. */
const ALIAS_LIFE_MS = 600_000;

/** Saved cards, and the aliases that stand for them. */
export class Cards {
  readonly #cards: SavedCard[] = [];
  readonly #aliases = new Map<string, { readonly card: SavedCard; readonly madeAt: number }>();

  /** False when this person has saved the card before. */
  add(card: SavedCard): boolean {
    if (this.#cards.some(({ userId, key }) => userId === card.userId && key === card.key)) return false;
    this.#cards.push(card);
    return true;
  }

  isTaken({ cardId, userId }: Owner): boolean {
    return this.#cards.some((card) => card.cardId === cardId && card.userId === userId);
  }

  /** The oldest first. */
  all(): readonly SavedCard[] {
    return this.#cards;
  }

  /** Each with a new alias. */
  list(userId: number, now: number) {
    return this.#cards
      .filter((card) => card.userId === userId)
      .map((card) => {
        const alias = randomBytes(32).toString('hex');
        this.#aliases.set(alias, { card, madeAt: now });
        return {
          alias_token: alias,
          card_masked_number: card.masked,
          expiration_date: '08/30',
          card_brand: card.brand,
          card_id: card.cardId,
          card_type: card.kind,
          bancard_proccessed: card.brand === 'Bancard' ? '1' : '0',
        };
      });
  }

  /** The card of an alias, which is good no more after this. */
  spend(alias: string, now: number): SavedCard | 'expired' | undefined {
    const found = this.#aliases.get(alias);
    this.#aliases.delete(alias);
    if (!found || !this.#cards.includes(found.card)) return undefined;
    return now - found.madeAt > ALIAS_LIFE_MS ? 'expired' : found.card;
  }

  delete(card: SavedCard) {
    this.#cards.splice(this.#cards.indexOf(card), 1);
  }
}
