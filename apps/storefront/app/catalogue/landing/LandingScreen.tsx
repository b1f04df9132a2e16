import type { ShowDetail } from '@butaca/contract';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { imageOf } from '../card.ts';
import { Picture } from '../Picture.tsx';
import { ShowWhen } from '../ShowWhen.tsx';
import { DateSelection } from './DateSelection.tsx';
import { LandingMeta } from './LandingMeta.tsx';
import styles from './LandingScreen.module.css';
import { landingTexts } from './texts.ts';

/** S-04: what the show is, and its dates. */
export function LandingScreen({ show, origin }: { show: ShowDetail; origin: string }) {
  const { t } = useTranslation(landingTexts);
  const { brand } = useFrame();
  const header = imageOf(show.images, 'header');
  const poster = imageOf(show.images, 'poster');
  const facts = [show.durationMinutes !== undefined && t('duration', { minutes: show.durationMinutes }), show.ageNote].filter(Boolean);

  return (
    <main id="main" className={styles.landing}>
      <title>{`${show.name} · ${brand.name}`}</title>
      <LandingMeta show={show} origin={origin} />
      {header && (
        <div className={styles.header} style={header.ink ? { backgroundColor: header.ink } : undefined}>
          <Picture image={header} loading="first" decorative />
        </div>
      )}
      <div className={styles.columns}>
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
        <section className={styles.dates} aria-labelledby="dates">
          <h2 id="dates">{t('dates.title')}</h2>
          <DateSelection show={show} />
        </section>
        <div className={styles.story}>
          {poster && (
            <div className={styles.poster}>
              <Picture image={poster} loading="late" />
            </div>
          )}
          {show.credits && <p className={styles.credits}>{show.credits}</p>}
          {show.description && <p className={styles.synopsis}>{show.description}</p>}
          {facts.length > 0 && (
            <ul className={styles.facts}>
              {facts.map((fact) => (
                <li key={String(fact)}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </main>
  );
}
