import type { LoadedBrand } from '@butaca/brand/load';
import type { MoneyLocale } from '@butaca/brand/money';

/** What a printed ticket takes from its brand. */
export interface DocumentBrand {
  readonly name: string;
  /** `#rrggbb`, the accent by day. */
  readonly accent: string;
  readonly locale: MoneyLocale;
  /** Beside every price the one before national taxes, where the law asks for it. */
  readonly showsNet: boolean;
}

const INK = '#221d19';

/** The accent is read from the brand’s tokens, the one by day; without one, ink. */
export function documentBrand({ brand, tokensCss }: Pick<LoadedBrand, 'brand' | 'tokensCss'>): DocumentBrand {
  const [, accent = INK] = /--accent:\s*(?:light-dark\(\s*)?(#[0-9a-f]{6})\b/i.exec(tokensCss) ?? [];
  const { price, currency, decimals } = brand.locale;
  return { name: brand.name, accent, locale: { price, currency, decimals }, showsNet: brand.flags.netPrices };
}
