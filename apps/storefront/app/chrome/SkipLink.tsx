import { useTranslation } from '../i18n/use-translation.tsx';
import styles from './SkipLink.module.css';
import { chromeTexts } from './texts.ts';

/** The first stop of the keyboard on every page. */
export function SkipLink() {
  const { t } = useTranslation(chromeTexts);
  return (
    <a className={styles.skip} href="#main">
      {t('skip')}
    </a>
  );
}
