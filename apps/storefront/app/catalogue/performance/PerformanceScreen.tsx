import type { ClosedPerformance, PerformanceDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { Link, useParams } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';
import { SeatsSection, type SeatsSectionProps } from '../../purchase/seats/SeatsSection.tsx';
import { SECTORS_ID } from '../../purchase/seats/sector-anchor.ts';
import { imageOf } from '../card.ts';
import { ShowNotAvailable } from '../landing/ShowNotAvailable.tsx';
import { SaleOpening } from '../moments/SaleOpening.tsx';
import { StateNews } from '../moments/StateNews.tsx';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../when.tsx';
import { ClosedNote } from './ClosedNote.tsx';
import { type OtherDates, OtherDatesSection } from './OtherDates.tsx';
import styles from './PerformanceScreen.module.css';
import { SectorPrices } from './SectorPrices.tsx';

interface PerformanceScreenProps {
  readonly performance: PerformanceDetail | null;
  /** In its place, where it is not sold any more. */
  readonly closed: ClosedPerformance | null;
  readonly others: OtherDates;
  readonly picture: VenuePicture | null;
  readonly certain: boolean;
  readonly onNothingLeft?: SeatsSectionProps['onNothingLeft'];
}

/** S-07: show, date and venue; the places, once they are on sale; and the prices of each sector. */
export function PerformanceScreen({ performance, closed, others, ...seats }: PerformanceScreenProps) {
  const { t } = useTranslation(landingTexts);
  const { brand } = useFrame();
  const words = useCalendarWords();
  const { seo } = useParams();
  const about = performance ? aboutOf(performance) : closed && aboutClosed(closed, others);
  if (!about) return <ShowNotAvailable seo={seo} />;

  const { name, date, place, image, showSeo } = about;
  const when = `${dayOfWeekAndMonth(date, words)} · ${timeOf(date)}`;
  const back = showSeo !== undefined && <Link to={pathTo('landing', { seo: showSeo })}>{t('performance.back')}</Link>;
  return (
    <main id="main" className={styles.performance}>
      <title>{`${name} · ${when} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {/* A page of nothing but a date says which one. */}
      {brand.flags.seatSelectionBanner || closed ? (
        <header className={image && styles.banner}>
          {image && (
            <div className={styles.image}>
              <Poster image={image} sizes="(min-width: 720px) 8rem, 5.5rem" first decorative />
            </div>
          )}
          <div className={styles.facts}>
            <p className={styles.when}>{when}</p>
            <h1 tabIndex={-1}>{name}</h1>
            <p>{place}</p>
            {back}
          </div>
        </header>
      ) : (
        <header className={styles.facts}>
          <h1 tabIndex={-1}>{name}</h1>
          {back}
        </header>
      )}
      {performance && <Sale key={performance.id} performance={performance} others={others} {...seats} />}
      {closed && <ClosedNote closed={closed} others={others} />}
    </main>
  );
}

const aboutOf = ({ show, venue, date, showSeo }: PerformanceDetail) => ({
  ...{ name: show.name, date, showSeo, place: `${venue.name}, ${venue.address}` },
  image: imageOf(show.images, 'poster') ?? imageOf(show.images, 'featured'),
});

const aboutClosed = ({ showName, date, venueName, show }: ClosedPerformance, { poster }: OtherDates) => ({
  ...{ name: showName, date, showSeo: show?.seo, place: venueName, image: poster },
});

type SaleProps = Omit<PerformanceScreenProps, 'closed' | 'performance'> & { readonly performance: PerformanceDetail };

/** The places and their prices. */
function Sale({ performance, others, picture, certain, onNothingLeft }: SaleProps) {
  const { t } = useTranslation(landingTexts);
  const soldOut = performance.state === 'sold_out';
  return (
    <>
      <StateNews performances={[performance]} />
      {performance.state === 'on_sale' ? (
        <SeatsSection performance={performance} picture={picture} certain={certain} {...(onNothingLeft && { onNothingLeft })} />
      ) : (
        <aside className={styles.note}>
          <h2>{t(soldOut ? 'state.sold_out' : 'performance.note.title')}</h2>
          {!soldOut && <SaleOpening performance={performance} className={styles.opening} />}
          <p>{t(soldOut ? 'performance.sold_out' : 'performance.note')}</p>
        </aside>
      )}
      <OtherDatesSection others={others} showSeo={performance.showSeo} />
      <section aria-labelledby={SECTORS_ID}>
        <h2 id={SECTORS_ID}>{t('performance.sectors')}</h2>
        <SectorPrices performance={performance} />
      </section>
    </>
  );
}
