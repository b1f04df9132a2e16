import type { PerformanceDate, ShowDetail, ShowPerformance } from '@butaca/contract';
import { pathTo } from '../../paths.ts';
import { imageOf, isPixels } from '../card.ts';
import { addressOf, placeOf } from '../venue/place.ts';

const availability: Readonly<Record<ShowPerformance['state'], string>> = {
  announced: 'https://schema.org/PreOrder',
  on_sale: 'https://schema.org/InStock',
  sold_out: 'https://schema.org/SoldOut',
  cancelled: 'https://schema.org/Discontinued',
};

interface EventsOptions {
  readonly origin: string;
  readonly currency: string;
  /** The country of the venues, as ISO 3166 has it. */
  readonly country: string;
  /** Who sells and answers for the sale. */
  readonly organizer: string;
}

/**
 * schema.org/Event for every performance of a show: amounts as decimals, addresses absolute, times with the venue's offset, because
 * search engines print the date as it is written.
 */
export function eventsOf(show: ShowDetail, { origin, currency, country, organizer }: EventsOptions): readonly Record<string, unknown>[] {
  const url = new URL(pathTo('landing', { seo: show.seo }), origin).href;
  const images = (['share', 'featured', 'poster'] as const).flatMap((kind) => imageOf(show.images, kind)?.url ?? []).filter(isPixels);
  const location = placeOf(show.venue, { origin, country });
  return show.performances.map((performance) => ({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: show.name,
    startDate: localTime(performance, performance.startsAt),
    ...(show.durationMinutes ? { endDate: localTime(performance, performance.startsAt + show.durationMinutes * 60_000) } : {}),
    eventStatus: `https://schema.org/${statusOf(performance)}`,
    ...(performance.movedFrom === undefined ? {} : { previousStartDate: localTime(performance, performance.movedFrom) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url,
    ...(show.description ? { description: show.description } : {}),
    ...(images.length > 0 ? { image: images.map((image) => new URL(image, origin).href) } : {}),
    ...(show.durationMinutes ? { duration: `PT${show.durationMinutes}M` } : {}),
    location: performance.venueName === undefined ? location : elsewhere(performance, performance.venueName, country),
    ...(show.people && show.people.length > 0 ? { performer: show.people.map(({ name }) => ({ '@type': 'Person', name })) } : {}),
    organizer: { '@type': 'Organization', name: organizer, url: origin },
    ...(performance.lowestPrice === undefined ? {} : { offers: offerOf(performance, { url, currency }) }),
  }));
}

const statusOf = ({ state, movedFrom }: ShowPerformance) =>
  state === 'cancelled' ? 'EventCancelled' : movedFrom === undefined ? 'EventScheduled' : 'EventRescheduled';

/** The place of a performance that is not at its show's venue. */
const elsewhere = ({ venueAddress, venueCity, venueProvince, venuePostcode }: ShowPerformance, name: string, country: string) => ({
  '@type': 'Place',
  name,
  address: addressOf({ address: venueAddress, city: venueCity, province: venueProvince, postcode: venuePostcode }, country),
});

const offerOf = (performance: ShowPerformance, { url, currency }: { url: string; currency: string }) => ({
  '@type': 'AggregateOffer',
  url,
  priceCurrency: currency,
  lowPrice: (performance.lowestPrice ?? 0) / 100,
  availability: availability[performance.state],
  ...(performance.onSaleAt === undefined ? {} : { validFrom: localTime(performance, performance.onSaleAt) }),
});

/** An instant as `2026-12-11T21:00:00-03:00`, by the difference between a performance's start and what the clocks of its venue show then. */
function localTime({ date, startsAt }: Pick<ShowPerformance, 'date' | 'startsAt'>, at: number): string {
  if (date.year === undefined) return new Date(at).toISOString();
  // Clocks show whole minutes; a start may have seconds.
  const minutes = clockAsUtc({ ...date, year: date.year }) / 60_000 - Math.floor(startsAt / 60_000);
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

const clockAsUtc = ({ year, month, day, hour, minute }: PerformanceDate & { year: number }) => Date.UTC(year, month - 1, day, hour, minute);
