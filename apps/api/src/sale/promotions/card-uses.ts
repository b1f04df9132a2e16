import type { Tx } from '#db/connect';
import type { Promotion } from '../../catalogue/index.ts';
import { lockPromotions, readCardUses, writeCardUses } from './queries-promotions.ts';

/** Who takes uses of promotions for cards. */
export interface Taker {
  readonly purchaseId: string;
  readonly customerId: string;
  /** Null while the card is not known. */
  readonly cardKey: string | null;
  readonly graceSeconds: number;
}

/** What a payment by card takes of promotions with a limit. */
export interface CardUses extends Taker {
  readonly promotions: readonly (Pick<Promotion, 'id' | 'perCustomer' | 'perCard'> & { readonly tickets: number })[];
}

/** Other purchases have taken since what a price counts on. */
export class UsesAreGone extends Error {}

/** Counts and takes under a lock of each promotion, so that two payments never share what is left; throws `UsesAreGone`. */
export async function takeCardUses(tx: Tx, { promotions, ...taker }: CardUses): Promise<void> {
  const promotionIds = promotions.map(({ id }) => id);
  await lockPromotions(tx, promotionIds);
  const uses = await readCardUses(tx, { ...taker, promotionIds });
  for (const { id, perCustomer, perCard, tickets } of promotions) {
    const { ofPerson = 0, ofCard = 0 } = uses.find(({ promotionId }) => promotionId === id) ?? {};
    if (ofPerson + tickets > (perCustomer ?? Infinity) || ofCard + tickets > (perCard ?? Infinity)) throw new UsesAreGone();
  }
  await writeCardUses(tx, { ...taker, promotions });
}
