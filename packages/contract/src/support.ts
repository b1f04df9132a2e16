import * as z from 'zod/mini';
import { CaptchaToken, NUMBER_AS_TYPED } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { bounds } from './rules/person.ts';
import { OpaqueId, Text, Typed, TypedIdentifier, TypedLines, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

export const SupportKind = wireEnum({ question: 'CONSULTA', complaint: 'RECLAMO', suggestion: 'SUGERENCIA' });
export type SupportKind = z.output<typeof SupportKind>;

const PAGE_LENGTH = 200;
const message = {
  kind: ['ctMotivo', SupportKind],
  message: ['cMensaje', TypedLines(bounds.supportMessageLength)],
  name: ['cNombre', Typed(bounds.nameLength)],
  phone: ['cTelefono', TypedIdentifier(NUMBER_AS_TYPED)],
  /** The path of the page that it is about, without a query. */
  page: ['cPagina', z.optional(z.string().check(z.maxLength(PAGE_LENGTH), z.regex(/^\/[\w\-./~%]*$/)))],
} as const;
/** Eight digits, by which the visitor and support know the message. */
const number = ['cNumero', z.string().check(z.regex(/^\d{8}$/))] as const;

export const writeToSupport = {
  method: 'POST',
  path: '/v2/Contacto',
  access: 'anonymous',
  summary: 'Send a message to support without a session; with the captcha of this deployment',
  body: wireObject({ ...message, captcha: ['cCaptcha', CaptchaToken] }),
  refuses: ['captcha_failed', 'too_many_attempts'],
  answer: wireObject({ number }),
} as const satisfies Endpoint;

export const writeToSupportAsCustomer = {
  method: 'POST',
  path: '/v2/Cliente/Contacto',
  access: 'customer',
  summary: 'Send a message to support, about an order of one’s own if it is named; a copy goes to a confirmed address of the account',
  body: wireObject({ ...message, orderId: ['idOperacion', z.optional(OpaqueId)] }),
  refuses: ['too_many_attempts', 'not_found'],
  answer: wireObject({
    number,
    copyTo: ['cMailCopia', z.optional(Text)],
    /** In its stead the address of the account, if that refused its last mail. */
    refusedBy: ['cMailRechazado', z.optional(Text)],
  }),
} as const satisfies Endpoint;
