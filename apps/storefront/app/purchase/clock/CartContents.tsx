import { type ClickKey, useClickKey } from '@butaca/browser/click-key.ts';
import type { Purchase, PurchasePerformance } from '@butaca/contract';
import { releaseGroup } from '@butaca/contract/places';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { imageOf } from '../../catalogue/card.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useMoney } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import { useSession } from '../../session/store.ts';
import { productCountOf } from '../ticket-count.ts';
import styles from './CartContents.module.css';
import { addMorePath, mayRemove, wordingOf } from './cart.ts';
import { UnitsIcon } from './icons.tsx';
import { purchaseClock, usePurchaseClock } from './purchase-clock.ts';
import { isCharging, messages } from './timer.ts';

/**
 * The purchase that runs, with what of it is in a cart: shown only to the customer who is logged in (CM-018). It can be emptied, which can
 * be undone for some seconds; removing the last performance does the same (CM-010).
 */
export function useCart() {
  const session = useSession();
  const { timer, purchase } = usePurchaseClock();
  const performances =
    session && purchase ? purchase.performances.filter(({ id, placeCount }) => placeCount > 0 || productCountOf(purchase, id) > 0) : [];
  const isFixed = isCharging(timer);
  return {
    ...{ purchase, performances, isFixed, performanceId: timer.performanceId },
    mayEmpty: purchase !== null && performances.length > 0 && mayRemove(purchase) && !isFixed,
    empty: () => void purchaseClock.emptyCart(),
  };
}

interface CartContentsProps {
  readonly cart: ReturnType<typeof useCart>;
  /** The cart is left, for adding more or because it is empty. */
  readonly onLeave?: () => void;
}

/** What the purchase holds, with the ways to change it (CM-002..CM-008). */
export function CartContents({ cart: { purchase, performances, isFixed, mayEmpty, empty }, onLeave }: CartContentsProps) {
  const { t } = useTranslation(clockTexts);
  const money = useMoney();
  const { removing, failed, remove } = useCartChanges();
  const emptyCart = () => {
    onLeave?.();
    empty();
  };
  return (
    <>
      {failed && <Notice kind="error">{t('failed')}</Notice>}
      {isFixed && <Notice>{t('paying')}</Notice>}
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
              onAddMore={onLeave}
              {...(mayEmpty ? { onRemove: () => void (performances.length > 1 ? remove(performance.id) : emptyCart()) } : {})}
            />
          ))}
        </ul>
      )}
      {purchase?.totals?.total !== undefined && performances.length > 0 && (
        <p className={styles.sum}>
          <span>{t('total')}</span>
          <strong>{money(purchase.totals.total)}</strong>
        </p>
      )}
    </>
  );
}

interface CartRowProps {
  readonly performance: PurchasePerformance;
  readonly purchase: Pick<Purchase, 'type' | 'products'>;
  readonly removing: boolean;
  readonly onAddMore: (() => void) | undefined;
  /** Absent where nothing may be taken out. */
  readonly onRemove?: () => void;
}

/** One performance of the cart (CM-003..CM-008). */
function CartRow({ performance, purchase, removing, onAddMore, onRemove }: CartRowProps) {
  const { t } = useTranslation(clockTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { show, date, placeCount, total } = performance;
  const products = (purchase.products ?? []).filter(({ performanceId }) => performanceId === performance.id);
  const wording = wordingOf(performance);
  const when = date ? `${dayOfWeekAndMonth(date, words)} · ${timeOf(date)}` : '';
  const name = show?.name ?? '';

  return (
    <li className={styles.row}>
      <Poster image={imageOf(show?.images ?? [], 'featured')} ratio="16 / 9" sizes="5rem" decorative className={styles.image ?? ''} />
      <div className={styles.facts}>
        <h3 className={styles.name}>{name}</h3>
        <p>{when}</p>
        <p>{show?.venueName}</p>
        {placeCount > 0 && (
          <p className={styles.quantity}>
            {wording === 'units' && <UnitsIcon />}
            {t(wording, { count: placeCount })}
            {total !== undefined && <strong className={styles.total}>{money(total)}</strong>}
          </p>
        )}
        {products.length > 0 && (
          <p className={styles.quantity}>
            {t('products', { count: productCountOf({ products }) })}
            <strong className={styles.total}>{money(products.reduce((sum, product) => sum + product.total, 0))}</strong>
          </p>
        )}
        <div className={styles.ways}>
          <LinkButton
            as={Link}
            kind="secondary"
            small
            to={addMorePath(performance, purchase)}
            onClick={onAddMore}
            aria-label={t('add-more-named', { show: name, when })}
          >
            {t('add-more')}
          </LinkButton>
          {onRemove && (
            <Button kind="quiet" small busy={removing} onClick={onRemove} aria-label={t('remove-named', { show: name, when })}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** Removes one performance; with what is being removed and whether it failed. */
function useCartChanges() {
  const click = useClickKey();
  const [removing, setRemoving] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);

  const remove = async (performanceId: number) => {
    const { purchase } = purchaseClock.get();
    if (!purchase || removing !== null) return;
    setRemoving(performanceId);
    setFailed(false);
    const left = await removePerformance(click, purchase.id, performanceId);
    setRemoving(null);
    setFailed(left === null);
    if (left === null) return;
    // Another tab has removed the others meanwhile; these places are free already.
    if (left.quantity.total === 0) await purchaseClock.cancel(messages.cancelled, 'cart');
    else await purchaseClock.updated(left);
  };

  return { removing, failed, remove };
}

/** Gives back all places of one performance: the purchase as it is then, or null when it stayed as it was (C-20). */
async function removePerformance(click: ClickKey, purchaseId: string, performanceId: number): Promise<Purchase | null> {
  const outcome = await click.keyed((await loadClient()).call)(releaseGroup, { params: { purchaseId }, body: { performanceId } });
  return outcome.status === 'ok' ? outcome.data : null;
}
