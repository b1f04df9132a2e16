import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '../i18n/use-translation.tsx';
import { frameTexts } from './texts.ts';
import { closeTrouble, useTrouble } from './troubles.ts';

/** Dialogs that may open over any page; for now 'Attention' for calls that got no answer (AN-005). */
export function FrameDialogs() {
  const { t } = useTranslation(frameTexts);
  const trouble = useTrouble();
  return (
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
  );
}
