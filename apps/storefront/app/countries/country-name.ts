import { isoCountries } from '@butaca/contract/customers';

/** The name of a country by its code of ISO 3166-1, in a language; a code that the browser does not know as it is. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code;

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** All countries but these, in the order of their names. */
export const otherCountries = (own: readonly string[], language: string): readonly NamedCountry[] =>
  isoCountries
    .filter((code) => !own.includes(code))
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
