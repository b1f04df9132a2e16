import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { TextVersion } from './privacy.ts';
import { EMAIL_PATTERN, emailProblem, normalEmail } from './rules/email.ts';
import { bounds } from './rules/person.ts';
import { Instant, PlainDate, Text, Typed, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

export const Gender = wireEnum({ feminine: 'FEMENINO', male: 'MASCULINO', other: 'OTRO', undisclosed: 'NO_INFORMA' });
export const DocumentType = wireEnum({
  dni: 'DNI',
  other: 'OTRO',
  passport: 'PASAPORTE',
  cuit: 'CUIT',
  cuil: 'CUIL',
  foreign_ci: 'CI_EXTRANJERA',
  ci: 'CI',
  unidentified: 'SIN_IDENTIFICAR',
  migration_certificate: 'CERTIFICADO_MIGRATORIO',
  ine: 'INE',
  ife: 'IFE',
});
export type DocumentType = z.output<typeof DocumentType>;
export const PhoneType = wireEnum({ permanent: 'FIJO', mobile: 'CELULAR' });
/** Countries by their codes of ISO 3166-1 alpha-2, as published in Debian's iso-codes 4.15; their names are those of the reader's language (CLDR). */
export const isoCountries: readonly string[] = `
  ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd
  cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf
  gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn
  kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na
  nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si
  sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi
  vn vu wf ws ye yt za zm zw
`
  .trim()
  .split(/\s+/);

/** Any country, by its code of ISO 3166-1 alpha-2: `AR` on the wire, `ar` in the code (decision 114). */
export const Country = wireEnum(Object.fromEntries(isoCountries.map((code) => [code, code.toUpperCase()])));
export type Country = z.output<typeof Country>;
export const Role = wireEnum({ customer: 'CLIENTE', 'box-office': 'BOX', organiser: 'ORGANIZADOR', door: 'PUERTA' });
export type Role = z.output<typeof Role>;

/** An address that mail can be sent to, in the one form of its mailbox. */
export const Email = z.string().check(
  z.overwrite(normalEmail),
  z.minLength(1),
  z.maxLength(bounds.emailLength, { abort: true }),
  z.regex(EMAIL_PATTERN, { abort: true }),
  // What the pattern cannot say: whether the domain has a form in punycode, and how long that is.
  z.refine((email) => emailProblem(email) === null),
);
/** As typed, never trimmed. */
export const Password = z.string().check(z.minLength(1), z.maxLength(bounds.passwordMaxLength));
export const CaptchaToken = z.optional(z.string().check(z.maxLength(4096)));
/** Dots, blanks and hyphens that people put into numbers are taken out later. */
export const NUMBER_AS_TYPED = 40;

export const personalData = {
  firstName: ['cNombre', Typed(bounds.nameLength)],
  lastName: ['cApellido', Typed(bounds.nameLength)],
  gender: ['cGenero', Gender],
  documentType: ['cTipoDeDocumento', DocumentType],
  documentNumber: ['cDocumento', TypedIdentifier(NUMBER_AS_TYPED)],
  birthday: ['dNacimiento', PlainDate],
  country: ['cPais', Country],
} as const;

export const phoneData = {
  phoneType: ['cTipoDeTelefono', PhoneType],
  phoneNumber: ['cTelefono', TypedIdentifier(NUMBER_AS_TYPED)],
} as const;

export const SessionUser = wireObject({
  name: ['cNombre', Text],
  email: ['cEmail', Text],
  hasAlias: ['lAlias', z.optional(YesNo)],
  role: ['cRol', Role],
  /** Whether only an external login, or a passkey, opens the account: it has no password, and no code to choose one is mailed. */
  isExternal: ['lIngresoExterno', z.optional(YesNo)],
  /** By the server's clock. */
  loggedInAt: ['dLogin', Instant],
});
export type SessionUser = z.output<typeof SessionUser>;

const openedSession = { token: ['token', Text], user: ['jUser', SessionUser], expiresAt: ['dVencimiento', Instant] } as const;

/** An open session. */
export const OpenedSession = wireObject(openedSession);

/** An open session whose log-in proves the mailbox, which may take an account over that was never confirmed (decision 089). */
export const ClaimingSession = wireObject({
  ...openedSession,
  /** Whether it did, and what had opened the account until then has ended. */
  hasClaimed: ['lCuentaReclamada', z.optional(YesNo)],
});

export const signUp = {
  method: 'POST',
  path: '/v2/Cliente/Insertar_v2',
  access: 'anonymous',
  summary: 'Sign up, and be logged in',
  body: wireObject({
    ...personalData,
    email: ['cEmail', Email],
    password: ['cClave', Password],
    ...phoneData,
    /** The version of the text about news by mail, if it was agreed to. */
    marketing: ['cNovedades', z.optional(TextVersion)],
    /** Asked for where the deployment has the terms accepted at sign-up. */
    acceptsTerms: ['lAceptaTerminos', z.optional(YesNo)],
    captcha: ['cCaptcha', CaptchaToken],
  }),
  refuses: ['captcha_failed', 'email_taken', 'too_many_attempts', 'not_for_you', 'terms_not_accepted'],
  answer: wireObject({
    ...openedSession,
    /** Whether a code that confirms the address is on its way, so that it can be typed here. */
    isCodeSent: ['lCodigoEnviado', z.optional(YesNo)],
  }),
} as const satisfies Endpoint;

export const logIn = {
  method: 'POST',
  path: '/v2/Cliente/Ingreso/Token',
  access: 'anonymous',
  summary: 'Log in: e-mail and password for a bearer token that lasts 180 minutes, less for staff',
  cookies: true,
  body: wireObject({
    email: ['cEmail', Email],
    password: ['cClave', Password],
    captcha: ['cCaptcha', CaptchaToken],
    /** Whether the device may log in without the password from now on. */
    remember: ['lRecordar', z.optional(YesNo)],
  }),
  refuses: ['captcha_failed', 'wrong_credentials', 'too_many_attempts', 'second_factor_needed', 'second_factor_missing', 'not_for_you'],
  answer: OpenedSession,
} as const satisfies Endpoint;

export const logOut = {
  method: 'POST',
  path: '/v2/Cliente/Egreso',
  access: 'customer',
  summary: 'Log out: revoke the token at once, and forget the device',
  cookies: true,
  answer: wireObject({}),
} as const satisfies Endpoint;
