import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useSession } from '../../session/store.ts';
import styles from './CartMenu.module.css';
import { CartRow } from './CartRow.tsx';
import { checkOutPath, mayRemove } from './cart.ts';
import { usePurchaseClock } from './purchase-clock.ts';
import { clockTexts } from './texts.ts';
import { isCharging } from './timer.ts';
import { useCartChanges } from './use-cart-changes.ts';

/** What the purchase holds, with the ways to change it and on to paying it (CM-002..CM-018). */
export function CartMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(clockTexts);
  const session = useSession();
  const { timer, purchase } = usePurchaseClock();
  const { removing, failed, remove, empty } = useCartChanges();
  // What somebody has in the cart is for nobody else's eyes.
  const performances = session && purchase ? purchase.performances.filter(({ placeCount }) => placeCount > 0) : [];
  const fixed = isCharging(timer);

  const footer = purchase && performances.length > 0 && (
    <>
      {mayRemove(purchase) && (
        <Button
          kind="quiet"
          disabled={fixed}
          onClick={() => {
            onClose();
            void empty();
          }}
        >
          {t('empty')}
        </Button>
      )}
      <LinkButton as={Link} to={checkOutPath(purchase, timer.performanceId)} onClick={onClose}>
        {t('check-out')}
      </LinkButton>
    </>
  );

  return (
    <div data-cart>
      <Dialog open={open} onClose={onClose} title={t('cart')} closeLabel={t('close')} side actions={footer}>
        {failed && <Notice kind="error">{t('failed')}</Notice>}
        {fixed && <Notice>{t('paying')}</Notice>}
        {!purchase || performances.length === 0 ? (
          <p data-msg="Empty shopping cart">{t('Empty shopping cart')}</p>
        ) : (
          <ul className={styles.rows}>
            {performances.map((performance) => (
              <CartRow
                key={performance.id}
                performance={performance}
                purchase={purchase}
                removing={removing === performance.id}
                onAddMore={onClose}
                {...(mayRemove(purchase) && !fixed ? { onRemove: () => void remove(performance.id) } : {})}
              />
            ))}
          </ul>
        )}
      </Dialog>
    </div>
  );
}
