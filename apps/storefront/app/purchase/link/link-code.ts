import { typedIdentifier } from '@butaca/contract/rules/typed';
import * as z from 'zod/mini';

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
const MOST_LINKS = 5;
const MOST_CLICKS = 5;

/** Before it is sent: by its key the server tells this payer what came of it, also where its answer was lost, and in another tab of this browser. */
export function keepClick(code: string, click: string): void {
  const others = keptLinks().filter((link) => link.code !== code);
  const clicks = [...new Set([...keptClicks(code), click])].slice(-MOST_CLICKS);
  try {
    localStorage.setItem(CLICKS_KEY, JSON.stringify([...others, { code, clicks }].slice(-MOST_LINKS)));
  } catch {
    // Then the payer is told what became of the link, and not of their click.
  }
}

export const keptClicks = (code: string): readonly string[] => keptLinks().find((link) => link.code === code)?.clicks ?? [];

/** The links that were paid at last in this browser, the newest at the end. */
function keptLinks(): z.infer<typeof KeptLinks> {
  try {
    return KeptLinks.parse(JSON.parse(localStorage.getItem(CLICKS_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

const KeptLinks = z.array(z.object({ code: z.string(), clicks: z.array(z.string()) }));
