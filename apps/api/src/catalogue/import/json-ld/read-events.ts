import { Postcode } from '../catalogue-file.ts';
import type { Catalogue, ImportLink, PerformanceEntry, ShowEntry, ShowTypeEntry, VenueEntry } from '../entries.ts';
import { readMoment, slug } from '../file-values.ts';
import type { Known } from '../import-transaction.ts';
import type { FoundEvent } from './find-events.ts';
import { isNode, listOf, type Node, textIn, typesOf, wordsOf } from './node.ts';
import { levelsOf, type PriceOptions, readOffers } from './read-offers.ts';

export interface EventOptions extends PriceOptions {
  /** For places in a country with several time zones. */
  readonly timeZone: string | undefined;
  readonly taxClass: string;
}

export interface ReadEvents {
  readonly catalogue: Catalogue;
  /** What was missing, guessed or left out, with its place in the file. */
  readonly notes: readonly string[];
  /** Local image files by show: the published image becomes its poster. */
  readonly images: readonly { readonly show: string; readonly name: string; readonly file: string }[];
}

/** Published events as shows with performances; dates of one name are one show. An event that cannot be understood is left out with a note. */
export function readEvents(events: readonly FoundEvent[], known: Known, options: EventOptions): ReadEvents {
  const reader = new EventReader(known, options);
  for (const event of events) reader.take(event);
  return reader.result();
}

type GrowingShow = ShowEntry & { readonly performances: PerformanceEntry[] };

class EventReader {
  readonly #known: Known;
  readonly #options: EventOptions;
  readonly #notes: string[] = [];
  readonly #types: ShowTypeEntry[] = [];
  readonly #venues = new Map<string, VenueEntry>();
  readonly #shows = new Map<string, GrowingShow>();
  readonly #images = new Map<string, { show: string; name: string; file: string }>();

  constructor(known: Known, options: EventOptions) {
    this.#known = known;
    this.#options = options;
  }

