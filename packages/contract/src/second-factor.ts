import * as z from 'zod/mini';
import { OpenedSession } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { bounds } from './rules/person.ts';
import { Instant, OpaqueId, printable, Text, Typed, TypedIdentifier, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Names the log-in, or the change of factors, that a password was given for a few minutes ago. */
const Proof = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
/** What a browser made of WebAuthn options, as JSON text (`RegistrationResponseJSON`, `AuthenticationResponseJSON`). */
const PasskeyAnswer = z.string().check(z.maxLength(8192));
/** Six digits of an authenticator app, or a recovery code; blanks and hyphens do not matter. */
const CODE_LENGTH = 40;
const FACTOR_NAME_LENGTH = 60;

export const FactorKind = wireEnum({ totp: 'APP', passkey: 'LLAVE' });
export type FactorKind = z.output<typeof FactorKind>;

export const SecondFactors = wireObject({
  items: [
    'listaFactor',
    z.array(
      wireObject({
        id: ['idFactor', OpaqueId],
        kind: ['cTipo', FactorKind],
        name: ['cNombre', Text],
        createdAt: ['dAlta', Instant],
        usedAt: ['dUltimoUso', z.optional(Instant)],
      }),
    ),
  ],
  recoveryCodesLeft: ['nCodigosDeRecuperacion', z.int()],
});
export type SecondFactors = z.output<typeof SecondFactors>;

/** Facts of the refusals in the middle of a log-in. */
export const FactorAsked = wireObject({
  proof: ['cPase', Proof],
  /** The options of `navigator.credentials.get` as JSON text, for a person with a passkey. */
  passkeyOptions: ['cOpcionesLlave', z.optional(Text)],
});
export const EnrolmentAsked = wireObject({ proof: ['cPase', Proof] });

const RecoveryCodes = z.optional(z.array(Text));
const given = { code: ['cCodigo', z.optional(TypedIdentifier(CODE_LENGTH))], passkey: ['cLlave', z.optional(PasskeyAnswer)] } as const;

export const giveSecondFactor = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/SegundoFactor',
  access: 'anonymous',
  summary: 'Give the second factor that a log-in or the opening of one’s security settings asked for',
  body: wireObject({ proof: ['cPase', Proof], ...given }),
  refuses: ['proof_over', 'wrong_code', 'too_many_attempts'],
  answer: wireObject({
    /** Of a log-in. */
    session: ['oSesion', z.optional(OpenedSession)],
    factors: ['oFactores', SecondFactors],
  }),
} as const satisfies Endpoint;

export const openSecurity = {
  method: 'POST',
  path: '/v2/Cliente/SegundoFactor',
  access: 'customer',
  summary: 'Open the security settings of a member of staff, with their password',
  body: wireObject({ password: ['cClave', z.string().check(z.minLength(1), z.maxLength(bounds.passwordMaxLength), printable)] }),
  refuses: ['not_for_you', 'wrong_credentials', 'too_many_attempts', 'second_factor_needed'],
  answer: wireObject({ proof: ['cPase', Proof], factors: ['oFactores', SecondFactors] }),
} as const satisfies Endpoint;

export const startEnrolment = {
  method: 'POST',
  path: '/v2/Cliente/SegundoFactor/Alta',
  access: 'anonymous',
  summary: 'Start to set up an authenticator app or a passkey',
  body: wireObject({ proof: ['cPase', Proof], kind: ['cTipo', FactorKind] }),
  refuses: ['proof_over', 'not_for_you', 'address_unconfirmed'],
  answer: wireObject({
    /** For an app: the secret in base32, and the address that its QR code holds. */
    totp: ['oApp', z.optional(wireObject({ secret: ['cSecreto', Text], address: ['cDireccion', Text] }))],
    /** For a passkey: the options of `navigator.credentials.create` as JSON text. */
    passkeyOptions: ['cOpcionesLlave', z.optional(Text)],
  }),
} as const satisfies Endpoint;

export const confirmEnrolment = {
  method: 'POST',
  path: '/v2/Cliente/SegundoFactor/Confirmar',
  access: 'anonymous',
  summary: 'Finish setting up a second factor, with its first code or the passkey; the first one brings recovery codes',
  body: wireObject({ proof: ['cPase', Proof], name: ['cNombre', Typed(FACTOR_NAME_LENGTH)], ...given }),
  refuses: ['proof_over', 'not_for_you', 'address_unconfirmed', 'wrong_code', 'too_many_attempts'],
  answer: wireObject({
    /** Of a log-in that was led here. */
    session: ['oSesion', z.optional(OpenedSession)],
    factors: ['oFactores', SecondFactors],
    recoveryCodes: ['aCodigoDeRecuperacion', RecoveryCodes],
  }),
} as const satisfies Endpoint;

export const removeFactor = {
  method: 'POST',
  path: '/v2/Cliente/SegundoFactor/Baja',
  access: 'anonymous',
  summary: 'Remove a second factor; the recovery codes go with the last one',
  body: wireObject({ proof: ['cPase', Proof], factorId: ['idFactor', OpaqueId] }),
  refuses: ['proof_over', 'not_found', 'last_factor'],
  answer: wireObject({ factors: ['oFactores', SecondFactors] }),
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/v2/Cliente/SegundoFactor/Recuperacion',
  access: 'anonymous',
  summary: 'New recovery codes in place of all earlier ones',
  body: wireObject({ proof: ['cPase', Proof] }),
  refuses: ['proof_over', 'not_found'],
  answer: wireObject({ factors: ['oFactores', SecondFactors], recoveryCodes: ['aCodigoDeRecuperacion', z.array(Text)] }),
} as const satisfies Endpoint;
