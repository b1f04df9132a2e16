import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';

/** Text of the notice after a performance that was not entered because its queue could not be asked. */
export function QueueUnknown() {
  const { t } = useTranslation(queueTexts);
  return t('unknown');
}
