/** Names by the acquirer's word for a brand, the best known first. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  cabal: 'Cabal',
  naranja: 'Naranja',
  maestro: 'Maestro',
  diners: 'Diners Club',
  shopping: 'Tarjeta Shopping',
};
const NAMED = 5;

/** How a brand is called; a brand that is not listed is called by its own word. */
export const brandName = (brand: string): string =>
  names[brand] ?? brand.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** The brands that most cards are of, and whether there are more. */
export function knownBrands(brands: readonly string[]): { readonly named: readonly string[]; readonly more: boolean } {
  const order = Object.keys(names);
  const place = (brand: string) => (order.includes(brand) ? order.indexOf(brand) : order.length);
  const sorted = [...brands].sort((a, b) => place(a) - place(b));
  return { named: sorted.slice(0, NAMED).map(brandName), more: sorted.length > NAMED };
}
