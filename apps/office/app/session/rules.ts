export interface OfficeSession {
  readonly token: string;
  /** Epoch milliseconds of this browser’s clock, when the answer to log in arrived. */
  readonly loggedInAt: number;
  readonly name: string;
}

/** The session as it stands in storage while it lasts (CO-004), or null. */
export function readSession(stored: string | null, now: number, sessionMinutes: number): OfficeSession | null {
  if (stored === null) return null;
  try {
    const { token, loggedInAt, name } = JSON.parse(stored) as Record<string, unknown>;
    if (typeof token !== 'string' || token === '' || typeof loggedInAt !== 'number' || typeof name !== 'string') return null;
    return now - loggedInAt < sessionMinutes * 60_000 ? { token, loggedInAt, name } : null;
  } catch {
    return null;
  }
}
