import type { Order } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import ordersTexts from '../../i18n/es/orders.json';
import type { Route } from './+types/route';
import { OrdersScreen } from './OrdersScreen.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { readOrders } from './read-orders.ts';

/** What is only reserved stands with the reservations. */
const isOrder = ({ state }: Order) => !state.startsWith('reserv');

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readOrders(request);

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={t('title')} loading={t('loading')} />;
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(ordersTexts);
  return <OrdersScreen title={t('title')} orders={loaderData.orders?.filter(isOrder) ?? null} now={loaderData.now} />;
}
