import { MINOR_UNITS, type MoneyLocale } from '@butaca/brand/money';

/** Of the major unit. */
/** A longer amount is a typing error: no cash sale is that large. */
const MOST_DIGITS = 10;

/** A typed amount in minor units, in the brand's notation: `25.000`, `25000`, `$ 25.000,50`; null when it is not an amount. */
export function readAmount(typed: string, { price }: Pick<MoneyLocale, 'price'>): number | null {
  const parts = new Intl.NumberFormat(price, { useGrouping: 'always' }).formatToParts(1000.5);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [decimal, group] = [sign('decimal'), sign('group')];
  const text = typed.replace(/[\s\p{Sc}]/gu, '');
  const [whole = '', fraction, ...rest] = text.split(decimal);
  const isGrouped = whole.split(group).every((part, index) => (index === 0 ? /^\d+$/ : /^\d{3}$/).test(part));
  if (!isGrouped || rest.length > 0 || (fraction !== undefined && !/^\d{1,2}$/.test(fraction))) return null;
  const digits = whole.replaceAll(group, '');
  return digits.length > MOST_DIGITS ? null : Number(digits) * MINOR_UNITS + Number((fraction ?? '').padEnd(2, '0'));
}

/** Denominations of notes, as parts of the power of ten below the total. */
const STEPS = [0.1, 0.5, 1, 2, 5, 10];
const MOST_TENDERS = 4;

/** Amounts that customers are likely to hand over, in minor units: the total itself, and round sums above it. */
export function likelyTenders(total: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, total / MINOR_UNITS))) * MINOR_UNITS;
  const round = STEPS.map((step) => Math.ceil(total / (step * power)) * step * power).map(Math.round);
  return [...new Set([total, ...round.sort((one, other) => one - other)])].slice(0, MOST_TENDERS);
}

/** How many times what is asked for nobody hands over: a digit too many. */
const MUCH_MORE = 10;
export const isMuchMore = (received: number | null, due: number): boolean => received !== null && received > MUCH_MORE * due;

/** The change in minor units: negative when money is missing, 0 when nothing was typed. */
export const changeOf = (received: number | null, total: number): number => (received === null ? 0 : received - total);
