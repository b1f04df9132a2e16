import { formatMoney } from '@butaca/brand/money';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { settings } from '../settings.ts';
import { officeTexts } from '../texts.ts';

/** What was taken besides the tickets, when there is any. */
export function ServiceCharge({ amount, className }: { amount: number; className: string | undefined }) {
  const { t } = useTranslation(officeTexts);
  return amount === 0 ? null : <span className={className}>{t('service', { amount: formatMoney(amount, settings.locale) })}</span>;
}
