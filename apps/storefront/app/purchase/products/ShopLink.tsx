import { hasShop } from '@butaca/contract/product';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';

interface ShopLinkProps {
  readonly purchaseId: string;
  readonly performanceId: number;
  /** Whether the purchase has products of it. */
  readonly hasSome: boolean;
  readonly className?: string | undefined;
}

/** On to the products of a performance, where it sells some. */
export function ShopLink({ purchaseId, performanceId, hasSome, className }: ShopLinkProps) {
  const { t } = useTranslation(shopTexts);
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
  return (
    <p className={className}>
      <Link to={pathTo('funcionTienda', {}, { purchase: purchaseId, performance: performanceId })}>{t(hasSome ? 'change' : 'add')}</Link>
    </p>
  );
}
