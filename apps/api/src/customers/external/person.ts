import { emailProblem, normalEmail, typedText } from '@butaca/contract';
import type { ExternalPerson } from './provider.ts';

/** What the account takes over from the provider. */
export interface PersonalClaims {
  /** Null where the provider gives no usable one. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'feminine' | 'male' | null;
  /** `2026-11-21`, or null. */
  readonly birthday: string | null;
  /** What the person is called at the provider (`nickname`); who has one may change it here. */
  readonly alias: string | null;
}

const LONGEST_NAME = 80;
const LONGEST_ALIAS = 40;
/** Where a provider gives none: a ticket's line for it must not be empty. */
const NO_LAST_NAME = '-';

/** Reads the standard claims (OpenID Connect Core 5.1); whatever is not usable counts as missing. */
export function personalClaims({ claims }: ExternalPerson, today: Temporal.PlainDate): PersonalClaims {
  const email = emailOf(claims.email);
  const [firstOfName, ...restOfName] = (nameOf(claims.name) ?? '').split(' ');
  const alias = nameOf(claims.nickname, LONGEST_ALIAS);
  return {
    email,
    isEmailVerified: email !== null && claims.email_verified === true,
    firstName: nameOf(claims.given_name) ?? (firstOfName || alias || (email?.split('@')[0] ?? NO_LAST_NAME)).slice(0, LONGEST_NAME),
    lastName: nameOf(claims.family_name) ?? (restOfName.join(' ') || NO_LAST_NAME),
    gender: claims.gender === 'female' ? 'feminine' : claims.gender === 'male' ? 'male' : null,
    birthday: birthdayOf(claims.birthdate, today),
    alias,
  };
}

/** Without what no keyboard types, blanks together. */
function nameOf(claim: unknown, longest = LONGEST_NAME): string | null {
  if (typeof claim !== 'string') return null;
  const name = typedText(claim)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
  return name === '' ? null : name;
}

function emailOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  return emailProblem(claim) === null ? normalEmail(claim) : null;
}

function birthdayOf(claim: unknown, today: Temporal.PlainDate): string | null {
  if (typeof claim !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(claim)) return null;
  try {
    const date = Temporal.PlainDate.from(claim, { overflow: 'reject' });
    return date.year >= 1900 && Temporal.PlainDate.compare(date, today) <= 0 ? claim : null;
  } catch {
    return null;
  }
}
