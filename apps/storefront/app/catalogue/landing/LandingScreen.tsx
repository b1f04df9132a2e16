import type { ShowDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { imageOf } from '../card.ts';
import { DateSelection } from './DateSelection.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { LandingMeta } from './LandingMeta.tsx';
import styles from './LandingScreen.module.css';
import { landingTexts } from './texts.ts';

/** S-04: what the show is, and its dates. */
export function LandingScreen({ show, origin }: { show: ShowDetail; origin: string }) {
  const { t } = useTranslation(landingTexts);
  const { brand } = useFrame();
  const poster = imageOf(show.images, 'poster');
  const facts = [show.durationMinutes !== undefined && t('duration', { minutes: show.durationMinutes }), show.ageNote].filter(Boolean);

  return (
    <main id="main" className={styles.landing}>
      <title>{`${show.name} · ${brand.name}`}</title>
      <LandingMeta show={show} origin={origin} />
      <LandingHeader show={show} />
      <div className={styles.columns}>
        <section className={styles.dates} aria-labelledby="dates">
          <h2 id="dates">{t('dates.title')}</h2>
          <DateSelection show={show} />
        </section>
        <div className={styles.story}>
          {poster && (
            <div className={styles.poster}>
              <Poster image={poster} sizes="16rem" />
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
