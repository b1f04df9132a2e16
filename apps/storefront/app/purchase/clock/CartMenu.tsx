import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import clockTexts from '../../i18n/es/clock.json';
import { CartContents, useCart } from './CartContents.tsx';
import { checkOutPath, mayRemove } from './cart.ts';

/** The cart, with the ways to empty it and on to paying it (CM-009, CM-012). */
export function CartMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(clockTexts);
  const cart = useCart();
  const { purchase, performances, isFixed } = cart;
  const emptyCart = () => {
    onClose();
    cart.empty();
  };

  const footer = purchase && performances.length > 0 && (
    <>
      {mayRemove(purchase) && (
        <Button kind="quiet" disabled={isFixed} onClick={emptyCart}>
          {t('empty')}
        </Button>
      )}
      <LinkButton as={Link} to={checkOutPath(purchase, cart.performanceId)} onClick={onClose}>
        {t('check-out')}
      </LinkButton>
    </>
  );

  return (
    <div data-cart>
      <Dialog open={open} onClose={onClose} title={t('cart')} closeLabel={t('close')} side actions={footer}>
        <CartContents cart={cart} onLeave={onClose} />
      </Dialog>
    </div>
  );
}
