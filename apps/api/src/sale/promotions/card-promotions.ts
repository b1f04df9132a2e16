import { createHmac } from 'node:crypto';
import type { Promotion } from '../../catalogue/index.ts';
import { cardOfBin, type Provider } from '../../payments/index.ts';
import type { CardTerms } from '../price-purchase.ts';
import type { PricedPurchase, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { CardUses, Taker } from './card-uses.ts';
import { isForCard } from './judge-promotions.ts';
import { readCardUses } from './queries-promotions.ts';

type World = Pick<SaleWorld, 'db' | 'secret' | 'limits' | 'cards' | 'stockOf'>;

interface GivenCard {
  readonly provider: Pick<Provider, 'capabilities'>;
  /** The first six digits, as the browser tells them; the provider refuses a charge with others. */
  readonly bin: string;
  /** Unknown until it is charged. */
  readonly lastFour?: string | undefined;
}

/** The promotions of cards that a purchase may have with a provider; none, and no work, where its performances have none. */
export async function promotionsForCards(
  { stockOf }: Pick<World, 'stockOf'>,
  { holds, channel }: Pick<PurchaseRow, 'holds' | 'channel'>,
  { capabilities }: GivenCard['provider'],
): Promise<Promotion[]> {
  if (!capabilities.checksBin) return [];
  const stocks = await Promise.all(holds.map(({ performanceId }) => stockOf(performanceId)));
  const all = stocks.flatMap((stock) => stock?.sale.promotions ?? []);
  const offered = all.filter(({ cards, channels, isOpen }) => cards !== null && channels.includes(channel) && isOpen());
  return [...new Map(offered.map((promotion) => [promotion.id, promotion])).values()];
}

/** The card as promotions judge it; null where none is for cards. What is left of limits is read, not locked: a payment counts again. */
export async function cardTermsOf(world: World, purchase: PurchaseRow, { provider, bin, lastFour }: GivenCard): Promise<CardTerms | null> {
  const offered = await promotionsForCards(world, purchase, provider);
  const brand = offered.length === 0 ? undefined : cardOfBin(bin, world.cards)?.brand;
  if (brand === undefined) return null;
  const limited = offered.filter(({ cards, ...promotion }) => cards && isForCard(cards, { brand, bin }) && isLimited(promotion));
  if (limited.length === 0) return { brand, bin, left: new Map() };
  const uses = await readCardUses(world.db, {
    ...takerOf(world, purchase, lastFour === undefined ? null : keyOfCard(world.secret, { bin, lastFour })),
    promotionIds: limited.map(({ id }) => id),
  });
  const used = new Map(uses.map((each) => [each.promotionId, each]));
  const left = limited.map(({ id, perCustomer, perCard }) => {
    const { ofPerson, ofCard } = used.get(id) ?? { ofPerson: 0, ofCard: 0 };
    return [id, Math.max(0, Math.min((perCustomer ?? Infinity) - ofPerson, (perCard ?? Infinity) - ofCard))] as const;
  });
  return { brand, bin, left: new Map(left) };
}

const isLimited = ({ perCustomer, perCard }: Pick<Promotion, 'perCustomer' | 'perCard'>) => perCustomer !== null || perCard !== null;

const takerOf = ({ limits }: Pick<World, 'limits'>, { id, customerId }: PurchaseRow, cardKey: string | null): Taker => ({
  ...{ purchaseId: id, customerId, cardKey },
  graceSeconds: limits.graceSeconds,
});

/** A card is its first six and last four digits, which is all that is known of it here. */
const keyOfCard = (secret: string, { bin, lastFour }: { readonly bin: string; readonly lastFour: string }) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['card promotions', bin, lastFour]))
    .digest('base64url');

/** Null when its price owes nothing to a card promotion with a limit. */
export async function cardUsesOf(
  world: World,
  purchase: PurchaseRow,
  { priced, ...card }: GivenCard & { readonly lastFour: string; readonly priced: PricedPurchase | null },
): Promise<CardUses | null> {
  const reduced = Map.groupBy(priced?.tickets ?? [], ({ promotion }) => promotion?.id);
  const limited = (await promotionsForCards(world, purchase, card.provider)).filter(isLimited);
  const promotions = limited.flatMap(({ id, perCustomer, perCard }) => {
    const tickets = reduced.get(id)?.length ?? 0;
    return tickets === 0 ? [] : [{ id, perCustomer, perCard, tickets }];
  });
  return promotions.length === 0 ? null : { ...takerOf(world, purchase, keyOfCard(world.secret, card)), promotions };
}
