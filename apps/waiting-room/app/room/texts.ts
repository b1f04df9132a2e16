import type { LanguageCode } from '@butaca/brand/languages';
import { type Translate, translate } from '@butaca/brand/translate';
import type es from '../i18n/es/queue.json';

/** The catalogue of one language: it comes with the page, so that a visitor loads no other. */
export type QueueTexts = typeof es;
export type Say = Translate<QueueTexts>;

export const sayIn = (language: LanguageCode, texts: QueueTexts): Say =>
  translate({ name: language, catalogues: { [texts.namespace]: texts } }, texts);
