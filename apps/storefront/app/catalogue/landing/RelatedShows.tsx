import type { ShowDetail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import type { AsOf } from '../../calls/as-of.ts';
import landingTexts from '../../i18n/es/landing.json';
import { readBillboard } from '../billboard/use-whole-billboard.ts';
import type { ShowCard } from '../card.ts';
import { LiveResultList } from '../LiveResultList.tsx';
import type { ListedNow } from '../moments/live-cards.ts';
import { remember } from '../show-index.ts';
import styles from './RelatedShows.module.css';
import { relatedTo } from './related.ts';

/** How far away it may be when it is read. */
const AHEAD = '600px';

/** What else somebody who reads about this show may want to see, read when they come near the end of the page; its room is kept. */
export function RelatedShows({ show }: { show: Pick<ShowDetail, 'id' | 'typeId' | 'venueId'> }) {
  const { t } = useTranslation(landingTexts);
  const [shows, setShows] = useState<readonly ShowCard[] | null>(null);
  const section = useRef<HTMLElement>(null);
  // Chosen once: a landing that reads itself anew moves none of them.
  const related = useRef(show);

  useEffect(() => {
    if (!section.current) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watching.disconnect();
        readBillboard()
          .then((all = []) => {
            remember(all);
            setShows(relatedTo(related.current, all));
          })
          // The page is complete without it.
          .catch(() => setShows([]));
      },
      { rootMargin: AHEAD },
    );
    watching.observe(section.current);
    return () => watching.disconnect();
  }, []);

  if (shows?.length === 0) return null;
  return (
    <section ref={section} className={styles.related} aria-labelledby={shows ? 'related' : undefined}>
      {shows && (
        <>
          <h2 id="related">{t('related')}</h2>
          <LiveResultList shows={shows} read={readAgain} />
        </>
      )}
    </section>
  );
}

/** The same shows as they are now: others that would fit better do not come while somebody looks at these. */
async function readAgain(asOf: AsOf): Promise<ListedNow | undefined> {
  const billboard = await readBillboard(asOf);
  return billboard && { listed: [], billboard };
}
