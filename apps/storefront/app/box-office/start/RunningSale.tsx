import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { checkOutPath } from '../../purchase/clock/cart.ts';
import { usePurchaseClock } from '../../purchase/clock/purchase-clock.ts';
import { NewSale } from '../NewSale.tsx';
import { boxOfficeTexts } from '../texts.ts';
import styles from './Start.module.css';

/** A sale that was left in the middle: on with it, add to it, or begin another one. */
export function RunningSale() {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const { timer, purchase } = usePurchaseClock();
  if (timer.state !== 'started' || purchase?.type !== 'box' || purchase.quantity.total === 0) return null;
  return (
    <section className={styles.running} aria-labelledby="running">
      <div>
        <h2 id="running">{t('running.title')}</h2>
        <p>{t('running.text', { count: purchase.quantity.total, total: money(purchase.totals?.total ?? 0) })}</p>
        <p className={styles.fine}>{t('running.adds')}</p>
      </div>
      <div className={styles.ways}>
        <LinkButton as={Link} to={checkOutPath(purchase, timer.performanceId)}>
          {t('running.continue')}
        </LinkButton>
        <NewSale kind="secondary" />
      </div>
    </section>
  );
}
