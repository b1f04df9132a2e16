import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Buy.module.css';
import { buyTexts } from './texts.ts';

/** Instead of a card: nothing is to be paid. */
export function FreeSection() {
  const { t } = useTranslation(buyTexts);
  return (
    <section className={styles.section}>
      <h2>{t('free.title')}</h2>
      <p>{t('free.text')}</p>
    </section>
  );
}
