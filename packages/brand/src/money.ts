export interface MoneyLocale {
  /** A locale like `es-AR`. */
  readonly price: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly decimals: number;
}

/** Of every currency, also where prices show no decimals (CO-022). */
export const MINOR_UNITS = 100;
const formats = new Map<string, Intl.NumberFormat>();
const decimalsOf = new Map<string, number>();

/** `1234500` minor units read `$ 12.345` (CO-022); what lies between two steps is rounded half up (CO-023). */
export function formatMoney(minorUnits: number, { price, currency, decimals }: MoneyLocale): string {
  const key = `${price} ${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(price, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      roundingMode: 'halfExpand',
      ...digits,
    });
    formats.set(key, format);
  }
  return format.format(minorUnits / MINOR_UNITS);
}

/** Places behind the comma that a currency has at all: pesos have cents, guaraníes do not. */
export function currencyDecimals(currency: string): number {
  const known = decimalsOf.get(currency);
  if (known !== undefined) return known;
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
  decimalsOf.set(currency, decimals);
  return decimals;
}

/** What the brand's smallest visible step is, in minor units: every component of a price is a multiple of it. */
export const displayUnit = ({ decimals }: Pick<MoneyLocale, 'decimals'>): number => 10 ** (2 - decimals);

/** Half up to the brand's visible step. */
export function roundToDisplayUnit(minorUnits: number, locale: Pick<MoneyLocale, 'decimals'>): number {
  const unit = displayUnit(locale);
  return Math.floor(minorUnits / unit + 0.5) * unit;
}