  result(): ReadEvents {
    return {
      catalogue: { taxClasses: [], showTypes: this.#types, venues: [...this.#venues.values()], shows: [...this.#shows.values()] },
      notes: this.#notes,
      images: [...this.#images.values()],
    };
  }

  take({ node, series, at }: FoundEvent) {
    const note = (text: string) => this.#notes.push(at ? `${at}: ${text}` : text);
    const name = textIn(series?.name) ?? textIn(node.name);
    if (!name || !slug(name)) return note('left out, since it has no name');
    const place = readPlace(node);
    if (!place) return note(`left out, since ${name} has no place`);
    const timeZone = this.#timeZoneOf(place);
    if (!timeZone) return note(`left out, since the time zone of ${place.name} is not known; give it with --time-zone`);
    const startsAt = this.#moment(node.startDate, timeZone);
    if (!startsAt) return note(`left out, since ${name} has no date with a time: ${textIn(node.startDate) ?? 'startDate is missing'}`);

    this.#venue(place, timeZone);
    const show = this.#show(name, node, series, place.seo);
    const performance = this.#performance(node, place.seo, startsAt, timeZone, note);
    if (!show.performances.some((other) => other.venue === place.seo && other.startsAt.equals(startsAt)))
      show.performances.push(performance);
    this.#image(show, node, note);
  }

  #timeZoneOf(place: PublishedPlace): string | undefined {
    const { timeZone } = this.#options;
    return this.#known.venues.get(place.seo)?.timeZone ?? this.#venues.get(place.seo)?.timeZone ?? timeZone ?? zoneOfCountry(place.country);
  }

  /** A known venue stays as it is: the publisher has fewer details than our database. */
  #venue({ country: _country, ...venue }: PublishedPlace, timeZone: string) {
    if (!this.#known.venues.has(venue.seo) && !this.#venues.has(venue.seo)) this.#venues.set(venue.seo, { ...venue, timeZone });
  }

  #show(name: string, node: Node, series: Node | undefined, venue: string): GrowingShow {
    const seo = slug(name);
    const read = this.#shows.get(seo);
    if (read) return read;
    const type = showTypeFor(node, [...this.#known.showTypes, ...this.#types]);
    const isNew = ![...this.#known.showTypes, ...this.#types].some(({ id }) => id === type.id);
    if (isNew) this.#types.push({ ...type, order: null });
    const show: GrowingShow = {
      seo,
      typeId: type.id,
      venue,
      name,
      subtitle: null,
      description: textIn(series?.description ?? node.description, { most: 10_000, lines: true }) ?? null,
      credits: creditsOf(node),
      ageNote: textIn(node.typicalAgeRange, { most: 100 }) ?? null,
      durationMinutes: minutesOf(textIn(node.duration)),
      listed: null,
      position: null,
      limits: null,
      reservations: null,
      slowPayments: null,
      refunds: null,
      nominations: null,
      images: [],
      performances: [],
    };
    this.#shows.set(seo, show);
    return show;
  }

  #performance(node: Node, venue: string, startsAt: Temporal.Instant, timeZone: string, note: (text: string) => void): PerformanceEntry {
    const { offers, soldOut, validFrom, notes } = readOffers(node, this.#options);
    for (const text of notes) note(text);
    const categories = this.#known.venues.get(venue)?.categories ?? null;
    const levels = offers.length > 0 ? levelsOf(offers, categories, this.#options.taxClass) : undefined;
    if (offers.length > 0 && !levels)
      note(
        `prices are left out, since they name other categories than the map: ${categories?.map((category) => category.name).join(', ')}`,
      );
    const status = wordsOf(node.eventStatus);
    if (status.has('EventPostponed')) note('postponed: this date is taken as cancelled');
    const called = status.has('EventCancelled') || status.has('EventPostponed');
    const onSaleAt = this.#moment(validFrom, timeZone);
    const doorsAt = this.#moment(node.doorTime, timeZone);
    const before = (moment: Temporal.Instant | null) => (moment && Temporal.Instant.compare(moment, startsAt) <= 0 ? moment : null);
    const previousStarts = listOf(node.previousStartDate).flatMap((date) => this.#moment(date, timeZone) ?? []);
    return {
      venue,
      startsAt,
      links: linksOf(node),
      ...(previousStarts.length > 0 ? { previousStarts } : {}),
      doorsAt: before(doorsAt),
      onSaleAt: before(onSaleAt),
      state: called ? 'cancelled' : soldOut ? 'sold_out' : undefined,
      levels,
    };
  }

  #moment(value: unknown, timeZone: string): Temporal.Instant | null {
    const text = textIn(value);
    if (!text || !/\d[T ]\d/.test(text)) return null;
    try {
      return readMoment(text.replace(' ', 'T'), timeZone);
    } catch {
      return null;
    }
  }

  #image({ seo, name }: ShowEntry, node: Node, note: (text: string) => void) {
    const [first] = listOf(node.image);
    const file = typeof first === 'string' ? first : isNode(first) ? (textIn(first.contentUrl) ?? textIn(first.url)) : undefined;
    if (!file || this.#images.has(seo)) return;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) note(`the image is left out, since it is not beside the file: ${file.slice(0, 120)}`);
    else this.#images.set(seo, { show: seo, name, file });
  }
}

const MOST_LINK = 1000;

/** Its own names: `#event` of a page is nobody's name for it anywhere else. */
function linksOf(node: Node): ImportLink[] {
  const [id] = listOf(node['@id']).filter((value) => typeof value === 'string');
  const [address] = listOf(node.url).filter((value) => typeof value === 'string');
  const identifiers = listOf(node.identifier).map((value) =>
    isNode(value) ? `${literal(value.propertyID)} ${literal(value.value)}` : literal(value),
  );
  return [
    ...(id && /^[a-z][a-z0-9+.-]*:/i.test(id) ? [{ source: '@id', externalId: id } as const] : []),
    ...identifiers.map((externalId) => ({ source: 'identifier', externalId }) as const),
    ...(address ? [{ source: 'address', externalId: address } as const] : []),
  ].flatMap(({ source, externalId }) => {
    const trimmed = externalId.replaceAll('\0', '').toWellFormed().trim();
    return trimmed.length > 0 && trimmed.length <= MOST_LINK ? [{ source, externalId: trimmed }] : [];
  });
}

const literal = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function creditsOf(node: Node): string | null {
  const people = [...listOf(node.performer), ...listOf(node.performers), ...listOf(node.director)].flatMap(
    (person) => textIn(person) ?? [],
  );
  return [...new Set(people)].join(' · ').slice(0, 1000) || null;
}

function minutesOf(duration: string | undefined): number | null {
  try {
    const minutes = duration ? Math.round(Temporal.Duration.from(duration).total('minutes')) : 0;
    return minutes >= 1 && minutes <= 1440 ? minutes : null;
  } catch {
    return null;
  }
}

/** QUANTITY shows have type 100 in every deployment (C-33). */
const MUSEUM = 100;

const showTypeNames: Readonly<Record<string, string>> = {
  TheaterEvent: 'Teatro',
  MusicEvent: 'Recitales',
  ComedyEvent: 'Humor',
  ChildrensEvent: 'Infantiles',
  DanceEvent: 'Danza',
  SportsEvent: 'Deportes',
  ExhibitionEvent: 'Museos',
  VisualArtsEvent: 'Museos',
  Festival: 'Festivales',
  ScreeningEvent: 'Cine',
  LiteraryEvent: 'Letras',
};
const OTHER_SHOWS = 'Otros';

/** Finds the show type an event belongs to, or makes up the next free one. */
function showTypeFor(event: Node, types: readonly { readonly id: number; readonly name: string }[]): { id: number; name: string } {
  const name = typesOf(event).flatMap((type) => showTypeNames[type] ?? [])[0] ?? OTHER_SHOWS;
  const known = types.find((type) => slug(type.name) === slug(name));
  if (known) return known;
  const taken = new Set([MUSEUM, ...types.map(({ id }) => id)]);
  if (name === 'Museos' && !types.some(({ id }) => id === MUSEUM)) return { id: MUSEUM, name };
  let id = 1;
  while (taken.has(id)) id += 1;
  return { id, name };
}

type PublishedPlace = Omit<VenueEntry, 'timeZone'> & { readonly country: string | undefined };

/** The location of an event: a place with an address, or a mere string; an online event has none. */
function readPlace(event: Node): PublishedPlace | undefined {
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
    province: textIn(postal.addressRegion, { most: 120 }),
    postcode: Postcode.safeParse(textIn(postal.postalCode)).data,
    country: textIn(postal.addressCountry),
  };
}

const zonesOfCountries: Readonly<Record<string, string>> = {
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
const zoneOfCountry = (country: string | undefined): string | undefined => (country ? zonesOfCountries[slug(country)] : undefined);
