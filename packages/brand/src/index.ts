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
export type PublicBrand = Omit<Pick<Brand, (typeof PUBLIC)[number]>, 'hosts'> & { readonly hosts: PublicHosts };

/** Without the ones that this server alone calls. */
export type PublicHosts = Omit<Brand['hosts'], 'mailValidation'>;

export const publicBrand = (brand: Brand): PublicBrand => ({
  ...(Object.fromEntries(PUBLIC.map((key) => [key, brand[key]])) as unknown as PublicBrand),
  hosts: publicHosts(brand),
});

export function publicHosts({ hosts: { mailValidation: _, ...hosts } }: Pick<Brand, 'hosts'>): PublicHosts {
  return hosts;
}
