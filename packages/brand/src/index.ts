export { type PublicBrand, publicBrand } from './public-brand.ts';
export type { Brand } from './schema.ts';
