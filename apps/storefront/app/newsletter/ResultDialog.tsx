import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import newsletterTexts from '../i18n/es/newsletter.json';
import type { Message } from './send.ts';

/** What came of a subscription (FT-024 to FT-026). */
export default function ResultDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(newsletterTexts);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Subscripcion a Newsletter')}
      message="Subscripcion a Newsletter"
      closeLabel={t('close')}
      actions={<Button onClick={onClose}>{t('ok')}</Button>}
    >
      <p>{'text' in message ? message.text : t(message.key, 'seconds' in message ? { seconds: message.seconds } : {})}</p>
    </Dialog>
  );
}
