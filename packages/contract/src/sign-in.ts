import * as z from 'zod/mini';
import { CaptchaToken, ClaimingSession, Email, OpenedSession } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { bounds } from './rules/person.ts';
import { Instant, OpaqueId, Text, Typed, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

// Ways to log in beside the password (decision 035), for customers alone: staff give a second factor besides theirs.

/** What a browser made of WebAuthn options, as JSON text (`RegistrationResponseJSON`, `AuthenticationResponseJSON`). */
export const PasskeyAnswer = z.string().check(z.maxLength(8192), z.regex(/^\{/));
/** Whether the device may log in without the password from now on. */
const remember = ['lRecordar', z.optional(YesNo)] as const;
const PASSKEY_NAME_LENGTH = 60;
/** Of one account: more than anybody has devices. */
export const MOST_PASSKEYS = 20;

export const logInWithDevice = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Dispositivo',
  access: 'anonymous',
  summary: 'Log in on a device that is remembered, by its cookie',
  cookies: true,
  refuses: ['device_unknown'],
  answer: OpenedSession,
} as const satisfies Endpoint;

export const forgetDevice = {
  method: 'POST',
  path: '/v2/Cliente/Dispositivo/Olvidar',
  access: 'anonymous',
  summary: 'Forget the device that calls: from now on it asks for the password',
  cookies: true,
  answer: wireObject({}),
} as const satisfies Endpoint;

export const askForLink = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Enlace',
  access: 'anonymous',
  summary: 'Mail a link that logs in the browser that asks for it, once and within 15 minutes; an unknown address gets the same answer',
  cookies: true,
  body: wireObject({ email: ['cEmail', Email], captcha: ['cCaptcha', CaptchaToken] }),
  refuses: ['captcha_failed', 'too_many_attempts'],
  answer: wireObject({ minutes: ['nMinutos', z.int()] }),
} as const satisfies Endpoint;

export const logInWithLink = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Enlace/Usar',
  access: 'anonymous',
  summary: 'Log in by a link that was mailed, in the browser that asked for it',
  cookies: true,
  body: wireObject({ link: ['cEnlace', z.string().check(z.minLength(1), z.maxLength(200))], remember }),
  refuses: ['link_over', 'link_of_another_browser'],
  answer: ClaimingSession,
} as const satisfies Endpoint;

export const startPasskeyLogIn = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Llave/Opciones',
  access: 'anonymous',
  summary: 'The options for logging in by a passkey, good for five minutes and once',
  answer: wireObject({ passkeyOptions: ['cOpcionesLlave', Text] }),
} as const satisfies Endpoint;

export const logInWithPasskey = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Llave',
  access: 'anonymous',
  summary: 'Log in by a passkey',
  cookies: true,
  body: wireObject({ passkey: ['cLlave', PasskeyAnswer], remember }),
  refuses: ['passkey_refused'],
  answer: OpenedSession,
} as const satisfies Endpoint;

export const Passkey = wireObject({
  id: ['idLlave', OpaqueId],
  name: ['cNombre', Text],
  createdAt: ['dAlta', Instant],
  usedAt: ['dUltimoUso', z.optional(Instant)],
});
export type Passkey = z.output<typeof Passkey>;

export const Passkeys = wireObject({ passkeys: ['listaLlave', z.array(Passkey)] });

export const listPasskeys = {
  method: 'GET',
  path: '/v2/Cliente/Llave',
  access: 'customer',
  summary: 'The passkeys of the account',
  answer: Passkeys,
} as const satisfies Endpoint;

export const startPasskey = {
  method: 'POST',
  path: '/v2/Cliente/Llave/Opciones',
  access: 'customer',
  summary: 'The options for a new passkey of the account, good for five minutes and once',
  secondLook: true,
  refuses: ['not_for_you', 'too_many_entries'],
  answer: wireObject({ passkeyOptions: ['cOpcionesLlave', Text] }),
} as const satisfies Endpoint;

export const addPasskey = {
  method: 'POST',
  path: '/v2/Cliente/Llave/Insertar',
  access: 'customer',
  summary: 'Add a passkey to the account',
  secondLook: true,
  body: wireObject({ passkey: ['cLlave', PasskeyAnswer], name: ['cNombre', Typed(PASSKEY_NAME_LENGTH)] }),
  refuses: ['not_for_you', 'too_many_entries', 'passkey_refused'],
  answer: Passkeys,
} as const satisfies Endpoint;

export const removePasskey = {
  method: 'POST',
  path: '/v2/Cliente/Llave/:id/Eliminar',
  access: 'customer',
  summary: 'Remove a passkey of the account',
  secondLook: true,
  params: wireObject({ id: ['id', OpaqueId] }),
  answer: Passkeys,
} as const satisfies Endpoint;

/** By which the owner of an account shows that it is them, and not somebody else in a session that was left open: one of both. */
export const ownProof = {
  password: ['cClave', z.optional(z.string().check(z.minLength(1), z.maxLength(bounds.passwordMaxLength)))],
  passkey: ['cLlave', z.optional(PasskeyAnswer)],
} as const;

export const giveSecondLook = {
  method: 'POST',
  path: '/v2/Cliente/Comprobar',
  access: 'customer',
  summary: 'Give the password or a passkey in a session that a remembered device opened: calls that change data ask for it',
  cookies: true,
  body: wireObject(ownProof),
  refuses: ['wrong_credentials', 'passkey_refused', 'too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;
