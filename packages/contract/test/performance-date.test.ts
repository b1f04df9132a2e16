import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PerformanceDate, weekdayOf, yearOf } from '../src/index.ts';

const wire = {
  oFuncionDiaDeLaSemana: { cNombre: 'sábado' },
  nFuncionDia: 21,
  nFuncionMes: 11,
  nFuncionAnio: 2026,
  nFuncionHora: 20,
  nFuncionMinuto: 30,
};
const own = { weekday: { name: 'sábado' }, day: 21, month: 11, year: 2026, hour: 20, minute: 30 };
const today = { year: 2026, month: 11, day: 21 };
const reads = (change: object) => z.safeDecode(PerformanceDate, { ...wire, ...change } as never).success;
const { year: _, weekday: __, ...bare } = own;

test('a date has its day and its month, counted from 1 (EN-019, EN-020)', () => {
  expect(z.decode(PerformanceDate, wire as never)).toEqual(own);
  expect(z.encode(PerformanceDate, own as never)).toEqual(wire);
  expect([0, 1, 31, 32].map((nFuncionDia) => reads({ nFuncionDia }))).toEqual([false, true, true, false]);
  expect([0, 1, 12, 13].map((nFuncionMes) => reads({ nFuncionMes }))).toEqual([false, true, true, false]);
});

test('a date has its hour and its minute (EN-021, EN-022)', () => {
  expect(z.decode(PerformanceDate, wire as never)).toMatchObject({ hour: 20, minute: 30 });
  expect([-1, 0, 23, 24].map((nFuncionHora) => reads({ nFuncionHora }))).toEqual([false, true, true, false]);
  expect([-1, 0, 59, 60].map((nFuncionMinuto) => reads({ nFuncionMinuto }))).toEqual([false, true, true, false]);
});

test('the weekday is the one that the answer names, else the calendar’s (EN-018)', () => {
  expect(weekdayOf({ ...bare, year: 2026, weekday: { name: 'Sáb.' } }, today, 'es-AR')).toBe('Sáb.');
  expect(weekdayOf({ ...bare, year: 2026 }, today, 'es-AR')).toBe('sábado');
  expect(weekdayOf({ ...bare, year: 2026, weekday: {} }, today, 'en')).toBe('Saturday');
});

test('a date without a year is the next one that fits (EN-022)', () => {
  expect(yearOf({ ...bare, year: 2031 }, today)).toBe(2031);
  expect(yearOf(bare, today)).toBe(2026);
  expect(yearOf({ ...bare, day: 20 }, today)).toBe(2027);
  expect(yearOf({ ...bare, day: 1, month: 12 }, today)).toBe(2026);
  expect(yearOf({ ...bare, day: 31, month: 1 }, today)).toBe(2027);
  expect(yearOf({ ...bare, day: 29, month: 2 }, today)).toBe(2028);
});
