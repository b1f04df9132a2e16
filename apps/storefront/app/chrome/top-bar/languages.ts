/** A language a page can speak (EN-059..EN-062). */
export interface LanguageOption {
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
