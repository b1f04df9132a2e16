import { listPromotions } from '@butaca/contract/promotion';
import { getPurchase } from '@butaca/contract/purchase';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { redirect } from 'react-router';
import promotionTexts from '../../i18n/es/promotions.json';
import { pathTo, queryNames } from '../../paths.ts';
import { purchaseIdOf, stageAddress } from '../buy/addresses.ts';
import { BuyShell } from '../buy/BuyShell.tsx';
import type { Route } from './+types/route';
import { PromotionScreen } from './PromotionScreen.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const purchaseId = purchaseIdOf(undefined, query.get(queryNames.purchase));
  const { pageCall } = await import('../../calls/page-call.ts');
  const purchase = purchaseId === null ? null : await pageCall(getPurchase, { params: { purchaseId } }, request);
  if (!purchase?.ok) throw redirect(pathTo('payFinish', {}));
  const { id, stage = 'open', performances } = purchase.data;
  // The page of the purchase says why it has ended.
  if (stage !== 'open') throw redirect(stageAddress[stage](id) ?? pathTo('BuyTicket', {}, { purchase: id }));
  const asked = Number(query.get(queryNames.performance));
  const performance = performances.find((each) => each.id === asked) ?? performances[0];
  if (!performance) throw redirect(pathTo('BuyTicket', {}, { purchase: id }));
  const input = { params: { performanceId: performance.id }, body: { purchaseId: id } };
  const offered = await pageCall(listPromotions, input, request);
  return { purchase: purchase.data, performance, offered: offered.ok ? offered.data : null };
}

/** The page without its purchase, which is read once the browser knows the session. */
export function HydrateFallback() {
  const { t } = useTranslation(promotionTexts);
  return <BuyShell label={t('loading')} />;
}

export default function Promocion({ loaderData }: Route.ComponentProps) {
  return <PromotionScreen {...loaderData} />;
}
