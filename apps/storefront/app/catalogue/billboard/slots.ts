/** How large an item is drawn; `wide` shows the landscape image, `even` is for lists without a rhythm. */
export type Slot = 'wide' | 'tall' | 'quarter' | 'fifth' | 'closing' | 'even';

/**
 * The rhythm of the billboard: a wide item beside a tall one, then rows of four. Further batches turn the first row
 * around and close with five, so that 10, 25 and 40 items all end in a full row; on a phone the fifth takes the full width,
 * where rows have two.
 */
export function slotOf(index: number, { first, batch }: { first: number; batch: number }): Slot {
  const inFirst = index < first;
  const place = inFirst ? index : (index - first) % batch;
  if (place === 0) return inFirst ? 'wide' : 'tall';
  if (place === 1) return inFirst ? 'tall' : 'wide';
  if (place < 10) return 'quarter';
  return place === 14 ? 'closing' : 'fifth';
}
