import type { PerformanceDate, ShowDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { imageOf } from '../card.ts';
import { LandingHeader } from './LandingHeader.tsx';
import { LandingMeta } from './LandingMeta.tsx';
import styles from './LandingScreen.module.css';
import { PerformanceRow } from './PerformanceRow.tsx';

/** S-04: the show and its dates. */
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

/** A show's performances by month (SC-001). */
function DateSelection({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const monthNames = t('months').split(' ');
  if (show.performances.length === 0) return <p>{t('dates.none')}</p>;

  return byMonth(show.performances).map(({ year, month, performances }) => (
    <section key={`${year} ${month}`} className={styles.month}>
      <h3 className={styles.name}>
        {monthNames[month - 1]} {year}
      </h3>
      <ul className={styles.list}>
        {performances.map((performance) => (
          <PerformanceRow key={performance.id} performance={performance} showSeo={show.seo} />
        ))}
      </ul>
    </section>
  ));
}

interface Month<P> {
  readonly year: number | undefined;
  /** From 1. */
  readonly month: number;
  readonly performances: readonly P[];
}

/** Performances by month, in the order they came. */
function byMonth<P extends { readonly date: PerformanceDate }>(performances: readonly P[]): Month<P>[] {
  const months = new Map<string, { year: number | undefined; month: number; performances: P[] }>();
  for (const performance of performances) {
    const { year, month } = performance.date;
    const key = `${year} ${month}`;
    const found = months.get(key);
    if (found) found.performances.push(performance);
    else months.set(key, { year, month, performances: [performance] });
  }
  return [...months.values()];
}
