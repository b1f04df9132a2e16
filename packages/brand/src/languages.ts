/** The languages that every text of the product is written in. */
export const languages = ['es', 'en', 'pt'] as const;
export type LanguageCode = (typeof languages)[number];

/** What a deployment offers, and what it speaks to those who chose nothing. */
export interface OfferedLanguages {
  readonly language: LanguageCode;
  readonly languages: readonly LanguageCode[];
}

/** Keeps what a visitor chose; a script sets it, so it is no secret and decides about nothing but texts. */
export const LANGUAGE_COOKIE = 'butaca.language';

/** The offered language of a choice, which may be anything that a browser sends. */
export const offeredLanguage = (chosen: string | undefined, { language, languages: offered }: OfferedLanguages): LanguageCode =>
  offered.find((each) => each === chosen) ?? language;

/** The first offered language of an `Accept-Language` by its weights (RFC 9110, 12.5.4); `en-GB` asks for `en`. */
export function acceptedLanguage(header: string | undefined, offered: OfferedLanguages): LanguageCode {
  if (header === undefined || offered.languages.length === 1) return offered.language;
  const wanted = header
    .split(',', 20)
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { language: range.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.flatMap(({ language }) => offered.languages.find((each) => each === language) ?? [])[0] ?? offered.language;
}

/** How dates are written: as in the country of the prices, when its language is spoken there. */
export const dateLocale = ({ language, price }: { readonly language: LanguageCode; readonly price: string }): string =>
  price.startsWith(`${language}-`) ? price : language;
