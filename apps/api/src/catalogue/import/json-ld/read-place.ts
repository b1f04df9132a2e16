import type { VenueEntry } from '../entries.ts';
import { slug } from '../slug.ts';
import { isNode, listOf, type Node, textIn, typesOf } from './node.ts';

export type PublishedPlace = Omit<VenueEntry, 'timeZone'> & { readonly country: string | undefined };

/** Where an event is: a place with an address, or a mere string; what is only on line has none. */
export function readPlace(event: Node): PublishedPlace | undefined {
  const place = listOf(event.location).find((location) => !isNode(location) || !typesOf(location).includes('VirtualLocation'));
  const name = textIn(place) ?? (isNode(place) ? textIn(place.address) : undefined);
  if (!name || !slug(name)) return undefined;
  const address = isNode(place) ? listOf(place.address)[0] : undefined;
  const postal = isNode(address) ? address : {};
  return {
    seo: slug(name),
    name,
    address: textIn(postal.streetAddress) ?? (isNode(address) ? '' : (textIn(address) ?? '')),
    city: textIn(postal.addressLocality, { most: 120 }) ?? '',
    country: textIn(postal.addressCountry),
  };
}

const zones: Readonly<Record<string, string>> = {
  ar: 'America/Argentina/Buenos_Aires',
  argentina: 'America/Argentina/Buenos_Aires',
  py: 'America/Asuncion',
  paraguay: 'America/Asuncion',
  uy: 'America/Montevideo',
  uruguay: 'America/Montevideo',
  es: 'Europe/Madrid',
  espana: 'Europe/Madrid',
  de: 'Europe/Berlin',
};

/** The zone of a country that has one for all its halls. */
export const zoneOfCountry = (country: string | undefined): string | undefined => (country ? zones[slug(country)] : undefined);
