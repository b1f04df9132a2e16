/** How many go together, most often two. */
const SIZES = [2, 2, 4, 1, 3, 2, 6, 4, 2, 8] as const;
/** Multiples of it spread evenly, whatever part of them is taken. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export const spread = (turn: number): number => (turn * GOLDEN_RATIO) % 1;

/** Neighbours who buy together, all over a house: of its places, in the order of its map, about this part. */
export function partiesOf(placeIds: readonly number[], part: number): number[][] {
  const parties: number[][] = [];
  for (let at = 0, turn = 1; at < placeIds.length; turn += 1) {
    const size = SIZES[turn % SIZES.length] ?? 1;
    if (spread(turn) < part) parties.push(placeIds.slice(at, at + size));
    at += size;
  }
  return parties;
}
