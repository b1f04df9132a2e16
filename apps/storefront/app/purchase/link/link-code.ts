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

const CLICKS_KEY = 'butaca.payLink.clicks';
const MOST_CLICKS = 5;

/** Before it is sent: by its key the server tells this payer what came of it, also where its answer was lost, and in another tab of this browser. */
export function keepClick(code: string, click: string): void {
  try {
    const clicks = [...new Set([...keptClicks(code), click])].slice(-MOST_CLICKS);
    localStorage.setItem(CLICKS_KEY, JSON.stringify({ code, clicks }));
  } catch {
    // Then the payer is told what became of the link, and not of their click.
  }
}

export function keptClicks(code: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CLICKS_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('code' in kept) || kept.code !== code || !('clicks' in kept)) return [];
    return Array.isArray(kept.clicks) ? kept.clicks.filter((click) => typeof click === 'string') : [];
  } catch {
    return [];
  }
}
