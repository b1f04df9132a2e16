import type { PublicBrand } from '@butaca/brand';

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
  /** Where its parts stand from 960 px on; no two bars have the same. */
  readonly arrangement: BarArrangement;
  /** Below 960 px, where the search has a row of its own: the menu's button after the logo, before it, or with the logo in the middle. */
  readonly phone: 'menu-last' | 'menu-first' | 'logo-centred';
  /** The page's background, or dark in both themes. */
  readonly tone: Tone;
  /** After a log-out it leaves people on the pages where a visitor may be anyway (SE-012). */
  readonly simple: boolean;
}

export type BarPart = 'logo' | 'search' | 'categories' | 'account';

/** A bar of one row or two decks as a grid; its parts stand in the page in the order in which they are read here. */
export interface BarArrangement {
  /** One for each deck, in the names of the parts; a dot is an empty cell. */
  readonly areas: readonly string[];
  readonly columns: string;
  /** In their cell; the account stands at the end of its own. */
  readonly logo?: 'center';
  readonly search?: 'center' | 'end';
  /** Of the search in a bar of one row. */
  readonly searchWidth?: string;
  readonly categories?: 'center' | 'end';
}

/** The parts in the order of the grid, from left to right and from above. */
export const partsOf = ({ areas }: BarArrangement): BarPart[] => [
  ...new Set(areas.flatMap((deck) => deck.split(' ')).filter((part) => part !== '.') as BarPart[]),
];

/** Whether cart icon and clock stand in the bar during a purchase (TB-044). */
export const showsPurchase = ({ cartNeedsFlag }: TopBarVariant, { cartInBar }: PublicBrand['flags']): boolean =>
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
