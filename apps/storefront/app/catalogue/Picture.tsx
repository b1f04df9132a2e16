import type { CardImage } from './card.ts';
import styles from './Picture.module.css';

/** `first` is the largest thing of the page, `early` is on the first screen, `late` waits until it comes near. */
export type PictureLoading = 'first' | 'early' | 'late';

interface PictureProps {
  readonly image: CardImage;
  readonly loading: PictureLoading;
  /** The text beside it says the same. */
  readonly decorative?: boolean;
}

/** Art of a show: its space and its colour are there before it is. */
export function Picture({ image, loading, decorative = false }: PictureProps) {
  return (
    <img
      className={styles.picture}
      src={image.url}
      width={image.width}
      height={image.height}
      alt={decorative ? '' : image.alt}
      style={image.ink ? { backgroundColor: image.ink } : undefined}
      loading={loading === 'late' ? 'lazy' : 'eager'}
      decoding={loading === 'first' ? 'sync' : 'async'}
      fetchPriority={loading === 'first' ? 'high' : loading === 'early' ? 'auto' : 'low'}
    />
  );
}
