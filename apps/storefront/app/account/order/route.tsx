import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { purchaseIdOf } from '../../purchase/buy/purchase-id.ts';
import type { Route } from './+types/route';
import { keepOrder, keptOrder } from './kept-orders.ts';
import { OrderScreen } from './OrderScreen.tsx';
import { OrderShell } from './OrderShell.tsx';
import { orderTexts } from './texts.ts';

/** The order, or why there is none. Without a line, what this page was told the last time. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const orderId = purchaseIdOf(params.orderId, null);
  if (orderId === null) return 'unknown';
  const kept = navigator.onLine ? undefined : keptOrder(orderId);
  if (kept) return { order: kept, offline: true };
  const [{ getOrder }, { pageCall }] = await Promise.all([import('@butaca/contract/order'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getOrder, { params: { orderId } }, request);
  if (!answer.ok) return answer.failure === 'not_found' ? 'unknown' : 'failed';
  keepOrder(answer.data);
  return { order: answer.data, offline: false };
}

export function HydrateFallback() {
  const { t } = useTranslation(orderTexts);
  return <OrderShell title={t('title')} loading={t('loading')} />;
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(orderTexts);
  if (typeof loaderData === 'object') return <OrderScreen {...loaderData} />;
  return (
    <Statement title={t(`${loaderData}.title`)} text={t(`${loaderData}.text`)}>
      <LinkButton as={Link} to={pathTo('myOrders', {})}>
        {t('my orders')}
      </LinkButton>
    </Statement>
  );
}
