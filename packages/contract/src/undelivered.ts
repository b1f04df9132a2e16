import * as z from 'zod/mini';
import { Email } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { Instant, OpaqueId, openEnum, Text, Typed, TypedIdentifier, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** What a mail is about. */
export const MailKind = openEnum('other', {
  tickets: 'ENTRADAS',
  bill: 'COMPROBANTE',
  refund: 'DEVOLUCION',
  return: 'PAGO_DEVUELTO',
  pending: 'PAGO_PENDIENTE',
  offer: 'OFERTA',
  reservation: 'RESERVA',
  move: 'CAMBIO_DE_FECHA',
  delivery: 'ENTREGA',
  chargeback: 'CONTRACARGO',
  welcome: 'BIENVENIDA',
  code: 'CODIGO',
  link: 'ENLACE',
  password: 'CLAVE',
  account: 'CUENTA',
  export: 'DATOS',
  newsletter: 'NOVEDADES',
  alert: 'AVISO',
  support: 'SOPORTE',
  other: 'OTRO',
});
export type MailKind = z.output<typeof MailKind>;

/** Why a mailbox did not take a mail; `silent`: its server gave no lasting answer until all tries were used up. */
export const MailTrouble = openEnum('other', {
  no_mailbox: 'NO_EXISTE',
  full: 'LLENO',
  too_large: 'MUY_GRANDE',
  blocked: 'BLOQUEADO',
  /** Letters beyond ASCII before the @, which a mail server on the way cannot take. */
  letters: 'LETRAS',
  silent: 'SIN_RESPUESTA',
  /** Not sent: its mailbox, which nobody has proved, was sent too many mails about unpaid orders. */
  held: 'DEMASIADOS',
  other: 'OTRO',
});
export type MailTrouble = z.output<typeof MailTrouble>;

const undelivered = {
  kind: ['ctCorreo', MailKind],
  address: ['cCorreo', Text],
  /** Of the last try. */
  at: ['dMomento', Instant],
  reason: ['ctMotivo', MailTrouble],
  /** Refused for good; otherwise its tries are used up. */
  isRefused: ['lRechazado', YesNo],
  /** Of a bill's mail. */
  billId: ['idComprobante', z.optional(OpaqueId)],
} as const;

/** A mail of one's order that did not arrive. */
export const UndeliveredMail = wireObject(undelivered);
export type UndeliveredMail = z.output<typeof UndeliveredMail>;

/** How an undelivered mail ended; `lapsed`: there was nothing left to send. */
const MailEnding = openEnum('other', { sent: 'ENVIADO', corrected: 'CORREGIDO', aside: 'APARTADO', lapsed: 'SIN_OBJETO', other: 'OTRO' });

/** The same as staff see it. */
export const OfficeMail = wireObject({
  id: ['idCorreo', OpaqueId],
  ...undelivered,
  firstAt: ['dPrimero', Instant],
  times: ['nVeces', z.int()],
  /** What the mail server answered: its code, and its words without names and addresses. */
  code: ['nRespuesta', z.optional(z.int())],
  answer: ['cRespuesta', z.optional(Text)],
  orderId: ['idOperacion', z.optional(OpaqueId)],
  orderNumber: ['cNumeroOperacion', z.optional(Text)],
  /** Who bought the order; of any other mail, whose account it is. Absent without an account, and for a counter's sale. */
  buyerName: ['cComprador', z.optional(Text)],
  /** What the order is of, and when the first of it begins. */
  showNames: ['aEspectaculo', z.array(Text)],
  startsAt: ['dFuncion', z.optional(Instant)],
  /** Sent to the buyer of its order, rather than to staff. */
  isToBuyer: ['lAlComprador', YesNo],
  /** Since when it waits to be sent again. */
  againAt: ['dReenvio', z.optional(Instant)],
  /** Of one that is held: from when its mailbox may be sent another one of its kind. */
  freeAt: ['dLibre', z.optional(Instant)],
  ending: ['ctFin', z.optional(MailEnding)],
  endedAt: ['dFin', z.optional(Instant)],
  /** Who put it aside; absent when their account was erased. */
  endedBy: ['cQuien', z.optional(Text)],
  /** Why they did. */
  asideReason: ['cMotivoDeApartar', z.optional(Text)],
});
export type OfficeMail = z.output<typeof OfficeMail>;

const ofOrder = wireObject({ orderId: ['idOperacion', OpaqueId] });
/** Another address for the mails of an order. */
export const askedMailbox = { email: ['cCorreo', Email] } as const;
/** With the code that was mailed there; the account’s own address needs none. */
export const provedMailbox = { ...askedMailbox, code: ['cCodigo', z.optional(TypedIdentifier(20))] } as const;

export const sendMailboxCode = {
  method: 'POST',
  path: '/v2/Operacion/:idOperacion/Correo/Codigo',
  access: 'customer',
  key: 'required',
  summary: 'Mail a code of six digits to another address for the mails of an order of one’s own; only after one of them was not delivered',
  params: ofOrder,
  body: wireObject(askedMailbox),
  refuses: ['nothing_undelivered', 'too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const correctMailbox = {
  method: 'POST',
  path: '/v2/Operacion/:idOperacion/Correo',
  access: 'customer',
  key: 'required',
  summary:
    'Send the mails of an order of one’s own to the address that the code was mailed to, and what was not delivered again at once; valid for 15 minutes, five tries, once; to the account’s own address at any time and without a code',
  params: ofOrder,
  body: wireObject(provedMailbox),
  refuses: ['nothing_undelivered', 'wrong_code'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const getCodeDelivery = {
  method: 'GET',
  path: '/v2/Cliente/Codigo',
  access: 'customer',
  summary: 'Whether the code that this account asked for last could not be delivered, for the page that waits for it',
  answer: wireObject({
    /** Absent while nothing is known against it. */
    undelivered: ['oCorreoSinEntregar', z.optional(UndeliveredMail)],
  }),
} as const satisfies Endpoint;

const ofMail = wireObject({ mailId: ['idCorreo', OpaqueId] });

export const listUndelivered = {
  method: 'GET',
  path: '/v2/Oficina/Correos',
  access: 'organiser',
  summary: 'Mails that were not delivered, open ones first, then the newest; by an address or an order’s number; 200 at most',
  query: wireObject({ search: ['cBuscar', z.optional(Typed(254))] }),
  answer: wireObject({
    items: ['Lista', z.array(OfficeMail)],
    /** Of all, whatever was searched for. */
    open: ['nAbiertos', z.int()],
  }),
} as const satisfies Endpoint;

export const sendMailAgain = {
  method: 'POST',
  path: '/v2/Oficina/Correo/:idCorreo/Reenviar',
  access: 'organiser',
  key: 'required',
  summary: 'Try an undelivered mail again, with what is true now and to where its order’s mails go now',
  params: ofMail,
  body: wireObject({}),
  refuses: ['mail_over'],
  answer: OfficeMail,
} as const satisfies Endpoint;

export const putMailAside = {
  method: 'POST',
  path: '/v2/Oficina/Correo/:idCorreo/Apartar',
  access: 'organiser',
  key: 'required',
  summary: 'Put an undelivered mail aside: nothing is to be done about it any more',
  params: ofMail,
  body: wireObject({ reason: ['cMotivo', Typed(300)] }),
  refuses: ['mail_over'],
  answer: OfficeMail,
} as const satisfies Endpoint;

export const takeMailBack = {
  method: 'POST',
  path: '/v2/Oficina/Correo/:idCorreo/Reponer',
  access: 'organiser',
  key: 'required',
  summary: 'Take a mail that was put aside back into the list of undelivered ones, unless it was refused once more meanwhile and is in it',
  params: ofMail,
  body: wireObject({}),
  refuses: ['mail_over'],
  answer: OfficeMail,
} as const satisfies Endpoint;
