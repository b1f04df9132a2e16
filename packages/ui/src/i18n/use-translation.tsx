import { type Language, type Texts, type Translate, translate } from '@butaca/brand/translate';
import { createContext, type ReactNode, use } from 'react';

export const LanguageContext = createContext<Language>({ name: 'es', catalogues: {} });

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <LanguageContext value={language}>{children}</LanguageContext>
);

/** The texts of one area in the language of the page. */
export const useTranslation = <const Es extends Texts>(texts: Es): { readonly t: Translate<Es> } => ({
  t: translate(use(LanguageContext), texts),
});
