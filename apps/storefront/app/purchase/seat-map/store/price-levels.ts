/** What places of one category of the map cost. */
export interface PriceLevel {
  readonly id: number;
  readonly name: string;
  /** `#rrggbb`, as the map has it; the map's own series of colours where it has none. */
  readonly colour: string | undefined;
  /** Lowest final price, to compare. */
  readonly lowest: number;
  /** Lowest final price, to read: `$ 25.000`. */
  readonly lowestText: string;
  /** Every price type with its final price, to read. */
  readonly prices?: readonly { readonly name: string; readonly text: string }[];
}

/** A level as the map shows it: beside its colour, a letter says which it is. */
export interface ShownLevel extends PriceLevel {
  readonly letter: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The different levels in the order of the map's categories, each with its letter: A, B … Z, AA … */
export function shownLevels(byCategory: readonly (PriceLevel | undefined)[]): readonly ShownLevel[] {
  const different = byCategory.filter((level, index): level is PriceLevel => {
    return level !== undefined && byCategory.findIndex((other) => other?.id === level.id) === index;
  });
  return different.map((level, index) => ({ ...level, letter: letterOf(index) }));
}

function letterOf(index: number): string {
  const letter = LETTERS[index % LETTERS.length] as string;
  return index < LETTERS.length ? letter : letterOf(Math.floor(index / LETTERS.length) - 1) + letter;
}
