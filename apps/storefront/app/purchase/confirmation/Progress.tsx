import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import paymentTexts from '../../i18n/es/payment.json';
import styles from './Confirmation.module.css';

/** Something is under way, for how long nobody knows. */
export function Progress() {
  const { t } = useTranslation(paymentTexts);
  return <div className={styles.progress} role="progressbar" aria-label={t('under way')} />;
}
