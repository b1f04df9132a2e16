import { bounds } from './bounds.ts';

/**
 * The one pattern for addresses (VA-007, VA-009): what browsers accept for `type=email`, and a domain with at least
 * one dot whose last part starts with a letter, so `a@b` is refused and `a@b.co` accepted.
 */
export const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/** Two addresses are the same when they differ in case or in blanks around them (VA-012). */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();

export function emailProblem(typed: string): 'missing' | 'too_long' | 'invalid' | null {
  const email = normalEmail(typed);
  if (email === '') return 'missing';
  if (email.length > bounds.emailLength) return 'too_long';
  return EMAIL_PATTERN.test(email) ? null : 'invalid';
}

export const emailConfirmationProblem = (email: string, confirmation: string): 'mismatch' | null =>
  normalEmail(email) === normalEmail(confirmation) ? null : 'mismatch';
