import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { redirect } from 'react-router';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';
import { purchaseIdOf } from '../buy/addresses.ts';
import { BuyShell } from '../buy/BuyShell.tsx';
import type { Route } from './+types/route';
import { PaidScreen } from './PaidScreen.tsx';

/** The completed view: only a payment that the server calls approved is shown here; any other goes to be verified. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const id = purchaseIdOf(params.purchaseId, null);
  if (id === null) throw redirect(pathTo('payFinish', {}));
  const [{ pageCall }, { confirmPayment }, { purchaseClock }] = await Promise.all([
    import('../../calls/page-call.ts'),
    import('@butaca/contract/payment'),
    import('../clock/purchase-clock.ts'),
  ]);
  const answer = await pageCall(confirmPayment, { params: { purchaseId: id }, body: {} }, request);
  if (!answer.ok || answer.data.outcome !== 'approved') throw redirect(pathTo('payConfirm', {}, { purchase: id }));
  await purchaseClock.paid(id);
  return answer.data;
}

export function HydrateFallback() {
  const { t } = useTranslation(paymentTexts);
  return <BuyShell label={t('loading')} />;
}

export default function BuyTicketOk({ loaderData: payment }: Route.ComponentProps) {
  return <PaidScreen payment={payment} />;
}
