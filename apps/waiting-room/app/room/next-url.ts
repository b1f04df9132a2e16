import { safeNext } from '@butaca/contract/safe-next';

/** Where an answered turn leads: to the page the visitor came for, else to what the queue host names, on the web alone. */
export function entrance(nextUrl: string | null, redirectUrl: string, origin: string): string | null {
  const own = safeNext(nextUrl);
  if (own !== null) return own;
  const url = parsed(redirectUrl, origin);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
