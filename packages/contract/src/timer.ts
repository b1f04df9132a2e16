import * as z from 'zod/mini';
import { ProcessType } from './purchase.ts';
import { CatalogueId, Instant, OpaqueId, Text, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** A cancelled timer is a reset one with a message and an origin (PT-003). */
export const TimerState = wireEnum({ reset: 'RESET', started: 'INICIADO', finished: 'FINISHED' });

/** What last happened to the purchase; while it is being charged nothing takes it away (C-02). */
export const TimerSituation = wireEnum({ new: 'NUEVO PROCESO', reused: 'REUSA PROCESO', charging: 'COBRANDO' });

/** Which place ended a purchase (C-28). */
export const TimerOrigin = wireEnum({ cart: 'INV001', barClock: 'INV009', buyScreen: 'INV0010', boxScreen: 'INV011', none: '' });
export type TimerOrigin = z.output<typeof TimerOrigin>;

export const TabId = z.int().check(z.positive());

/** The clock of a purchase as all tabs of a browser share it (EN-031..044); its times are of the browser's own clock. */
export const BusinessTimer = wireObject({
  state: ['cEstado', TimerState],
  type: ['ctProcess', z.optional(ProcessType)],
  startedAt: ['dDesde', z.optional(Instant)],
  deadline: ['dMaxima', z.optional(Instant)],
  minutes: ['nMinutos', z.optional(z.int())],
  purchaseId: ['idProcesoDeCompra', z.optional(OpaqueId)],
  performanceId: ['idFuncion', z.optional(CatalogueId)],
  /** Key of the text, untranslated (C-03). */
  message: ['cMensaje', z.optional(Text)],
  origin: ['cOrigen', z.optional(TimerOrigin)],
  situation: ['cUltimaSituacion', z.optional(TimerSituation)],
  tabIds: ['aTabId', z._default(z.array(TabId), [])],
  principalTabId: ['nTabIdPrincipal', z.optional(TabId)],
  principalSince: ['dUpdateTabIdPrincipal', z.optional(Instant)],
  resetAt: ['dReset', z.optional(Instant)],
});
export type BusinessTimer = z.output<typeof BusinessTimer>;

/** What one tab knows of itself (EN-045..048). */
export const LocalTimer = wireObject({
  state: ['cEstado', TimerState],
  tabId: ['nTabId', z.optional(TabId)],
  updatedAt: ['dUpdate', z.optional(Instant)],
  /** For this tab alone (PT-021). */
  message: ['cMensaje', z.optional(Text)],
});
export type LocalTimer = z.output<typeof LocalTimer>;

/** EN-049. */
export const BusinessProcess = wireObject({ toInvalidate: ['idProcesoDeCompraInvalidar', z.optional(OpaqueId)] });
