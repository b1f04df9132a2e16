import type { PerformanceDetail, ShowPerformance } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { type ComponentType, useState } from 'react';
import landingTexts from '../../i18n/es/landing.json';
import styles from './HallAndPrices.module.css';

interface Loaded {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture | null;
  readonly Prices: ComponentType<{ performance: PerformanceDetail; picture: VenuePicture | null }>;
}

/** The hall and what each sector costs, before any log-in: of the next performance that can be bought. Read when it is opened. */
export function HallAndPrices({ performances }: { performances: readonly ShowPerformance[] }) {
  const { t } = useTranslation(landingTexts);
  const [loaded, setLoaded] = useState<Loaded | 'busy' | 'failed' | null>(null);
  const next = performances.find(({ state }) => state === 'on_sale') ?? performances.find(({ state }) => state !== 'cancelled');
  if (!next) return null;

  const open = async () => {
    if (loaded !== null && loaded !== 'failed') return;
    setLoaded('busy');
    setLoaded(await read(next).catch(() => 'failed' as const));
  };

  return (
    <details className={styles.hall} onToggle={(event) => event.currentTarget.open && void open()}>
      <summary>{t('hall.title')}</summary>
      {loaded === 'failed' && <Notice kind="error">{t('hall.failed')}</Notice>}
      {(loaded === null || loaded === 'busy') && <p className={styles.wait}>{t('hall.busy')}</p>}
      {loaded !== null && typeof loaded === 'object' && <loaded.Prices performance={loaded.performance} picture={loaded.picture} />}
    </details>
  );
}

async function read({ id, hash }: ShowPerformance): Promise<Loaded | 'failed'> {
  const [{ getPublicPerformance }, { readPicture }, { client }, { HallPrices }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../venue/read-picture.ts'),
    import('../../calls/browser-client.ts'),
    import('./HallPrices.tsx'),
  ]);
  const performance = await client.ask(getPublicPerformance, { params: { performanceId: id }, query: { hash } });
  if (!performance) return 'failed';
  return { performance, picture: await readPicture(fetch, performance.mapHash), Prices: HallPrices };
}
