import type { ShowDetail } from '@butaca/contract';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import { imageOf } from '../card.ts';
import { eventsOf } from './structured-data.ts';

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
