/** How well a word fits what was typed: the word itself 1, its beginning, its inside, a typing error; else 0. */
export function closenessOf(typed: string, word: string): number {
  if (word === typed) return 1;
  if (word.startsWith(typed)) return 0.8;
  if (word.includes(typed)) return 0.5;
  const allowed = errorsForgiven(typed);
  // Somebody may not have typed the whole word yet.
  const errors = Math.min(editDistance(typed, word), editDistance(typed, word.slice(0, typed.length)) + 0.5);
  return errors <= allowed ? 0.4 - errors * 0.1 : 0;
}

/** In a word as long as the typed one. */
export const errorsForgiven = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 8 ? 1.5 : 2.5);

/** Letters to add, to drop, to change or to swap with their neighbour (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
