import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import ordersTexts from '../../i18n/es/orders.json';
import { AccountPage } from '../AccountPage.tsx';
import type { Route } from './+types/bookings-route';
import { Bookings } from './Bookings.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { readBookings } from './read-orders.ts';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readBookings(request);

export function HydrateFallback() {
  const { t } = useTranslation(ordersTexts);
  return <OrdersShell title={t('bookings.title')} loading={t('bookings.loading')} />;
}

/** S-18. */
export default function MyBookings({ loaderData: bookings }: Route.ComponentProps) {
  const { t } = useTranslation(ordersTexts);
  return (
    <AccountPage title={t('bookings.title')}>
      <Bookings bookings={bookings} isCounter={false} />
    </AccountPage>
  );
}
