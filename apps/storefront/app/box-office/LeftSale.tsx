import { serverClock } from '@butaca/browser/server-clock.ts';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { checkOutPath } from '../purchase/clock/cart.ts';
import { usePurchaseClock } from '../purchase/clock/purchase-clock.ts';
import { useUntil } from '../purchase/until.ts';
import styles from './CounterFrame.module.css';
import { NewSale } from './CounterOver.tsx';

/** The sale that this tab left through the bar, until its deadline. */
export function useLeftSale() {
  const { left } = usePurchaseClock();
  const deadline = left?.deadline ?? 0;
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverClock.now()), Math.max(0, deadline - serverClock.now()) + 1);
    return () => clearTimeout(timer);
  }, [deadline]);
  return left && now < deadline ? left : null;
}

/** What was left through the bar and the way back to it (TB-035), or its places back for sale. */
export function LeftSale() {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const until = useUntil(useFrame().brand.locale.timeZone);
  const left = useLeftSale();
  return (
    <div role="status" className={styles.left}>
      {left && (
        <Notice
          kind="warning"
          message="left_sale"
          title={t('left.title', { count: left.quantity.total, total: money(left.totals?.total ?? 0) })}
          actions={
            <>
              <LinkButton as={Link} small to={checkOutPath(left, undefined)}>
                {t('left.continue')}
              </LinkButton>
              <NewSale instead={left.id} kind="secondary" small />
            </>
          }
        >
          {t('left.text', { end: until(left.deadline ?? 0) })}
        </Notice>
      )}
    </div>
  );
}
