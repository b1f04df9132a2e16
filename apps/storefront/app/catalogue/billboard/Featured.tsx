import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useId, useRef } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import type { ShowCard } from '../card.ts';
import { BillboardCard } from './BillboardCard.tsx';
import styles from './Featured.module.css';
import type FeaturedArrows from './FeaturedArrows.tsx';

/** In the browser alone, where the row can be measured. Without them the row is scrolled by hand. */
const Arrows = lazy<typeof FeaturedArrows>(() => import('./FeaturedArrows.tsx').catch(() => ({ default: () => null })));

/** The first shows that have a landscape picture, above the list; in one row that is scrolled when the brand wants a carousel (FL-022). */
export function Featured({ shows }: { shows: readonly ShowCard[] }) {
  const { t } = useTranslation(catalogueTexts);
  const {
    featured: { shown, desktop, mobile },
    carousel,
  } = useFrame().brand.billboard;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const isHydrated = useHydrated();
  const featured = shows.filter((show) => show.featured).slice(0, Math.max(desktop, mobile));
  if (!shown || featured.length === 0) return null;
  return (
    <section
      className={styles.featured}
      aria-labelledby={id}
      {...(carousel && { 'aria-roledescription': t('featured.carousel') })}
      data-carousel={carousel || undefined}
    >
      <header className={styles.header}>
        <h2 id={id}>{t('featured.title')}</h2>
        {carousel && isHydrated && (
          <Suspense>
            <Arrows list={list} />
          </Suspense>
        )}
      </header>
      <ul className={styles.list} ref={list}>
        {featured.map((show, index) => (
          <BillboardCard
            key={show.id}
            show={show}
            slot="featured"
            loading={index === 0 ? 'first' : 'early'}
            only={index >= mobile ? 'desktop' : index >= desktop ? 'phone' : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
