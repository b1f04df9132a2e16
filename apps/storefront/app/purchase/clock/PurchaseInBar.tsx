import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { BarClock, ClockAnnouncer } from './BarClock.tsx';
import { CartMenu } from './CartMenu.tsx';
import { badgeOf, iconOf } from './cart.ts';
import { GiftIcon, TicketIcon } from './icons.tsx';
import styles from './PurchaseInBar.module.css';
import { usePurchaseClock } from './purchase-clock.ts';
import { clockTexts } from './texts.ts';

/** Clock and cart icon of a purchase that runs (TB-040..TB-043). */
export function PurchaseInBar() {
  const { t } = useTranslation(clockTexts);
  const { timer, purchase } = usePurchaseClock();
  const [open, setOpen] = useState(false);
  const running = timer.state === 'started';
  const badge = badgeOf(purchase);

  return (
    <>
      {running && (
        <section className={styles.purchase} aria-label={t('purchase')}>
          <BarClock />
          <button type="button" className={styles.cart} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span className="visually-hidden">{t('open')}</span>
            {iconOf(timer) === 'gift' ? <GiftIcon /> : <TicketIcon />}
            {badge && (
              <span className={styles.badge} data-badge>
                {badge}
              </span>
            )}
          </button>
          <ClockAnnouncer />
        </section>
      )}
      {/* A dialog has a head and a foot of its own, which may not stand inside the page's. */}
      {createPortal(<CartMenu open={open && running} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
