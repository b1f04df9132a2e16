import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { officeTexts } from '../texts.ts';
import styles from './Performances.module.css';

const rows = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** Where the list will be. */
export function Waiting() {
  const { t } = useTranslation(officeTexts);
  return (
    <div className={styles.waiting}>
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <Skeleton width="6rem" height="1.3125rem" />
      {rows.map((row) => (
        <Skeleton key={row} height="3.25rem" />
      ))}
    </div>
  );
}
