import { typedIdentifier } from '@butaca/contract/rules/typed';
/** The code at the end of what was typed or pasted: the code alone, or a whole link; null when there is none. */
export const codeIn = (typed: string): string | null => /(?:^|\/)([A-Za-z0-9_-]{22})\/?\s*$/.exec(typedIdentifier(typed))?.[1] ?? null;

const KEY = 'butaca.payLink';

/** For the page of the outcome, whose address has no code in it; of this tab alone. */
export function keepCode(code: string): void {
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    // Then that page asks for the link again.
  }
}

export function keptCode(): string | null {
  try {
    return codeIn(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}
