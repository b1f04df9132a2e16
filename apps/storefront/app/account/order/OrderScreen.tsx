import type { Order } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Order.module.css';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderStateNotice } from './OrderStateNotice.tsx';
import { PerformanceSection } from './PerformanceSection.tsx';
import { orderTexts } from './texts.ts';
import { titleOf } from './title.ts';

/** One's tickets, first of all; then what was paid for them, and how. */
export function OrderScreen({ order, offline }: { order: Order; offline: boolean }) {
  const { t } = useTranslation(orderTexts);
  const { brand } = useFrame();
  const { performances } = order.purchase;
  return (
    <main id="main" className={styles.order} data-state={order.state}>
      <title>{`${titleOf(order, t)} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <OrderHead order={order} />
      <div className={styles.tickets}>
        {offline && <Notice kind="info">{t('offline')}</Notice>}
        <OrderStateNotice order={order} />
        {performances.map((performance) => (
          <PerformanceSection key={performance.id} order={order} performance={performance} named={performances.length > 1} />
        ))}
      </div>
      <aside className={styles.side} aria-label={t('purchase.title')}>
        <OrderActions order={order} />
        <OrderFacts order={order} />
      </aside>
    </main>
  );
}
