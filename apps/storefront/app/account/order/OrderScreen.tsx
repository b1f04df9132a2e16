import type { Translate } from '@butaca/brand/translate';
import type { Order } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMemo, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { imageOf } from '../../catalogue/card.ts';
import { useFrame } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import { StateTag } from '../orders/StateTag.tsx';
import { Bills } from './Bills.tsx';
import { type KeptOrder, withoutCodes } from './kept-orders.ts';
import { OrderMailbox } from './mailbox/OrderMailbox.tsx';
import styles from './Order.module.css';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderParts } from './OrderParts.tsx';
import { OrderStateNotice } from './OrderStateNotice.tsx';
import { PaymentWatch } from './PaymentWatch.tsx';
import { PerformanceSection } from './PerformanceSection.tsx';
import { PerformanceWhen } from './PerformanceWhen.tsx';
import { isUnproven } from './unproven.ts';
import { useRereading } from './use-rereading.ts';

export interface OrderReading extends KeptOrder {
  /** It could not be read now, and is shown as it was last read. */
  readonly isUnread: boolean;
}

/** The tickets first; then what was paid for them, and how. */
export function OrderScreen(reading: OrderReading) {
  const { isUnread } = reading;
  /** Of this reading the codes are void, and the next one is under way. */
  const [voided, setVoided] = useState<Order>();
  const isVoided = voided === reading.order;
  const isWithheld = isVoided || reading.isWithheld;
  const order = useMemo(() => (isVoided ? withoutCodes(reading.order) : reading.order), [isVoided, reading.order]);
  const { revalidate, state: readingState } = useRevalidator();
  useRereading(reading.order);
  const { t } = useTranslation(orderTexts);
  const { brand } = useFrame();
  const { performances } = order.purchase;
  return (
    <main id="main" className={styles.order} data-state={order.state}>
      <title>{`${titleOf(order, t)} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <OrderHead order={order} />
      <PaymentWatch order={order} />
      <div className={styles.tickets}>
        {isUnread && isWithheld && (
          <Notice
            kind="warning"
            actions={
              <Button small kind="secondary" busy={readingState !== 'idle'} onClick={() => void revalidate()}>
                {t('withheld.again')}
              </Button>
            }
          >
            {t('withheld')}
          </Notice>
        )}
        {isUnread && !isWithheld && <Notice kind="info">{t('unread')}</Notice>}
        <OrderStateNotice order={order} />
        {!isUnread && <OrderMailbox order={order} />}
        {order.part && <OrderParts orderId={order.id} part={order.part} />}
        {performances.map((performance) => (
          <PerformanceSection
            key={performance.id}
            order={order}
            performance={performance}
            named={performances.length > 1}
            isWithheld={isWithheld}
          />
        ))}
      </div>
      <aside className={styles.side} aria-label={t('purchase.title')}>
        <OrderActions order={order} isUnread={isUnread} onVoided={() => setVoided(reading.order)} />
        <OrderFacts order={order} />
      </aside>
      <Bills order={order} />
    </main>
  );
}

/** Show and state; also date and venue when all tickets are for one performance. */
function OrderHead({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { performances } = order.purchase;
  const [first] = performances;
  const image = first?.show && imageOf(first.show.images, 'poster');
  return (
    <header className={styles.head}>
      <Link className={`${styles.back} screen-only`} to={pathTo('myOrders', {})}>
        <span aria-hidden="true">←</span> {t('my orders')}
      </Link>
      <Poster image={image} className={styles.poster ?? ''} sizes="(min-width: 960px) 9rem, 5.5rem" eager decorative />
      <div className={styles.about}>
        <p>
          <StateTag state={order.state} free={order.paymentKind === 'free'} unproven={isUnproven(order)} />
        </p>
        <h1 tabIndex={-1}>{titleOf(order, t)}</h1>
        {first && performances.length === 1 && <PerformanceWhen order={order} performance={first} />}
      </div>
    </header>
  );
}

/** The show's name, or a general title for several shows. */
function titleOf({ purchase: { performances } }: Order, t: Translate<typeof orderTexts>): string {
  const names = new Set(performances.flatMap(({ show }) => show?.name ?? []));
  const [only] = names;
  return only !== undefined && names.size === 1 ? only : t('title');
}
