import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Instant, Text, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** The hash of a session's token, which opens nothing. */
const SessionId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** An open session of the account. */
export const AccountSession = wireObject({
  id: ['idSesion', SessionId],
  /** Browser and system, such as `Chrome · Android`; left out when the browser did not say. */
  device: ['cDispositivo', z.optional(Text)],
  openedAt: ['dInicio', Instant],
  expiresAt: ['dVencimiento', Instant],
  /** The session of this call. */
  isThis: ['lActual', YesNo],
});
export type AccountSession = z.output<typeof AccountSession>;

const Sessions = wireObject({ sessions: ['listaSesion', z.array(AccountSession)] });

export const listSessions = {
  method: 'GET',
  path: '/v2/Cliente/Sesion',
  access: 'customer',
  summary: 'The open sessions of the account, the newest first; no more than 50',
  answer: Sessions,
} as const satisfies Endpoint;

export const endSession = {
  method: 'POST',
  path: '/v2/Cliente/Sesion/:id/Cerrar',
  access: 'customer',
  summary: 'End a session of the account at once; its device is logged out at its next call',
  params: wireObject({ id: ['id', SessionId] }),
  answer: Sessions,
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'POST',
  path: '/v2/Cliente/Sesion/CerrarOtras',
  access: 'customer',
  cookies: true,
  summary: 'End all sessions of the account but the one of this call, whose browser stays remembered',
  answer: Sessions,
} as const satisfies Endpoint;
