import type { Role } from './customers.ts';

/*
 * The session as browsers store it (EN-024..030). Without the codecs, which are no part of a first visit, and with the wire's names,
 * which no other package knows.
 */

export interface StoredUser {
  readonly name: string;
  readonly email: string;
  readonly hasAlias: boolean;
  /** Whether the account has no password and gets none here; left out, it does. */
  readonly isExternal?: boolean | undefined;
  /** Decides what is shown first; the server decides what is allowed. */
  readonly role: Role;
}

export interface StoredSession {
  readonly token: string;
  /** Epoch milliseconds of the server's clock, as the browser knew it when the answer to the log-in arrived. */
  readonly loggedInAt: number;
  readonly user: StoredUser;
}

/** Null in the browser without a session: somebody is a guest, or logged in by a token (SE-001). */
export function readStoredSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const { token, isLoggedIn, jUser } = JSON.parse(text) as Record<string, unknown>;
    const user = (typeof jUser === 'object' && jUser !== null ? jUser : {}) as Record<string, unknown>;
    const { dLogin } = user;
    const time = typeof dLogin === 'string' ? Date.parse(dLogin) : dLogin;
    if (isLoggedIn !== true || typeof token !== 'string' || token === '' || typeof time !== 'number' || !Number.isFinite(time)) return null;
    return { token, loggedInAt: time, user: readUser(user) };
  } catch {
    return null;
  }
}

function readUser({ cNombre, cEmail, lAlias, lIngresoExterno, cRol }: Record<string, unknown>): StoredUser {
  return {
    name: typeof cNombre === 'string' ? cNombre : '',
    email: typeof cEmail === 'string' ? cEmail : '',
    hasAlias: lAlias === 'S' || lAlias === true || lAlias === 1,
    ...(lIngresoExterno === 'S' && { isExternal: true }),
    role: cRol === 'BOX' ? 'box-office' : cRol === 'ORGANIZADOR' ? 'organiser' : 'customer',
  };
}

const wireRoles = { customer: 'CLIENTE', 'box-office': 'BOX', organiser: 'ORGANIZADOR', door: 'PUERTA' } as const;

export const writeStoredSession = ({ token, loggedInAt, user: { name, email, hasAlias, isExternal, role } }: StoredSession): string =>
  JSON.stringify({
    token,
    isLoggedIn: true,
    jUser: {
      dLogin: new Date(loggedInAt).toISOString(),
      cNombre: name,
      cEmail: email,
      lAlias: hasAlias ? 'S' : 'N',
      ...(isExternal && { lIngresoExterno: 'S' }),
      cRol: wireRoles[role],
    },
  });

/** A JavaScript expression: whether the value of the variable `session`, as it was stored, is one. */
export const isSessionExpression = (session: string): string =>
  `${session}&&${session}.isLoggedIn&&${session}.token&&!isNaN(new Date(${session}.jUser.dLogin))`;
