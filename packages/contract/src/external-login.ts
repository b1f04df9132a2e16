import * as z from 'zod/mini';
import { ClaimingSession } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { Text, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** As long as providers make them; what stands in an address. */
const InAddress = (maximum: number) => z.string().check(z.minLength(1), z.maxLength(maximum), z.regex(/^[\x21-\x7e]+$/));

export const logInExternally = {
  method: 'POST',
  path: '/v2/Cliente/Externo/Ingreso',
  access: 'anonymous',
  summary: 'Finish an external log-in: what the provider put into the address of /loginRedirect for a bearer token (C-27)',
  cookies: true,
  body: wireObject({
    code: ['cCodigo', InAddress(2048)],
    state: ['cEstado', InAddress(200)],
    /** Of providers that name themselves in the address (RFC 9207). */
    issuer: ['cEmisor', z.optional(InAddress(400))],
  }),
  refuses: ['external_login_over', 'external_login_refused', 'external_login_down', 'email_taken', 'not_for_you', 'too_many_attempts'],
  answer: ClaimingSession,
} as const satisfies Endpoint;

export const getExternalCustomer = {
  method: 'GET',
  path: '/v2/Cliente/Externo',
  access: 'customer',
  summary: 'What the external login said about the customer; not found for a session that did not come from there',
  refuses: ['not_found'],
  answer: wireObject({
    firstName: ['cNombre', Text],
    lastName: ['cApellido', Text],
    email: ['cEmail', Text],
    isEmailConfirmed: ['lCorreoConfirmado', YesNo],
    hasAlias: ['lAlias', YesNo],
    /** Only with `hasAlias`. */
    alias: ['cAlias', z.optional(Text)],
  }),
} as const satisfies Endpoint;
