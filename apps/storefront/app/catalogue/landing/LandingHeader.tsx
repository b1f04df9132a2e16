import type { ShowDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { Link } from 'react-router';
import { pathTo } from '../../paths.ts';
import { imageOf } from '../card.ts';
import { ShowWhen } from '../ShowWhen.tsx';
import styles from './LandingHeader.module.css';
import { readableOn } from './readable-on.ts';

/** The show's colour with its art on the right; the header image leaves the left free for the title. */
export function LandingHeader({ show }: { show: ShowDetail }) {
  const image = imageOf(show.images, 'header');
  const colours = image?.ink ? { backgroundColor: image.ink, color: readableOn(image.ink) } : undefined;
  return (
    <header className={styles.header} style={colours}>
      {image && (
        <div className={styles.art}>
          <Poster image={image} first decorative />
        </div>
      )}
      <div className={styles.title}>
        <p className={styles.when}>
          <ShowWhen show={show} />
        </p>
        <h1 tabIndex={-1}>{show.name}</h1>
        {show.subtitle && <p className={styles.subtitle}>{show.subtitle}</p>}
        <p className={styles.venue}>
          <Link to={pathTo('venue', { seo: show.venue.seo, venueId: show.venue.id })}>{show.venue.name}</Link>
          <span>{[show.venue.address, show.venue.city].filter(Boolean).join(', ')}</span>
        </p>
      </div>
    </header>
  );
}
