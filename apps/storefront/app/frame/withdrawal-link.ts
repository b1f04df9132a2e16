import type { PublicBrand } from '@butaca/brand';

/** The brand with the whole address of the form to withdraw (FT-009): its own, or a page of this origin. */
export const withWithdrawalAddress = (brand: PublicBrand, origin: string): PublicBrand => {
  const { withdrawal } = brand.links;
  return { ...brand, links: { ...brand.links, withdrawal: { ...withdrawal, href: new URL(withdrawal.href, origin).href } } };
};
