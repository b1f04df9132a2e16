import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { pathTo } from '../../paths.ts';
import { imageOf } from '../card.ts';

const availability: Readonly<Record<ShowPerformance['state'], string>> = {
  announced: 'https://schema.org/PreSale',
  on_sale: 'https://schema.org/InStock',
  sold_out: 'https://schema.org/SoldOut',
  cancelled: 'https://schema.org/Discontinued',
};

/** schema.org/Event for every performance of a show; amounts as decimals, addresses absolute. */
export function eventsOf(show: ShowDetail, { origin, currency }: { origin: string; currency: string }): readonly Record<string, unknown>[] {
  const url = new URL(pathTo('landing', { seo: show.seo }), origin).href;
  const images = (['poster', 'featured', 'share'] as const).flatMap((kind) => imageOf(show.images, kind)?.url ?? []);
  const location = {
    '@type': 'Place',
    name: show.venue.name,
    address: { '@type': 'PostalAddress', streetAddress: show.venue.address, addressLocality: show.venue.city },
  };
  return show.performances.map((performance) => ({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: show.name,
    startDate: new Date(performance.startsAt).toISOString(),
    eventStatus: performance.state === 'cancelled' ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url,
    ...(show.description ? { description: show.description } : {}),
    ...(images.length > 0 ? { image: images.map((image) => new URL(image, origin).href) } : {}),
    ...(show.durationMinutes ? { duration: `PT${show.durationMinutes}M` } : {}),
    location: performance.venueName ? { '@type': 'Place', name: performance.venueName } : location,
    ...(performance.lowestPrice === undefined ? {} : { offers: offerOf(performance, { url, currency }) }),
  }));
}

const offerOf = (performance: ShowPerformance, { url, currency }: { url: string; currency: string }) => ({
  '@type': 'AggregateOffer',
  url,
  priceCurrency: currency,
  lowPrice: (performance.lowestPrice ?? 0) / 100,
  availability: availability[performance.state],
  ...(performance.onSaleAt === undefined ? {} : { validFrom: new Date(performance.onSaleAt).toISOString() }),
});
