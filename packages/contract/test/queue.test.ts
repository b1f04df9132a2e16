import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { QueuedPerformances, TurnAnswer, TurnRequest } from '../src/index.ts';

test('the list of queued performances has their numbers (EN-050)', () => {
  expect(z.decode(QueuedPerformances, [101, 102])).toEqual([101, 102]);
  for (const list of [['101'], [101.5], [null], {}, '101'])
    expect([list, z.safeParse(QueuedPerformances, list).success]).toEqual([list, false]);
});

test('the answer to a turn request has redirect_url, which may be empty and may not be missing (EN-051)', () => {
  expect(z.decode(TurnAnswer, { redirect_url: '' })).toEqual({ redirectUrl: '' });
  expect(z.safeParse(TurnAnswer, {}).success).toBe(false);
  expect(z.encode(TurnRequest, { performanceId: 101 })).toEqual({ idFuncion: 101 });
});

test('a turn that was obtained has its pass and until when it holds (EN-052)', () => {
  const wire = { redirect_url: '/', cPase: 'pase-1', dPaseHasta: '2026-11-21T12:10:00.000Z' };
  const turn = { redirectUrl: '/', pass: 'pase-1', passUntil: Date.parse('2026-11-21T12:10:00Z') };
  expect(z.decode(TurnAnswer, wire)).toEqual(turn);
  expect(z.encode(TurnAnswer, turn)).toEqual(wire);
});
