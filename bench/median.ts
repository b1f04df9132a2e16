/** The middle one; of an even number, the upper of the two. */
export const median = (values: readonly number[]): number => medianBy(values, (value) => value);

/** The element whose value is the middle one. */
export const medianBy = <T>(elements: readonly T[], numberOf: (element: T) => number): T =>
  [...elements].sort((a, b) => numberOf(a) - numberOf(b))[elements.length >> 1] as T;
