import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Poster.module.css';

export interface PosterImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly ink?: string | undefined;
  readonly variants?: readonly { readonly url: string; readonly width: number; readonly mediaType: string }[] | undefined;
}

export interface PosterProps {
  /** Undefined while loading or when there is none: the frame keeps its proportions. */
  readonly image: PosterImage | undefined;
  /** Colour of the frame while there is no image. */
  readonly ratio?: string;
  readonly sizes?: string;
  /** The largest image of the first view: fetched at once and before others. */
  readonly first?: boolean;
  /** Fetched at once, though not before others. */
  readonly eager?: boolean;
  /** The text beside it already describes it. */
  readonly decorative?: boolean;
  readonly className?: string;
}

/**
 * A show's image in a frame that has its size, and its dominant colour, before a byte of it arrives. Where it does not arrive, its text
 * stands on the brand's colour.
 */
export function Poster({
  image,
  ratio = '2 / 3',
  sizes = '100vw',
  first = false,
  eager = false,
  decorative = false,
  className,
}: PosterProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    // It may have failed before the page had its script.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(image?.url ?? null);
  }, [image?.url]);
  const frame: CSSProperties = {
    aspectRatio: image ? `${image.width} / ${image.height}` : ratio,
    ...(image?.ink ? { backgroundColor: image.ink } : {}),
  };
  if (!image) return <div className={classes(styles.frame, className)} style={frame} />;
  if (failed === image.url) {
    return (
      <div className={classes(styles.frame, styles.failed, className)} style={{ aspectRatio: frame.aspectRatio }} aria-hidden={decorative}>
        {image.alt}
      </div>
    );
  }
  const formats = [...new Set(image.variants?.map(({ mediaType }) => mediaType))];
  const sourcesOf = (format: string) =>
    image.variants
      ?.filter(({ mediaType }) => mediaType === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ');
  return (
    <picture className={classes(styles.frame, className)} style={frame}>
      {formats.map((format) => (
        <source key={format} type={format} srcSet={sourcesOf(format)} sizes={sizes} />
      ))}
      <img
        ref={picture}
        className={styles.image}
        onError={() => setFailed(image.url)}
        src={image.url}
        width={image.width}
        height={image.height}
        alt={decorative ? '' : image.alt}
        loading={first || eager ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
        {...(first ? { fetchPriority: 'high' as const } : {})}
      />
    </picture>
  );
}
