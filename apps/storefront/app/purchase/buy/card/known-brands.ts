import { brandName, cardBrands } from '@butaca/contract/rules/card-brands';

const NAMED = 5;

/** The brands that most cards are of, and whether there are more. */
export function knownBrands(brands: readonly string[]): { readonly named: readonly string[]; readonly more: boolean } {
  const order = cardBrands.map(({ brand }) => brand);
  const rank = (brand: string) => (order.includes(brand) ? order.indexOf(brand) : order.length);
  const sorted = brands.toSorted((a, b) => rank(a) - rank(b));
  return { named: sorted.slice(0, NAMED).map(brandName), more: sorted.length > NAMED };
}
