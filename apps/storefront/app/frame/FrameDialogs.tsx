import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense } from 'react';
import frameTexts from '../i18n/es/frame.json';
import { closeFaultDialog, useFaultDialog } from './fault-dialog.ts';
import { PurchaseWatch } from './purchase-pieces.ts';
import { useSecondLook } from './second-look.ts';
import { usePurchasePresence } from './stored-timer.ts';

const SecondLook = lazy(() => import('../login/SecondLook.tsx'));

/** Dialogs that may open over any page: 'Attention' for calls that got no answer (AN-005), that of a purchase's end (C-08), and the question for the password. */
export function FrameDialogs() {
  const { t } = useTranslation(frameTexts);
  const fault = useFaultDialog();
  const presence = usePurchasePresence();
  const secondLook = useSecondLook();
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
        <p>{t('attention.text')}</p>
      </Dialog>
      {secondLook && (
        <Suspense>
          <SecondLook onEnd={secondLook.end} />
        </Suspense>
      )}
      {presence !== 'none' && (
        <Suspense>
          <PurchaseWatch />
        </Suspense>
      )}
    </>
  );
}
