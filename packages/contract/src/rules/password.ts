import { bounds } from './bounds.ts';

/** Asked when a password is set, never at log in (VA-013..VA-015). Accented capitals and Ñ count as capitals. */
export function passwordProblem(password: string): 'missing' | 'too_short' | 'too_long' | 'no_capital' | 'no_number' | null {
  if (password === '') return 'missing';
  if ([...password].length < bounds.passwordMinLength) return 'too_short';
  if (password.length > bounds.passwordMaxLength) return 'too_long';
  if (!/\p{Lu}/u.test(password)) return 'no_capital';
  return /\d/.test(password) ? null : 'no_number';
}

export const passwordConfirmationProblem = (password: string, confirmation: string): 'mismatch' | null =>
  password === confirmation ? null : 'mismatch';
