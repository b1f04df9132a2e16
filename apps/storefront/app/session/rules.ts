import type { Role } from '@butaca/contract';

export interface SessionUser {
  readonly name: string;
  readonly email: string;
  readonly hasAlias: boolean;
  /** For what is shown first; the server decides what may be done. */
  readonly role: Role;
}

export interface StoredSession {
  readonly token: string;
  /** Epoch milliseconds, set when the answer to log in arrived. */
  readonly loggedInAt: number;
  readonly user: SessionUser;
}

/**
 * Logged in while a login time exists and fewer minutes have passed than the brand's sessions last (CO-004); a login in
 * the future counts (SE-002, C-05).
 */
export const isOpen = (loggedInAt: number | undefined, now: number, sessionMinutes: number): boolean =>
  loggedInAt !== undefined && Number.isFinite(loggedInAt) && now - loggedInAt < sessionMinutes * 60_000;

/** The session as it stands in storage, or null when what stands there is none; a login time is read as epoch or as ISO. */
export function readSession(stored: string | null): StoredSession | null {
  if (stored === null) return null;
  try {
    const { token, loggedInAt, user } = JSON.parse(stored) as Record<string, unknown>;
    const time = typeof loggedInAt === 'string' ? Date.parse(loggedInAt) : loggedInAt;
    if (typeof token !== 'string' || token === '' || typeof time !== 'number' || !Number.isFinite(time)) return null;
    return { token, loggedInAt: time, user: readUser(user) };
  } catch {
    return null;
  }
}

function readUser(user: unknown): SessionUser {
  const { name, email, hasAlias, role } = (typeof user === 'object' && user !== null ? user : {}) as Record<string, unknown>;
  return {
    name: typeof name === 'string' ? name : '',
    email: typeof email === 'string' ? email : '',
    hasAlias: hasAlias === true,
    role: role === 'box-office' || role === 'organiser' ? role : 'customer',
  };
}

const NOT_RETURNED_TO = /^\/(?:login|loginredirect)\/?$/i;

/** Where to go after log in: an address of ours that is not the login itself, else the billboard. */
export function safeNext(next: string | null, origin: string): string {
  if (!next) return '/';
  try {
    const url = new URL(next, origin);
    if (url.origin !== origin || NOT_RETURNED_TO.test(url.pathname)) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}
