import type { Venue } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import venueTexts from '../../i18n/es/venue.json';
import { pathTo } from '../../paths.ts';
import type { ShowCard } from '../card.ts';
import { ResultList } from '../ResultList.tsx';
import styles from './VenueScreen.module.css';

/** S-05: a venue and what plays there. */
export function VenueScreen({ venue, shows }: { venue: Venue; shows: readonly ShowCard[] }) {
  const { t } = useTranslation(venueTexts);
  const { brand } = useFrame();
  return (
    <main id="main" className={styles.venue}>
      <title>{`${venue.name} · ${brand.name}`}</title>
      <meta name="description" content={`${venue.name}, ${venue.address}, ${venue.city}`} />
      <link rel="canonical" href={pathTo('venue', { seo: venue.seo, venueId: venue.id })} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{venue.name}</h1>
        <address className={styles.address}>
          {venue.address}, {venue.city}
        </address>
        {venue.capacity !== undefined && <p className={styles.capacity}>{t('capacity', { count: venue.capacity })}</p>}
      </header>
      <h2 className={styles.heading}>{t('shows')}</h2>
      {shows.length > 0 ? <ResultList shows={shows} /> : <p>{t('none')}</p>}
    </main>
  );
}
