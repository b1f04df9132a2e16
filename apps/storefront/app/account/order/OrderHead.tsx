import type { Order } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { Link } from 'react-router';
import { imageOf } from '../../catalogue/card.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { StateTag } from '../orders/StateTag.tsx';
import styles from './Order.module.css';
import { PerformanceWhen } from './PerformanceWhen.tsx';
import { orderTexts } from './texts.ts';
import { titleOf } from './title.ts';

/** What the order is about. When and where stand here when they are the same for all of its tickets. */
export function OrderHead({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { performances } = order.purchase;
  const [first] = performances;
  const image = first?.show && imageOf(first.show.images, 'poster');
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={pathTo('myOrders', {})}>
        <span aria-hidden="true">←</span> {t('my orders')}
      </Link>
      <Poster image={image} className={styles.poster ?? ''} sizes="(min-width: 960px) 9rem, 5.5rem" eager decorative />
      <div className={styles.about}>
        <p>
          <StateTag state={order.state} />
        </p>
        <h1 tabIndex={-1}>{titleOf(order, t)}</h1>
        {first && performances.length === 1 && <PerformanceWhen order={order} performance={first} />}
      </div>
    </header>
  );
}
