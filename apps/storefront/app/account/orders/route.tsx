import { useTranslation } from '../../i18n/use-translation.tsx';
import type { Route } from './+types/route';
import { OrdersScreen } from './OrdersScreen.tsx';
import { OrdersShell } from './OrdersShell.tsx';
import { ordersTexts } from './texts.ts';

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
