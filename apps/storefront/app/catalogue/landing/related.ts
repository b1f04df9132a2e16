import type { ShowCard } from '../card.ts';

const MOST = 5;

/** Other shows that can be bought: of the same type and at the same venue first, then of the type, then at the venue; else what comes next. */
export function relatedTo<Card extends Pick<ShowCard, 'id' | 'typeId' | 'venueId' | 'soldOut'>>(
  show: Pick<ShowCard, 'id' | 'typeId' | 'venueId'>,
  all: readonly Card[],
): readonly Card[] {
  const nearness = ({ typeId, venueId }: Card) => (typeId === show.typeId ? 2 : 0) + (venueId === show.venueId ? 1 : 0);
  return all
    .filter(({ id, soldOut }) => id !== show.id && !soldOut)
    .sort((one, other) => nearness(other) - nearness(one))
    .slice(0, MOST);
}
