import type { Brand } from './schema.ts';

/** What a browser may know of its brand: everything but where services are configured to go. */
export type PublicBrand = Omit<Brand, 'services'>;

export function publicBrand({ services: _, ...rest }: Brand): PublicBrand {
  return rest;
}
