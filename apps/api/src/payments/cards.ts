import type { Brand } from '@butaca/brand';
import { type CardBrand, cardBrands } from './card-brands.ts';

export interface Card {
  readonly brand: string;
  readonly name: string;
  readonly kind: 'credit' | 'debit';
  readonly issuer?: string;
  readonly gatewayMethodId: number;
  readonly numberLengths: readonly number[];
  readonly securityCodeLength: number;
}

/** What kind of card begins with these six digits; null when the deployment takes no such card. The acquirer's answer wins. */
export function cardOfBin(bin: string, { brands }: Pick<Brand['cards'], 'brands'>): Card | null {
  const brand = cardBrands.find(({ brand, prefixes }) => brands.includes(brand) && prefixes.some((prefix) => begins(bin, prefix)));
  if (!brand) return null;
  const kind = kindOf(brand, bin);
  const gatewayMethodId = brand.methods[kind];
  if (gatewayMethodId === undefined) return null;
  const { name, issuer, numberLengths, securityCodeLength } = brand;
  return { brand: brand.brand, name, kind, ...(issuer ? { issuer } : {}), gatewayMethodId, numberLengths, securityCodeLength };
}

/** How people call a brand; one that is not ours is called by its own word. */
export const brandName = (brand: string): string => cardBrands.find((known) => known.brand === brand)?.name ?? brand;

function kindOf({ methods, debitPrefixes = [] }: CardBrand, bin: string): Card['kind'] {
  if (methods.credit === undefined) return 'debit';
  return debitPrefixes.some((prefix) => begins(bin, prefix)) ? 'debit' : 'credit';
}

function begins(bin: string, prefix: string): boolean {
  const [first = prefix, last = first] = prefix.split('-');
  const start = bin.slice(0, first.length);
  return first <= start && start <= last;
}
