import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import styles from './LanguageName.module.css';

/** With one language configured there is no picker, only its name (TB-039). */
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

/** A language of the product (EN-059..EN-062). */
interface LanguageOption {
  readonly locale: 'es' | 'en' | 'pt';
  readonly title: string;
  readonly shortTitle: string;
}

const all: readonly LanguageOption[] = [
  { locale: 'es', title: 'Español', shortTitle: 'ES' },
  { locale: 'en', title: 'English', shortTitle: 'EN' },
  { locale: 'pt', title: 'Português', shortTitle: 'PT' },
];

/** The picker offers the configured languages and no others, in its own order (TB-037, TB-038). */
export const languageOptions = (configured: readonly string[]): LanguageOption[] => all.filter(({ locale }) => configured.includes(locale));
