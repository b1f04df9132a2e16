import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { officeTexts } from '../texts.ts';
import styles from './Freshness.module.css';
import { Spoken } from './Spoken.tsx';
import { useAge } from './use-age.ts';

/** Three polls without an answer. */
const STALE_MS = 6000;

interface FreshnessProps {
  /** When the numbers arrived, by this browser’s clock. */
  readonly updatedAt: number;
  readonly failed: boolean;
  /** Of everything that is listed. */
  readonly sold: number;
}

/** Whether the numbers are those of this moment, and else how old they are. */
export function Freshness({ updatedAt, failed, sold }: FreshnessProps) {
  const { t } = useTranslation(officeTexts);
  const age = useAge(updatedAt);
  const stale = failed || age > STALE_MS;
  const seconds = Math.round(age / 1000);
  const text =
    seconds < 60
      ? t('age.seconds', { count: seconds })
      : seconds < 3600
        ? t('age.minutes', { count: Math.floor(seconds / 60) })
        : t('age.hours', { count: Math.floor(seconds / 3600) });
  return (
    <div className={styles.freshness} data-stale={stale}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{stale ? t('stale', { age: text }) : t('live')}</span>
      <Spoken stale={stale} sold={sold} />
    </div>
  );
}
