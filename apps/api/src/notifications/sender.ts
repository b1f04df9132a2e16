import { momentText } from '@butaca/brand/dates';
import type { LanguageCode } from '@butaca/brand/languages';
import { textsOf } from '../texts/index.ts';
import type { MailColours } from './mail-colours.ts';

export interface Sender {
  readonly brandName: string;
  /** Where the links of mails lead, without a closing slash. */
  readonly publicOrigin: string;
  /** How dates are written, like `es-AR`; its language is that of the texts. */
  readonly locale: string;
  /** Left out, those of paper and ink. */
  readonly colours?: MailColours;
}

/** The brand's sender in somebody's language; null for who never told one. */
export const senderIn = (sender: Sender, language: LanguageCode | null): Sender =>
  language === null || language === languageOf(sender) ? sender : { ...sender, locale: language };

export function languageOf({ locale }: Pick<Sender, 'locale'>): LanguageCode {
  const [language] = locale.split('-');
  return language === 'en' || language === 'pt' ? language : 'es';
}

export const wordsOf = (sender: Pick<Sender, 'locale'>) => textsOf(languageOf(sender)).mails;

/** `Hamlet, Bodas de sangre y Macbeth`, each once. */
export const listed = (items: Iterable<string>, { locale }: Pick<Sender, 'locale'>): string =>
  new Intl.ListFormat(locale).format(new Set(items));

/** `viernes 4 de diciembre, 20:30`. */
export const momentOf = (moment: Temporal.Instant, timeZone: string, { locale }: Pick<Sender, 'locale'>): string =>
  momentText(moment.epochMilliseconds, { language: locale, timeZone }, { weekday: 'long', day: 'numeric', month: 'long' });
