import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import clockTexts from '../../i18n/es/clock.json';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { useUntil } from '../until.ts';
import { heldTickets } from './leaving.ts';

interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks whoever leaves a purchase that holds tickets: nobody else can have them meanwhile. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation(clockTexts);
  const until = useUntil();
  const { deadline = 0 } = purchaseClock.get().timer;
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('leave.title')}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="secondary" onClick={onLeave}>
            {t('leave')}
          </Button>
          <Button onClick={onStay}>{t('leave.stay')}</Button>
        </>
      }
    >
      <p>{t('leave.text', { count: heldTickets(), until: until(deadline) })}</p>
    </Dialog>
  );
}
