import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import { imageOf } from '../card.ts';

/** What search engines and messengers read: canonical address, share image, and one Event per performance. */
export function LandingMeta({ show, origin }: { show: ShowDetail; origin: string }) {
  const { brand } = useFrame();
  const address = new URL(pathTo('landing', { seo: show.seo }), origin).href;
  const description = shortened(show.description ?? `${show.name}, ${show.venueName}`);
  const image = imageOf(show.images, 'share') ?? imageOf(show.images, 'featured');
  const imageUrl = image && new URL(image.url, origin).href;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={show.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      {image && (
        <>
          <meta property="og:image" content={imageUrl} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:image" content={imageUrl} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with no way out of the element
        dangerouslySetInnerHTML={{ __html: forScript(eventsOf(show, { origin, currency: brand.locale.currency })) }}
      />
    </>
  );
}

const MOST_CHARACTERS = 160;
const shortened = (text: string) => (text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')}…`);

/** Escaped, so that a show's text cannot close the script element. */
const forScript = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

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
