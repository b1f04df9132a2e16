import type { LanguageCode } from '@butaca/brand/languages';
import type { LoadedBrand } from '@butaca/brand/load';
import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type { DocumentType } from '@butaca/contract';
import { textsOf } from '../../texts/index.ts';

const two = (part: number) => String(part).padStart(2, '0');

/** Made once: it takes longer than to draw a line of text. */
const namesOf = new Map<LanguageCode, Record<'weekday' | 'month', Intl.DateTimeFormat>>();

const dayNames = (language: LanguageCode) =>
  namesOf.getOrInsertComputed(language, () => ({
    weekday: new Intl.DateTimeFormat(language, { weekday: 'long' }),
    month: new Intl.DateTimeFormat(language, { month: 'long' }),
  }));

/** `viernes 27 de noviembre de 2026, 20:30`, by the venue's clock. */
export function longDate(startsAt: Temporal.Instant, timeZone: string, language: LanguageCode): string {
  const local = startsAt.toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate();
  const { weekday, month } = dayNames(language);
  return textsOf(language).tickets('date', {
    weekday: weekday.format(day),
    day: String(local.day),
    month: month.format(day),
    year: String(local.year),
    time: `${two(local.hour)}:${two(local.minute)}`,
  });
}

/** A document's kind, as people say it. */
export const documentName = (type: DocumentType, language: LanguageCode): string => textsOf(language).tickets(`document.${type}`);

/** What a printed ticket takes from its brand. */
export interface DocumentBrand {
  readonly name: string;
  /** Of its texts. */
  readonly language: LanguageCode;
  /** `#rrggbb`, the accent by day. */
  readonly accent: string;
  readonly locale: MoneyLocale;
  /** Beside every price the one before national taxes, where the law asks for it. */
  readonly showsNet: boolean;
}

/** What cost nothing has no price. */
export const priceText = (price: number, { locale, language }: Pick<DocumentBrand, 'locale' | 'language'>): string =>
  price === 0 ? textsOf(language).tickets('free') : formatMoney(price, locale);

const INK = '#221d19';

/** The accent is read from the brand’s tokens, the one by day; without one, ink. */
export function documentBrand({ brand, tokensCss }: Pick<LoadedBrand, 'brand' | 'tokensCss'>): DocumentBrand {
  const [, accent = INK] = /--accent:\s*(?:light-dark\(\s*)?(#[0-9a-f]{6})\b/i.exec(tokensCss) ?? [];
  const { price, currency, decimals, language } = brand.locale;
  return { name: brand.name, language, accent, locale: { price, currency, decimals }, showsNet: brand.flags.netPrices };
}
