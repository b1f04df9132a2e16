import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BusinessProcess, BusinessTimer, LocalTimer, ProcessType } from '../src/index.ts';

const stored = {
  cEstado: 'INICIADO',
  ctProcess: 'CART',
  dDesde: '2026-11-21T12:00:00.000Z',
  dMaxima: '2026-11-21T12:12:00.000Z',
  nMinutos: 12,
  idProcesoDeCompra: 'Zm9vYmFyYmF6cXV4cXV1eA',
  idFuncion: 101,
  cUltimaSituacion: 'NUEVO PROCESO',
  aTabId: [7, 8],
  nTabIdPrincipal: 8,
  dUpdateTabIdPrincipal: '2026-11-21T12:01:00.000Z',
} as const;
const cancelled = {
  cEstado: 'RESET',
  cMensaje: 'Your purchase time limit has expired',
  cOrigen: 'INV009',
  aTabId: [7],
  dReset: '2026-11-21T12:12:01.000Z',
} as const;
const read = (wire: object) => z.decode(BusinessTimer, wire as never);
const isRefused = (wire: object) => !z.safeDecode(BusinessTimer, wire as never).success;

test('a purchase is of the shop or of the box office, and of nothing else (GE-017)', () => {
  expect(['CART', 'BOX'].map((wire) => z.decode(ProcessType, wire as never))).toEqual(['cart', 'box']);
  for (const wire of ['cart', 'Box', 'WEB', '', null, 1])
    expect(z.safeDecode(ProcessType, wire as never).success, String(wire)).toBe(false);
  expect(isRefused({ ...stored, ctProcess: 'WEB' })).toBe(true);
});

test('a stored timer is read and written back as it was', () => {
  for (const wire of [stored, cancelled]) expect(z.encode(BusinessTimer, read(wire))).toEqual(wire);
});

test('a timer knows its state, its process type and its start (EN-031, EN-032, EN-033)', () => {
  expect(read(stored)).toMatchObject({ state: 'started', type: 'cart', startedAt: Date.parse('2026-11-21T12:00:00Z') });
  expect(read({ ...stored, ctProcess: 'BOX' }).type).toBe('box');
  expect(isRefused({ ...stored, ctProcess: 'SHOP' })).toBe(true);
});

test('the states are RESET, INICIADO and FINISHED and no others (PT-001)', () => {
  expect(['RESET', 'INICIADO', 'FINISHED'].map((cEstado) => read({ cEstado }).state)).toEqual(['reset', 'started', 'finished']);
  for (const cEstado of ['CANCELADO', 'iniciado', '']) expect(isRefused({ cEstado })).toBe(true);
});

test('a timer knows its end, its length and its purchase (EN-034, EN-035, EN-036)', () => {
  const { deadline, minutes, purchaseId } = read(stored);
  expect({ deadline, minutes, purchaseId }).toEqual({
    deadline: Date.parse('2026-11-21T12:12:00Z'),
    minutes: 12,
    purchaseId: 'Zm9vYmFyYmF6cXV4cXV1eA',
  });
});

test('a timer knows its performance, and the message and origin of its end (EN-037, EN-038, EN-039)', () => {
  expect(read(stored).performanceId).toBe(101);
  expect(read(cancelled)).toMatchObject({ message: 'Your purchase time limit has expired', origin: 'barClock' });
});

test('a timer knows what last happened: a new process, one gone on with, or a charge (EN-040)', () => {
  const situations = ['NUEVO PROCESO', 'REUSA PROCESO', 'COBRANDO'].map(
    (cUltimaSituacion) => read({ ...stored, cUltimaSituacion }).situation,
  );
  expect(situations).toEqual(['new', 'reused', 'charging']);
});

test('a timer knows its tabs, which of them owns the purchase, and since when (EN-041, EN-042, EN-043)', () => {
  expect(read(stored)).toMatchObject({ tabIds: [7, 8], principalTabId: 8, principalSince: Date.parse('2026-11-21T12:01:00Z') });
});

test('a timer knows when it was last reset (EN-044)', () => {
  expect(read(cancelled).resetAt).toBe(Date.parse('2026-11-21T12:12:01Z'));
});

test('the origins of a cancel are written as they stand, INV0010 with four digits (ER-001, ER-003)', () => {
  const origins = ['INV001', 'INV009', 'INV0010', 'INV011', ''].map((cOrigen) => read({ ...cancelled, cOrigen }).origin);
  expect(origins).toEqual(['cart', 'barClock', 'buyScreen', 'boxScreen', 'none']);
});

test('a tab’s timer knows its state, its tab and when it changed (EN-046, EN-047, EN-048)', () => {
  const wire = { cEstado: 'INICIADO', nTabId: 7, dUpdate: '2026-11-21T12:01:00.000Z' };
  const own = { state: 'started', tabId: 7, updatedAt: Date.parse('2026-11-21T12:01:00Z') };
  expect(z.decode(LocalTimer, wire as never)).toEqual(own);
  expect(z.encode(LocalTimer, own as never)).toEqual(wire);
});

test('the process to invalidate is kept (EN-049)', () => {
  const wire = { idProcesoDeCompraInvalidar: 'Zm9vYmFyYmF6cXV4cXV1eA' };
  expect(z.decode(BusinessProcess, wire)).toEqual({ toInvalidate: 'Zm9vYmFyYmF6cXV4cXV1eA' });
  expect(z.decode(BusinessProcess, {})).toEqual({});
});
