import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import ordersTexts from '../../i18n/es/orders.json';
import { AccountPage } from '../AccountPage.tsx';
import type { Route } from './+types/route';
import styles from './Orders.module.css';
import { OrdersScreen } from './OrdersScreen.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ listOrders }, { pageCall }] = await Promise.all([import('@butaca/contract/order'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(listOrders, {}, request);
  return { orders: answer.ok ? answer.data.items : null, now: Date.now() };
}

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={t('title')} loading={t('loading')} />;
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  return <OrdersScreen {...loaderData} />;
}

/** Skeleton of "Mis compras". */
function OrdersShell({ title, loading }: { title: string; loading: string }) {
  return (
    <AccountPage title={title} busy>
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <div className={styles.list} aria-hidden="true">
        {[1, 2].map((each) => (
          <div key={each} className={styles.order}>
            <Skeleton width="6rem" height="9rem" />
            <div className={styles.facts}>
              <Skeleton width="6rem" height="1.5rem" />
              <Skeleton width="14rem" height="1.75rem" />
              <Skeleton width="10rem" height="1.25rem" />
            </div>
          </div>
        ))}
      </div>
    </AccountPage>
  );
}
