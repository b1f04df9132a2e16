import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { type MarketingVersion, marketingTexts } from './rules/marketing.ts';
import { Instant, Money, OpaqueId, Text, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** The version of a text that somebody read (`rules/marketing.ts`). */
export const TextVersion = z.enum(Object.keys(marketingTexts) as [MarketingVersion, ...MarketingVersion[]]);

/** Where somebody said that they want news by mail, or no longer do. */
const ConsentPlace = wireEnum({ 'sign-up': 'REGISTRO', account: 'CUENTA' });

/** One decision about news by mail; `textVersion` names the text that was read with it. */
const Consent = wireObject({
  given: ['lAcepta', YesNo],
  textVersion: ['cVersion', Text],
  place: ['cLugar', ConsentPlace],
  at: ['dFecha', Instant],
});
export type Consent = z.output<typeof Consent>;

/** The newest decision first; without one, nothing may be sent. */
const Consents = wireObject({ consents: ['listaNovedades', z.array(Consent)] });

/** A file with everything about a person; without `madeAt` it is being prepared, after `expiresAt` it is gone. */
const DataExport = wireObject({
  id: ['idDescarga', OpaqueId],
  requestedAt: ['dPedida', Instant],
  madeAt: ['dLista', z.optional(Instant)],
  expiresAt: ['dVencimiento', z.optional(Instant)],
});
export type DataExport = z.output<typeof DataExport>;

/**
 * Why an account cannot be erased now: it may still be entered with, bought with, or owed money, or its address before is still to be told of the
 * new one.
 */
const ErasureObstacle = wireObject({
  reason: ['ctMotivo', wireEnum({ tickets: 'ENTRADAS', purchase: 'COMPRA', money: 'DINERO', notice: 'AVISO', staff: 'PERSONAL' })],
  /** When it will be over; of money that a provider has not answered about, nobody knows. */
  until: ['dHasta', z.optional(Instant)],
});
export type ErasureObstacle = z.output<typeof ErasureObstacle>;
export const ErasureObstacles = wireObject({ obstacles: ['listaMotivo', z.array(ErasureObstacle)] });

export const getPrivacy = {
  method: 'GET',
  path: '/v2/Cliente/Privacidad',
  access: 'customer',
  summary: 'One’s consent to news by mail, the file with one’s data, and what an erased account would lose',
  answer: wireObject({
    consents: ['listaNovedades', z.array(Consent)],
    export: ['oDescarga', z.optional(DataExport)],
    obstacles: ['listaMotivo', z.array(ErasureObstacle)],
    orderCount: ['nCompras', z.int()],
    /** What one has here to spend, which would be lost. */
    balance: ['fSaldo', z.optional(Money)],
  }),
} as const satisfies Endpoint;

export const setMarketing = {
  method: 'POST',
  path: '/v2/Cliente/Privacidad/Novedades',
  access: 'customer',
  summary: 'Want news by mail, or no longer; every decision is kept with its date and the version of the text',
  body: wireObject({ given: ['lAcepta', YesNo], textVersion: ['cVersion', TextVersion] }),
  answer: Consents,
} as const satisfies Endpoint;

export const requestExport = {
  method: 'POST',
  path: '/v2/Cliente/Privacidad/Descarga',
  access: 'customer',
  secondLook: true,
  summary: 'Have everything about oneself put into a file; a mail says when it is ready, and it stays a week',
  refuses: ['too_many_attempts'],
  answer: DataExport,
} as const satisfies Endpoint;

export const getExport = {
  method: 'GET',
  path: '/v2/Cliente/Privacidad/Descarga/:id',
  access: 'customer',
  secondLook: true,
  summary: 'The file with everything about oneself',
  params: wireObject({ id: ['id', OpaqueId] }),
  file: 'application/octet-stream',
  answer: wireObject({}),
} as const satisfies Endpoint;

export const sendErasureCode = {
  method: 'POST',
  path: '/v2/Cliente/Baja/Codigo',
  access: 'customer',
  summary: 'Mail the code that confirms the erasure of the account',
  refuses: ['too_many_attempts', 'account_in_use'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const eraseAccount = {
  method: 'POST',
  path: '/v2/Cliente/Baja',
  access: 'customer',
  summary: 'Erase the account: orders keep their amounts, everything about the person goes, all sessions end',
  body: wireObject({ code: ['cCodigo', TypedIdentifier(20)] }),
  refuses: ['wrong_code', 'account_in_use'],
  answer: wireObject({}),
} as const satisfies Endpoint;
