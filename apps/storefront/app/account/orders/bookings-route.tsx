import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useLocation } from 'react-router';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import type { Route } from './+types/bookings-route';
import { BookingsScreen } from './BookingsScreen.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { readOrders } from './read-orders.ts';

/** Those of the orders that began as a booking (C-23). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { orders } = await readOrders(request);
  return { orders: orders?.filter(({ bookingId }) => bookingId !== undefined) ?? null };
}

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={useTitle()} loading={t('bookings.loading')} />;
}

/** S-18, and S-19 at the box office. */
export default function MyBookings({ loaderData: { orders } }: Route.ComponentProps) {
  return <BookingsScreen title={useTitle()} bookings={orders} isCounter={useIsBox()} />;
}

const useIsBox = (): boolean => useLocation().pathname.toLowerCase() === pathTo('myBookingsBox', {}).toLowerCase();

function useTitle(): string {
  const { t } = useTranslation(ordersTexts);
  return t(useIsBox() ? 'bookings.box.title' : 'bookings.title');
}
