import type { PurchasePerformance } from '@butaca/contract';
import { hasShop } from '@butaca/contract/product';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { dayOfWeekAndMonth, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';

interface ShopLinkProps {
  readonly purchaseId: string;
  readonly performance: Pick<PurchasePerformance, 'id' | 'show' | 'date'>;
  /** There are others, so that its link has to say which one it is of. */
  readonly isOneOfMany: boolean;
  /** Whether the purchase has products of it. */
  readonly hasSome: boolean;
  readonly className?: string | undefined;
}

/** On to the products of a performance, where it sells some. */
export function ShopLink({ purchaseId, performance, isOneOfMany, hasSome, className }: ShopLinkProps) {
  const { t } = useTranslation(shopTexts);
  const words = useCalendarWords();
  const { id: performanceId, show, date } = performance;
  const { products } = useFrame().brand.flags;
  const [active, setActive] = useState(hasSome);
  useEffect(() => {
    if (!products) return;
    let abandoned = false;
    void loadClient()
      .then((client) => client.ask(hasShop, { params: { purchaseId, performanceId } }))
      .then((shop) => !abandoned && shop && setActive(shop.active));
    return () => {
      abandoned = true;
    };
  }, [products, purchaseId, performanceId]);
  if (!products || !(active || hasSome)) return null;
  const what = [show?.name, date && dayOfWeekAndMonth(date, words)].filter(Boolean).join(', ');
  return (
    <p className={className}>
      <Link to={pathTo('funcionTienda', {}, { purchase: purchaseId, performance: performanceId })}>
        {isOneOfMany ? t(hasSome ? 'change.of' : 'add.of', { what }) : t(hasSome ? 'change' : 'add')}
      </Link>
    </p>
  );
}
