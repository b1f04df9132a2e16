import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { redirect } from 'react-router';
import buyTexts from '../../i18n/es/buy.json';
import { pathTo, queryNames } from '../../paths.ts';
import type { Route } from './+types/route';
import { purchaseIdOf, stageAddress } from './addresses.ts';
import { BuyScreen, PurchaseOver } from './BuyScreen.tsx';
import { BuyShell } from './BuyShell.tsx';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { purchaseId } = params as { purchaseId?: string };
  const id = purchaseIdOf(purchaseId, new URL(request.url).searchParams.get(queryNames.purchase));
  if (id === null) throw redirect(pathTo('payFinish', {}));
  const [{ openCheckout }, { purchaseClock }] = await Promise.all([import('./open-checkout.ts'), import('../clock/purchase-clock.ts')]);
  const checkout = await openCheckout(id, request);
  if (!checkout) throw redirect(pathTo('payFinish', {}));
  const elsewhere = stageAddress[checkout.purchase.stage ?? 'open'](id);
  if (elsewhere) throw redirect(elsewhere);
  // Before the screen reads the clock, which would reject a link from outside (PT-024).
  if (checkout.purchase.stage === 'open') await purchaseClock.started(checkout.purchase);
  return checkout;
}

/** The page without its purchase, which is read once the browser knows the session. */
export function HydrateFallback() {
  const { t } = useTranslation(buyTexts);
  return <BuyShell label={t('loading')} />;
}

export default function BuyTicket({ loaderData: checkout }: Route.ComponentProps) {
  const { purchase } = checkout;
  if (purchase.stage === 'expired' || purchase.stage === 'cancelled')
    return <PurchaseOver purchase={purchase} performance={purchase.performances[0]} />;
  return <BuyScreen key={purchase.id} checkout={checkout} />;
}
