import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useLocation } from 'react-router';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import type { Route } from './+types/bookings-route';
import { OrdersScreen } from './OrdersScreen.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { readOrders } from './read-orders.ts';

/** Those of the orders that began as a booking (C-23). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { orders, now } = await readOrders(request);
  return { orders: orders?.filter(({ bookingId }) => bookingId !== undefined) ?? null, now };
}

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={useTitle()} loading={t('bookings.loading')} />;
}

/** S-18, and S-19 at the box office. */
export default function MyBookings({ loaderData }: Route.ComponentProps) {
  return <OrdersScreen kind="bookings" title={useTitle()} {...loaderData} />;
}

function useTitle(): string {
  const { t } = useTranslation(ordersTexts);
  const isBox = useLocation().pathname.toLowerCase() === pathTo('myBookingsBox', {}).toLowerCase();
  return t(isBox ? 'bookings.box.title' : 'bookings.title');
}
