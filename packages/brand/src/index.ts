import type { Brand } from './schema.ts';

export type { Brand } from './schema.ts';

const PUBLIC = [
  'name',
  'slogan',
  'chrome',
  'locale',
  'people',
  'login',
  'processType',
  'captcha',
  'billboard',
  'flags',
  'constants',
  'boxOffice',
  'headers',
  'services',
  'pixels',
  'homeRedirectUrl',
  'hosts',
  'waitingRoom',
  'links',
  'withdrawal',
  'contact',
] as const satisfies (keyof Brand)[];

/** The keys of a brand that reach browsers; a new key of brand.json stays on the server until it is listed above. */
export type PublicBrand = Pick<Brand, (typeof PUBLIC)[number]>;

export const publicBrand = (brand: Brand): PublicBrand =>
  Object.fromEntries(PUBLIC.map((key) => [key, brand[key]])) as unknown as PublicBrand;
