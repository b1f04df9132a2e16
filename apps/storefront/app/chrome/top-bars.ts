import type { TopBarVariant } from './variants.ts';

/** What a brand may choose its bar and its footer from (C-24). */
export const chromeNumbers = Array.from({ length: 13 }, (_, index) => index + 1);

const usual: Omit<TopBarVariant, 'arrangement'> = {
  mostTypes: 5,
  highestOrder: 5,
  searchMinimum: 3,
  cartNeedsFlag: false,
  height: { mobile: 70, desktop: 80 },
  phone: 'menu-last',
  tone: 'paper',
  simple: false,
};
const tall = { height: { mobile: 77, desktop: 77 } };
const tallest = { height: { mobile: 70, desktop: 90 } };
const longSearch = { searchMinimum: 4 };
const cartFlag = { cartNeedsFlag: true };
const night = { tone: 'night' } as const;
const simple = { simple: true } as const;
const menuFirst = { phone: 'menu-first' } as const;
const logoCentred = { phone: 'logo-centred' } as const;

/** Grows, and gives way to what is in the other columns. */
const REST = 'minmax(0, 1fr)';

const variants: Readonly<Record<number, TopBarVariant>> = {
  1: {
    ...usual,
    arrangement: { areas: ['logo search categories account'], columns: `auto ${REST} auto auto`, searchWidth: 'min(100%, 26rem)' },
  },
  2: {
    ...usual,
    mostTypes: 6,
    highestOrder: Number.POSITIVE_INFINITY,
    // All six categories; the search takes what they leave (TB-006).
    arrangement: {
      areas: ['logo categories search account'],
      columns: 'auto minmax(0, max-content) minmax(11.25rem, 1fr) auto',
      search: 'end',
      searchWidth: 'min(100%, 21.75rem)',
    },
  },
  3: {
    ...usual,
    ...logoCentred,
    highestOrder: 3,
    // As much on either side of the logo.
    arrangement: {
      areas: ['categories logo search account'],
      columns: `${REST} auto minmax(0, 0.5fr) minmax(max-content, 0.5fr)`,
      logo: 'center',
      search: 'end',
    },
  },
  4: {
    ...usual,
    ...tall,
    ...longSearch,
    arrangement: { areas: ['logo search account', 'logo categories account'], columns: `auto ${REST} auto` },
  },
  5: {
    ...usual,
    ...tall,
    ...longSearch,
    ...cartFlag,
    arrangement: { areas: ['logo search account', 'logo categories categories'], columns: `auto ${REST} auto`, categories: 'end' },
  },
  6: {
    ...usual,
    ...tall,
    ...longSearch,
    ...night,
    ...menuFirst,
    arrangement: { areas: ['logo categories account', 'logo search search'], columns: `auto ${REST} auto` },
  },
  7: {
    ...usual,
    ...tall,
    ...cartFlag,
    arrangement: { areas: ['logo . account', 'categories search search'], columns: `auto ${REST} auto`, search: 'end' },
  },
  8: {
    ...usual,
    ...tall,
    ...simple,
    ...menuFirst,
    arrangement: { areas: ['logo categories account search'], columns: `auto ${REST} auto auto`, categories: 'center' },
  },
  9: {
    ...usual,
    ...tallest,
    ...cartFlag,
    ...night,
    arrangement: {
      areas: ['logo search account', 'categories categories categories'],
      columns: `auto ${REST} auto`,
      search: 'center',
    },
  },
  10: {
    ...usual,
    ...tallest,
    ...simple,
    ...menuFirst,
    arrangement: { areas: ['categories categories account', 'logo search search'], columns: `auto ${REST} auto` },
  },
  11: {
    ...usual,
    ...tallest,
    ...night,
    ...logoCentred,
    arrangement: {
      areas: ['search logo account', 'categories categories categories'],
      columns: `${REST} auto ${REST}`,
      logo: 'center',
      categories: 'center',
    },
  },
  12: {
    ...usual,
    ...tallest,
    ...simple,
    ...logoCentred,
    arrangement: {
      areas: ['. logo account', 'categories categories search'],
      columns: `${REST} auto ${REST}`,
      logo: 'center',
      search: 'end',
    },
  },
  13: {
    ...usual,
    ...tallest,
    ...night,
    arrangement: { areas: ['logo categories categories', 'search search account'], columns: `auto ${REST} auto`, categories: 'end' },
  },
};

/** Read by the server alone: a page gets the bar of its brand and not the table. */
export const topBarVariant = (number: number): TopBarVariant => variants[number] ?? (variants[2] as TopBarVariant);
