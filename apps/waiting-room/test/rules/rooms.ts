import type { QueueDocument } from '@butaca/fair-queue';
import type { OwnNumber } from '../../app/room/screen.ts';

export const NOW = Date.parse('2026-11-21T13:00:00Z');
const nobody = { issued: 0, serving: 0, lapsed: 0 };

/** A room that was drawn before anybody had a number, so that numbers wait in their order. */
export const room = (more: Partial<QueueDocument> = {}): QueueDocument => ({
  version: 1,
  performanceId: 12,
  epoch: 1,
  phase: 'active',
  title: 'Hamlet · sábado 21 de noviembre · Teatro del Pasaje',
  startsAt: NOW - 60_000,
  lanes: { priority: nobody, general: { issued: 5000, serving: 100, lapsed: 0 }, late: nobody },
  drawn: { seed: '5e'.repeat(32), counts: { priority: 0, general: 0, late: 0 } },
  commitment: 'c0ffee',
  demoted: [],
  demotedNumbers: 0,
  perMinute: 100,
  graceSeconds: 600,
  passMinutes: 10,
  stock: 'plenty',
  message: {},
  onePerAccount: false,
  takesCodes: false,
  accessibleLane: false,
  askAgain: [
    [0.5, 2],
    [2, 5],
    [10, 12],
    [null, 30],
  ],
  serverNow: NOW,
  revision: '1',
  ...more,
});

export const serving = (count: number, lapsed = 0): Pick<QueueDocument, 'lanes'> => ({
  lanes: { priority: nobody, general: { issued: 5000, serving: count, lapsed }, late: nobody },
});

export const own = (number: number, more: Partial<OwnNumber> = {}): OwnNumber => ({
  ...{ lane: 'general', number, group: 'ab12cd34', epoch: 1, joinedAt: NOW - 120_000, accessible: false },
  ...more,
});
