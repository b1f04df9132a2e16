import type { PerformanceDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';
import { SeatsSection, type SeatsSectionProps } from '../../purchase/seats/SeatsSection.tsx';
import { SECTORS_ID } from '../../purchase/seats/sector-anchor.ts';
import { imageOf } from '../card.ts';
import { ShowNotAvailable } from '../landing/ShowNotAvailable.tsx';
import { StateNews } from '../moments/StateNews.tsx';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../when.tsx';
import styles from './PerformanceScreen.module.css';
import { SectorPrices } from './SectorPrices.tsx';

interface PerformanceScreenProps {
  readonly performance: PerformanceDetail | null;
  readonly picture: VenuePicture | null;
  readonly certain: boolean;
  readonly onNothingLeft?: SeatsSectionProps['onNothingLeft'];
}

/** S-07: show, date and venue; the places, once they are on sale; and the prices of each sector. */
export function PerformanceScreen({ performance, picture, certain, onNothingLeft }: PerformanceScreenProps) {
  const { t } = useTranslation(landingTexts);
  const { brand } = useFrame();
  const words = useCalendarWords();
  if (!performance) return <ShowNotAvailable />;

  const { show, venue, date, showSeo } = performance;
  const when = `${dayOfWeekAndMonth(date, words)} · ${timeOf(date)}`;
  const soldOut = performance.state === 'sold_out';
  const image = imageOf(show.images, 'poster') ?? imageOf(show.images, 'featured');
  const back = <Link to={pathTo('landing', { seo: showSeo })}>{t('performance.back')}</Link>;
  return (
    <main id="main" className={styles.performance}>
      <title>{`${show.name} · ${when} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {brand.flags.seatSelectionBanner ? (
        <header className={styles.banner}>
          <div className={styles.image}>{image && <Poster image={image} sizes="(min-width: 720px) 8rem, 5.5rem" first decorative />}</div>
          <div className={styles.facts}>
            <p className={styles.when}>{when}</p>
            <h1 tabIndex={-1}>{show.name}</h1>
            <p>
              {venue.name}, {venue.address}
            </p>
            {back}
          </div>
        </header>
      ) : (
        <header className={styles.facts}>
          <h1 tabIndex={-1}>{show.name}</h1>
          {back}
        </header>
      )}
      <StateNews key={`news ${performance.id}`} performances={[performance]} />
      {performance.state === 'on_sale' ? (
        <SeatsSection
          key={performance.id}
          performance={performance}
          picture={picture}
          certain={certain}
          {...(onNothingLeft && { onNothingLeft })}
        />
      ) : (
        <aside className={styles.note}>
          <h2>{t(soldOut ? 'state.sold_out' : 'performance.note.title')}</h2>
          <p>{t(soldOut ? 'performance.sold_out' : 'performance.note')}</p>
        </aside>
      )}
      <section aria-labelledby={SECTORS_ID}>
        <h2 id={SECTORS_ID}>{t('performance.sectors')}</h2>
        <SectorPrices performance={performance} />
      </section>
    </main>
  );
}
