import { type Country, normalPhone, phoneProblem } from '@butaca/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max';

type Problem = NonNullable<ReturnType<typeof phoneProblem>>;

/**
 * A phone as it is stored: its digits from the country's calling code on, at most 15 (E.164). A number without that code is of `country`.
 * Whether such a number is assigned is judged by the numbering plans of libphonenumber.
 */
export function readPhone(typed: string, country: Country): { readonly number: string } | { readonly reason: Problem } {
  const reason = phoneProblem(typed, country);
  if (reason) return { reason };
  const code = country.toUpperCase();
  // A country without numbers of its own, such as Antarctica: the number needs a calling code.
  const region = isSupportedCountry(code) ? code : undefined;
  const phone = parsePhoneNumberFromString(typed, { ...(region && { defaultCountry: region }), extract: false });
  if (phone?.isValid()) return { number: normalPhone(phone.number) };
  const length = validatePhoneNumberLength(typed, region);
  return { reason: length === 'TOO_SHORT' ? 'too_short' : length === 'TOO_LONG' ? 'too_long' : 'invalid' };
}

/** The digits of a mobile number of this country from its calling code on; null for anything else. */
export function readMobile(typed: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  const isMobile = phone?.country === country && phone.isValid() && !phone.ext && /MOBILE$/.test(phone.getType() ?? '');
  return isMobile ? normalPhone(phone.number) : null;
}

/** `+54 11 5555 0100`; digits that no numbering plan knows are written as they are. */
export function writePhone(number: string): string {
  const phone = parsePhoneNumberFromString(`+${number}`);
  return phone?.isValid() ? phone.formatInternational() : number;
}
