export { LanguageProvider, useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
