import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import frameTexts from '../i18n/es/frame.json';
import { closeFaultDialog, useFaultDialog } from './fault-dialog.ts';
import { PurchaseWatch } from './purchase-pieces.ts';
import { useSecondLook } from './second-look.ts';
import { usePurchasePresence } from './stored-timer.ts';
import { useFrame } from './use-frame.ts';

const SecondLook = lazy(() => import('../login/SecondLook.tsx'));

/** Dialogs that may open over any page: 'Attention' for calls that got no answer (AN-005) or did nothing, that of a purchase's end (C-08), and the question for the password. */
export function FrameDialogs() {
  const { t } = useTranslation(frameTexts);
  const fault = useFaultDialog();
  // Also once another tab has paid: this one may still have to say so.
  const hasPurchase = useHadPurchase();
  const secondLook = useSecondLook();
  const Consent = useConsentBanner();
  const { revalidate } = useRevalidator();
  // What is shown is not what stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that the dialog opens
  useEffect(() => {
    if (fault !== 'attention.key-reused') return;
    void revalidate();
    import('../purchase/clock/purchase-clock.ts').then(
      ({ purchaseClock }) => purchaseClock.refresh(),
      () => undefined,
    );
  }, [fault]);
  return (
    <>
      <Dialog
        open={fault !== null}
        onClose={closeFaultDialog}
        title={t('Attention')}
        message="Attention"
        closeLabel={t('close')}
        actions={<Button onClick={closeFaultDialog}>{t('ok')}</Button>}
      >
        <p>{fault && t(fault)}</p>
      </Dialog>
      {Consent && <Consent />}
      {secondLook && (
        <Suspense>
          <SecondLook onEnd={secondLook.end} />
        </Suspense>
      )}
      {hasPurchase && (
        <Suspense>
          <PurchaseWatch />
        </Suspense>
      )}
    </>
  );
}

/** Whether this browser had a purchase at any time since the page was opened. */
function useHadPurchase(): boolean {
  const has = usePurchasePresence() !== 'none';
  const [had, setHad] = useState(has);
  if (has && !had) setHad(true);
  return had;
}

/** The question for consent, loaded where a brand has something to ask for: measuring, or the country of a visitor. */
function useConsentBanner(): ComponentType | null {
  const { pixels, hosts } = useFrame().brand;
  const [banner, setBanner] = useState<{ readonly Banner: ComponentType } | null>(null);
  const asks = Object.keys(pixels).length > 0 || hosts.countryLookup !== '';
  useEffect(() => {
    // Without it nothing is asked, and nothing is measured.
    if (asks) import('../consent/ConsentBanner.tsx').then(({ default: Banner }) => setBanner({ Banner })).catch(() => undefined);
  }, [asks]);
  return banner?.Banner ?? null;
}
