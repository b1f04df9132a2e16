import type { DoubtfulPayment } from '@butaca/contract';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { settings } from '../settings.ts';
import { officeTexts } from '../texts.ts';
import styles from './Performances.module.css';
import { dateText, timeText } from './when.ts';

/** Payments that nobody can settle from here: what to look up at the provider, by the reference it knows. */
export function DoubtfulPayments({ payments }: { payments: readonly DoubtfulPayment[] }) {
  const { t } = useTranslation(officeTexts);
  const { language, timeZone } = settings.locale;
  if (payments.length === 0) return null;
  return (
    <Notice kind="warning" title={t('doubt.title', { count: payments.length })} message="doubtful_payments">
      <p>{t('doubt.text')}</p>
      <ul className={styles.doubts}>
        {payments.map(({ reference, startedAt, amount, differs }) => (
          <li key={reference}>
            <span className={styles.reference}>{reference}</span> · <Money amount={amount} locale={settings.locale} /> ·{' '}
            {dateText(startedAt, timeZone, language)} {timeText(startedAt, timeZone, language)} ·{' '}
            {t(differs ? 'doubt.differs' : 'doubt.silent')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
