import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Suspense } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { PurchaseWatch } from './purchase-pieces.ts';
import { usePurchasePresence } from './stored-timer.ts';
import { frameTexts } from './texts.ts';
import { closeTrouble, useTrouble } from './troubles.ts';

/** Dialogs that may open over any page: 'Attention' for calls that got no answer (AN-005), and that of a purchase's end (C-08). */
export function FrameDialogs() {
  const { t } = useTranslation(frameTexts);
  const trouble = useTrouble();
  const presence = usePurchasePresence();
  return (
    <>
      <Dialog
        open={trouble !== null}
        onClose={closeTrouble}
        title={t('Attention')}
        message="Attention"
        closeLabel={t('close')}
        actions={<Button onClick={closeTrouble}>{t('ok')}</Button>}
      >
        <p>{t('attention.text')}</p>
      </Dialog>
      {presence !== 'none' && (
        <Suspense>
          <PurchaseWatch />
        </Suspense>
      )}
    </>
  );
}
