import type { Venue } from '@butaca/contract';
import { pathTo } from '../../paths.ts';

/** A venue as schema.org/Place; `country` as ISO 3166 has it. */
export const placeOf = (
  { name, address, city, province, postcode, seo, id, capacity }: Venue,
  { origin, country }: { origin: string; country: string },
) => ({
  '@type': 'Place',
  name,
  url: new URL(pathTo('venue', { seo, venueId: id }), origin).href,
  address: addressOf({ address, city, province, postcode }, country),
  ...(capacity === undefined ? {} : { maximumAttendeeCapacity: capacity }),
});

type Address = { readonly [part in 'address' | 'city' | 'province' | 'postcode']: string | undefined };

/** What is not known is left out. */
export const addressOf = ({ address, city, province, postcode }: Address, country: string) => ({
  '@type': 'PostalAddress',
  ...(address ? { streetAddress: address } : {}),
  ...(city ? { addressLocality: city } : {}),
  ...(province ? { addressRegion: province } : {}),
  ...(postcode ? { postalCode: postcode } : {}),
  addressCountry: country,
});
