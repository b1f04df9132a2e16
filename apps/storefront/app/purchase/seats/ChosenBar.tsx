import type { HeldPlace, PerformanceDetail, Purchase } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { checkOutPath } from '../clock/cart.ts';
import styles from './Seats.module.css';
import { seatTexts } from './texts.ts';

interface ChosenBarProps {
  readonly performance: PerformanceDetail;
  readonly purchase: Purchase | null;
  readonly places: readonly HeldPlace[];
}

/** On a phone the selection lies below the map: its sum and the way on stay in sight. */
export function ChosenBar({ performance, purchase, places }: ChosenBarProps) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  if (!purchase || places.length === 0) return null;
  return (
    <div className={styles.bar}>
      <a href="#chosen" className={styles.barSum}>
        <span>{t('bar.count', { count: places.length })}</span>
        <strong>{money(purchase.totals?.total ?? 0)}</strong>
      </a>
      <LinkButton as={Link} to={checkOutPath(purchase, performance.id)}>
        {t('bar.continue')}
      </LinkButton>
    </div>
  );
}
