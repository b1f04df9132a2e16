import { useFrame } from './use-frame.ts';

interface PageMetaProps {
  /** What the tab, a search engine and a messenger call the page. */
  readonly title: string;
  readonly description: string;
  /** The page's one address, as a path. */
  readonly path: string;
  /** Left out: the brand's. */
  readonly image?: { readonly url: string; readonly width: number; readonly height: number; readonly alt: string } | undefined;
  /** What the page is about, in the words of schema.org. */
  readonly facts?: unknown;
}

/** What search engines and messengers read of a page that may be found: title, description, the one address, a picture and facts. */
export function PageMeta({ title, description, path, image, facts }: PageMetaProps) {
  const { brand, origin } = useFrame();
  const address = new URL(path, origin).href;
  const short = shortened(description);
  const shared = image ?? { ...BRAND_PICTURE, alt: brand.name };
  const picture = new URL(shared.url, origin).href;
  return (
    <>
      <title>{title.includes(brand.name) ? title : `${title} · ${brand.name}`}</title>
      <meta name="description" content={short} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content={String(shared.width)} />
      <meta property="og:image:height" content={String(shared.height)} />
      <meta property="og:image:alt" content={shared.alt} />
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:card" content="summary_large_image" />
      {facts !== undefined && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with no way out of the element
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: forScript(facts) }} />
      )}
    </>
  );
}

/** Drawn by the server from the brand's mark. */
const BRAND_PICTURE = { url: '/share.png', width: 1200, height: 630 };

const MOST_CHARACTERS = 160;
const shortened = (text: string) => (text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')}…`);

/** Escaped, so that a text of the catalogue cannot close the script element. */
const forScript = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');
