/** The address to go on to, as a path of our own; null for anything that leads elsewhere. */
export function ownPath(text: string | null, origin: string): string | null {
  if (text === null || !text.startsWith('/')) return null;
  const url = parsed(text, origin);
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Where an answered turn leads: to the page the visitor came for, else to what the queue host names, on the web alone. */
export function entrance(nextUrl: string | null, redirectUrl: string, origin: string): string | null {
  const own = ownPath(nextUrl, origin);
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
