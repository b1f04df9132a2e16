import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import paymentTexts from '../../i18n/es/payment.json';
import { queryNames } from '../../paths.ts';
import { purchaseIdOf } from '../buy/addresses.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import type { Route } from './+types/route';
import { ConfirmationScreen, UnknownPurchase, Verifying } from './ConfirmationScreen.tsx';

/** The return address of a bank or a wallet proves nothing: the server is asked in every case (R-052..R-058). */
export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { purchaseId } = params as { purchaseId?: string };
  const { searchParams, pathname } = new URL(request.url);
  return {
    purchaseId: purchaseIdOf(purchaseId, searchParams.get(queryNames.purchase)) ?? purchaseClock.get().timer.purchaseId ?? null,
    cameBackWithProblem: /^\/payerror\/?$/i.test(pathname),
  };
}

export function HydrateFallback() {
  const { t } = useTranslation(paymentTexts);
  return <Verifying title={t('verifying.title')} text={t('verifying.text')} />;
}

export default function Confirmation({ loaderData: { purchaseId, cameBackWithProblem } }: Route.ComponentProps) {
  if (purchaseId === null) return <UnknownPurchase problem={cameBackWithProblem} />;
  return <ConfirmationScreen key={purchaseId} purchaseId={purchaseId} problem={cameBackWithProblem} />;
}
