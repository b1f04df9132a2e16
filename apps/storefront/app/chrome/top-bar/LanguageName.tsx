import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { chromeTexts } from '../texts.ts';
import styles from './LanguageName.module.css';
import { languageOptions } from './languages.ts';

/** With one language configured there is nothing to pick, so it is only named (TB-039). */
export function LanguageName() {
  const { t } = useTranslation(chromeTexts);
  const { languages } = useFrame().brand.locale;
  const [only] = languageOptions(languages);
  return (
    only && (
      <span className={styles.language}>
        <span className="visually-hidden">{t('language')} </span>
        <abbr title={only.title}>{only.shortTitle}</abbr>
      </span>
    )
  );
}
