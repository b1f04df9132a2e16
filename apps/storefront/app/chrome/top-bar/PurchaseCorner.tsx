import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { PurchaseInBar } from '../../frame/purchase-pieces.ts';
import { usePurchasePresence } from '../../frame/stored-timer.ts';
import styles from './PurchaseCorner.module.css';

/** Where clock and cart icon stand during a purchase, under the bar on phones (TB-045); kept free where one may begin. */
export function PurchaseCorner() {
  const presence = usePurchasePresence();
  const { pathname } = useLocation();
  return (
    <div className={styles.corner} data-purchase-corner data-kept={/^\/(funcion|buyticket)/i.test(pathname) || undefined}>
      {/box|cart/.test(presence) && (
        <Suspense>
          <PurchaseInBar />
        </Suspense>
      )}
    </div>
  );
}
