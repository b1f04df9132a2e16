import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import ordersTexts from '../../i18n/es/orders.json';
import type { Route } from './+types/route';
import { OrdersScreen } from './OrdersScreen.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { readOrders } from './read-orders.ts';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readOrders(request);

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={t('title')} loading={t('loading')} />;
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(ordersTexts);
  return <OrdersScreen kind="orders" title={t('title')} {...loaderData} />;
}
