import { listProductsOfPerformance } from '@butaca/contract/product';
import { getPurchase } from '@butaca/contract/purchase';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { data, redirect } from 'react-router';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo, queryNames } from '../../paths.ts';
import { purchaseIdOf, stageAddress } from '../buy/addresses.ts';
import { BuyShell } from '../buy/BuyShell.tsx';
import type { Route } from './+types/route';
import { ProductsScreen } from './ProductsScreen.tsx';

/** The purchase that the address names, else the one that runs in this browser; without one the first product starts it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const performanceId = Number(query.get(queryNames.performance));
  if (!Number.isInteger(performanceId) || performanceId < 1 || performanceId > 2_147_483_647) throw data(null, { status: 404 });
  const [{ pageCall }, { purchaseClock }] = await Promise.all([import('../../calls/page-call.ts'), import('../clock/purchase-clock.ts')]);
  const named = purchaseIdOf(undefined, query.get(queryNames.purchase));
  const { timer, purchase: running } = purchaseClock.get();
  const id = named ?? (timer.state === 'started' && running?.stage === 'open' && running.type !== 'box' ? running.id : null);
  const found = id === null ? null : await pageCall(getPurchase, { params: { purchaseId: id } }, request);
  if (named !== null && !found?.ok) throw redirect(pathTo('payFinish', {}));
  const purchase = found?.ok && (named !== null || found.data.stage === 'open') ? found.data : null;
  if (purchase && purchase.stage !== undefined && purchase.stage !== 'open')
    throw redirect(stageAddress[purchase.stage](purchase.id) ?? pathTo('BuyTicket', {}, { purchase: purchase.id }));
  if (purchase) await purchaseClock.started(purchase);
  const offered = await pageCall(listProductsOfPerformance, { params: { purchaseId: purchase?.id ?? '0', performanceId } }, request);
  if (!offered.ok && offered.failure === 'not_found') throw data(null, { status: 404 });
  return { performanceId, purchase, products: offered.ok ? offered.data.items : null };
}

/** The page without its products, which are read once the browser knows the session. */
export function HydrateFallback() {
  const { t } = useTranslation(shopTexts);
  return <BuyShell label={t('choose.loading')} />;
}

export default function FuncionTienda({ loaderData }: Route.ComponentProps) {
  return <ProductsScreen key={loaderData.performanceId} {...loaderData} />;
}
