/** The background of a bar or a footer: the page's, its sunken shade, or dark in both themes. */
export type Tone = 'paper' | 'sunken' | 'night';

/** The theme of an element with this tone: tokens inside it take the theme's values. */
export const themeOf = (tone: Tone): 'dark' | undefined => (tone === 'night' ? 'dark' : undefined);

/** How one of the 13 top bars differs (C-24). */
export interface TopBarVariant {
  /** At most this many show types, and none whose order is above `highestOrder` (TB-004..TB-006). */
  readonly mostTypes: number;
  readonly highestOrder: number;
  /** Characters that start a search (C-06). */
  readonly searchMinimum: number;
  /** Cart icon and clock only when the brand's cart flag is on (TB-044). */
  readonly cartNeedsFlag: boolean;
  /** In pixels, below and from 960 px (TB-048, CO-032). */
  readonly height: { readonly mobile: number; readonly desktop: number };
  /** From 960 px: everything in one row, or the show types as a row of their own under logo, search and account. */
  readonly arrangement: 'row' | 'decks';
  /** The page's background, or dark in both themes. */
  readonly tone: Tone;
  /** After a log-out it leaves people on the pages where a visitor may be anyway (SE-012). */
  readonly simple: boolean;
}

const usual: TopBarVariant = {
  mostTypes: 5,
  highestOrder: 5,
  searchMinimum: 3,
  cartNeedsFlag: false,
  height: { mobile: 70, desktop: 80 },
  arrangement: 'row',
  tone: 'paper',
  simple: false,
};
const tall = { height: { mobile: 77, desktop: 77 } };
const tallest = { height: { mobile: 70, desktop: 90 }, arrangement: 'decks' } as const;
const longSearch = { searchMinimum: 4 };
const cartFlag = { cartNeedsFlag: true };
const night = { tone: 'night' } as const;
const simple = { simple: true } as const;

const variants: Readonly<Record<number, TopBarVariant>> = {
  1: usual,
  2: { ...usual, mostTypes: 6, highestOrder: Number.POSITIVE_INFINITY },
  3: { ...usual, highestOrder: 3 },
  4: { ...usual, ...tall, ...longSearch },
  5: { ...usual, ...tall, ...longSearch, ...cartFlag },
  6: { ...usual, ...tall, ...longSearch, ...night },
  7: { ...usual, ...tall, ...cartFlag },
  8: { ...usual, ...tall, ...simple },
  9: { ...usual, ...tallest, ...cartFlag, ...night },
  10: { ...usual, ...tallest, ...simple },
  11: { ...usual, ...tallest, ...night },
  12: { ...usual, ...tallest, ...simple },
  13: { ...usual, ...tallest, ...night },
};

export const topBarVariant = (number: number): TopBarVariant => variants[number] ?? usual;

/** Whether cart icon and clock stand in the bar during a purchase (TB-044). */
export const showsPurchase = ({ cartNeedsFlag }: TopBarVariant, { cartInBar }: { readonly cartInBar: boolean }): boolean =>
  !cartNeedsFlag || cartInBar;

interface Ordered {
  readonly order?: number | undefined;
}

/** The show types of a bar, in order; a type without an order comes last (EN-015). */
export function typesOfBar<Type extends Ordered>(types: readonly Type[], { mostTypes, highestOrder }: TopBarVariant): Type[] {
  const orderOf = ({ order }: Ordered) => order ?? Number.POSITIVE_INFINITY;
  return types
    .filter((type) => orderOf(type) <= highestOrder)
    .sort((a, b) => compare(orderOf(a), orderOf(b)))
    .slice(0, mostTypes);
}

// Not a subtraction: two types without an order are equal, and infinity minus infinity is not 0.
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
