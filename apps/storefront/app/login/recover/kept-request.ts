import { serverClock } from '@butaca/browser/server-clock.ts';

const KEY = 'butaca.recovery';
/** As long as a code is valid. */
const KEPT_MS = 15 * 60_000;

/** A code that was asked for in this tab. */
export interface KeptRequest {
  readonly requestId: string;
  readonly email: string;
}

/** Kept for this tab: a phone may throw the page away while its owner reads the mail. */
export function keepRequest(request: KeptRequest | null): void {
  try {
    if (request) sessionStorage.setItem(KEY, JSON.stringify({ ...request, at: serverClock.now() }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage it lives as long as the page.
  }
}

export function keptRequest(): KeptRequest | null {
  try {
    const { requestId, email, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    if (typeof requestId !== 'string' || typeof email !== 'string' || typeof at !== 'number') return null;
    return serverClock.now() - at < KEPT_MS ? { requestId, email } : null;
  } catch {
    return null;
  }
}
