import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import clockTexts from '../../i18n/es/clock.json';
import { CartContents, useCart } from '../clock/CartContents.tsx';
import styles from './CartPanel.module.css';

/** The cart beside what it costs, where the deployment has it at the payment (FL-009, C-30). */
export function CartPanel({ inert }: { readonly inert: boolean }) {
  const { t } = useTranslation(clockTexts);
  const cart = useCart();
  return (
    <section className={styles.cart} aria-labelledby="cart-title" inert={inert}>
      <h2 id="cart-title">{t('cart')}</h2>
      <CartContents cart={cart} />
      {cart.mayEmpty && (
        <Button kind="quiet" onClick={cart.empty}>
          {t('empty')}
        </Button>
      )}
    </section>
  );
}
