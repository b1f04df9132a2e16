import type { OfficeKnobs, RoomSample } from '@butaca/contract/office-queue';
import { describe, expect, test } from 'vitest';
import { pathsOf, ratesOf, roundUp, spanOf } from '../../app/queue/chart.ts';
import { changesOf, emptyDraft, readKnob } from '../../app/queue/knobs.ts';
import { momentOf, wallTimeOf } from '../../app/queue/wall-time.ts';

describe('the hour of a draw', () => {
  const zone = 'America/Argentina/Buenos_Aires';

  test('is the one of the venue’s clock, wherever the organiser is', () => {
    const moment = Date.parse('2026-11-21T23:30:00Z');
    expect(wallTimeOf(moment, zone)).toBe('2026-11-21T20:30');
    expect(momentOf('2026-11-21T20:30', zone)).toBe(moment);
    expect(momentOf('2026-11-21T20:30', 'Asia/Kolkata')).toBe(Date.parse('2026-11-21T15:00:00Z'));
    expect(momentOf('', zone)).toBeNull();
  });

  test('on a day with two hours of the same name is the first one, and one that is left out is close by', () => {
    expect(momentOf('2026-10-25T02:30', 'Europe/Madrid')).toBe(Date.parse('2026-10-25T00:30:00Z'));
    const skipped = momentOf('2026-03-29T02:30', 'Europe/Madrid') ?? 0;
    expect(Math.abs(skipped - Date.parse('2026-03-29T01:00:00Z'))).toBeLessThanOrEqual(3_600_000);
  });
});

describe('knobs', () => {
  const knobs: OfficeKnobs = {
    ...{ perMinute: 600, mostInside: 2000, graceSeconds: 600, passMinutes: 12, mostPlaces: null },
    ...{ onePerAccount: false, accessibleLane: true, demotes: false, unreachablePerMinute: 0, standbyArrivals: null, message: {} },
  };

  test('take whole numbers within their bounds, and those without one of their own may be empty', () => {
    expect(readKnob('perMinute', ' 900 ')).toBe(900);
    for (const text of ['', '0', '1,5', '1e3', '100001', 'mucho']) expect(readKnob('perMinute', text), text).toBeUndefined();
    expect(readKnob('mostPlaces', '')).toBeNull();
    expect(readKnob('unreachablePerMinute', '0')).toBe(0);
  });

  test('only what differs from the room is a change', () => {
    const draft = {
      numbers: { perMinute: '600', mostInside: '500', passMinutes: '90' },
      switches: { accessibleLane: true, onePerAccount: true },
    };
    expect(changesOf(draft, knobs)).toEqual({ changes: { mostInside: 500, onePerAccount: true }, wrong: ['passMinutes'] });
    expect(changesOf(emptyDraft, knobs)).toEqual({ changes: {}, wrong: [] });
  });
});

describe('the chart', () => {
  const sample = (minute: number, called: number): RoomSample => ({ at: minute * 60_000, waiting: 0, inside: 0, called, redeemed: 0 });

  test('shows how many were let in a minute, between one sample and the next', () => {
    expect(ratesOf([sample(0, 0), sample(0.5, 100), sample(1.5, 160)])).toEqual([
      { at: 30_000, value: 200 },
      { at: 90_000, value: 60 },
    ]);
  });

  test('begins with the room, ten minutes ago at the latest and an hour ago at the earliest', () => {
    const now = 10_000_000;
    expect(spanOf(now, now - 60_000)).toEqual({ from: now - 600_000, to: now });
    expect(spanOf(now, now - 1_200_000).from).toBe(now - 1_200_000);
    expect(spanOf(now, 0).from).toBe(now - 3_600_000);
  });

  test('ends at a round number, and breaks the line where nothing was measured', () => {
    expect([0, 4, 7, 41, 990].map(roundUp)).toEqual([4, 4, 10, 50, 1000]);
    const points = [0, 30_000, 600_000].map((at) => ({ at, value: 5 }));
    expect(pathsOf(points, { from: 0, to: 600_000, most: 10, width: 100, height: 10 }).line).toBe('M0 5L5 5M100 5');
  });
});
