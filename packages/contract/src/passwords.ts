import * as z from 'zod/mini';
import { CaptchaToken, Email, Password } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { OpaqueId, TypedIdentifier } from './scalars.ts';
import { MOST_PASSKEYS, Passkeys } from './sign-in.ts';
import { wireObject } from './wire.ts';

/** As typed, with blanks or hyphens in it. */
const Code = TypedIdentifier(20);
/** Ids of the passkeys that stay; left out, none does. */
const keptPasskeys = ['aLlaveQueSigue', z.optional(z.array(OpaqueId).check(z.maxLength(MOST_PASSKEYS)))] as const;

export const askRecoveryCode = {
  method: 'POST',
  path: '/v2/Cliente/CodigoRecupero',
  access: 'anonymous',
  summary: 'Mail a code that a new password can be set with; the same answer when no account has the address',
  body: wireObject({ email: ['cEmail', Email], captcha: ['cCaptcha', CaptchaToken] }),
  refuses: ['captcha_failed', 'too_many_attempts'],
  answer: wireObject({ requestId: ['idRecupero', OpaqueId] }),
} as const satisfies Endpoint;

export const listRecoveryPasskeys = {
  method: 'POST',
  path: '/v2/Cliente/CodigoRecupero/Llave',
  access: 'anonymous',
  summary:
    'The passkeys that a recovery removes unless they are kept; the right code costs no try. None of an account whose address was never confirmed',
  body: wireObject({ requestId: ['idRecupero', OpaqueId], code: ['cCodigo', Code] }),
  refuses: ['wrong_code'],
  answer: Passkeys,
} as const satisfies Endpoint;

export const recoverPassword = {
  method: 'POST',
  path: '/v2/Cliente/ModificarClave/CodigoRecupero',
  access: 'anonymous',
  summary:
    'Set a new password by the code that was mailed: valid for 15 minutes, five tries, once; ends all sessions of the account and the passkeys that are not kept',
  body: wireObject({
    requestId: ['idRecupero', OpaqueId],
    code: ['cCodigo', Code],
    password: ['cClave', Password],
    keptPasskeys,
    captcha: ['cCaptcha', CaptchaToken],
  }),
  refuses: ['captcha_failed', 'wrong_code'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const changePassword = {
  method: 'POST',
  path: '/v2/Cliente/Modificar/Clave',
  access: 'customer',
  summary: 'Change one’s password; the other sessions of the account end, and so do the passkeys that are not kept',
  body: wireObject({ current: ['cClaveActual', Password], password: ['cClave', Password], keptPasskeys }),
  refuses: ['wrong_credentials', 'too_many_attempts', 'not_for_you'],
  answer: wireObject({}),
} as const satisfies Endpoint;
