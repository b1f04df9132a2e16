import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import en from './flags/en.svg';
import es from './flags/es.svg';
import pt from './flags/pt.svg';
import styles from './LanguagePicker.module.css';

/** The languages of the deployment, as a menu in the bar and as a list in the drawer; a single one is only named (TB-039). */
export function LanguagePicker({ asList = false }: { readonly asList?: boolean }) {
  const { t } = useTranslation(chromeTexts);
  const { language, languages } = useFrame().brand.locale;
  const options = languageOptions(languages);
  const [only] = options;
  if (options.length < 2)
    return (
      only && (
        <span className={styles.language}>
          <span className="visually-hidden">{t('language')} </span>
          <abbr title={only.title}>{only.shortTitle}</abbr>
        </span>
      )
    );
  // A document of its own: the server sets the cookie and sends the browser back to the page that it came from.
  const links = options.map(({ locale, title, image }) => (
    <a
      key={locale}
      className={styles.option}
      href={`/idioma/${locale}`}
      rel="nofollow"
      lang={locale}
      {...(locale === language ? { 'aria-current': 'true' as const } : {})}
    >
      <Flag image={image} />
      {title}
    </a>
  ));
  if (asList)
    return (
      <nav className={styles.list} aria-label={t('language')}>
        {links}
      </nav>
    );
  const current = options.find(({ locale }) => locale === language) ?? only;
  return (
    <Menu
      className={styles.picker ?? ''}
      label={
        <>
          {current && <Flag image={current.image} />}
          <span className="visually-hidden">{t('language')} </span>
          {current?.shortTitle}
        </>
      }
    >
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </Menu>
  );
}

const Flag = ({ image }: Pick<LanguageOption, 'image'>) => <img className={styles.flag} src={image} alt="" width="24" height="16" />;

/** A language of the product (EN-059..EN-062). */
interface LanguageOption {
  readonly locale: 'es' | 'en' | 'pt';
  readonly title: string;
  readonly shortTitle: string;
  /** The flag of the country whose words it has. */
  readonly image: string;
}

const all: readonly LanguageOption[] = [
  { locale: 'es', title: 'Español', shortTitle: 'ES', image: es },
  { locale: 'en', title: 'English', shortTitle: 'EN', image: en },
  { locale: 'pt', title: 'Português', shortTitle: 'PT', image: pt },
];

/** The picker offers the configured languages and no others, in its own order (TB-037, TB-038). */
export const languageOptions = (configured: readonly string[]): LanguageOption[] => all.filter(({ locale }) => configured.includes(locale));
