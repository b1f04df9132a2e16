export type { TextKey, Translate } from '@butaca/ui/i18n/translate.ts';
