import type { LanguageCode } from '@butaca/brand/languages';
import en from '../app/i18n/en/queue.json' with { type: 'json' };
import es from '../app/i18n/es/queue.json' with { type: 'json' };
import pt from '../app/i18n/pt/queue.json' with { type: 'json' };
import { type QueueTexts, type Say, sayIn } from '../app/room/texts.ts';

export const texts: Readonly<Record<LanguageCode, QueueTexts>> = { es, en, pt };

const said: Readonly<Record<LanguageCode, Say>> = { es: sayIn('es', es), en: sayIn('en', en), pt: sayIn('pt', pt) };
export const sayOf = (language: LanguageCode): Say => said[language];
