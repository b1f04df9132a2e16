import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { JoinRequest, QueueState, TurnAnswer, TurnRequest } from '../src/queue.ts';
import { readQueueState, readTurnAnswer, writeJoinRequest, writeTurnRequest } from '../src/queue-wire.ts';

const joinedAt = Date.parse('2026-11-21T12:40:00Z');
const states: readonly QueueState[] = [
  { redirectUrl: '' },
  { redirectUrl: '/funcion/12' },
  ...(['priority', 'general', 'late'] as const).map((lane) => ({
    redirectUrl: '',
    number: { lane, number: 7, group: 'ab12cd34', epoch: 2, joinedAt, accessible: lane === 'priority' },
  })),
  ...(['login', 'code', 'closed'] as const).map((obstacle) => ({ redirectUrl: '', obstacle })),
  { redirectUrl: '', obstacle: 'work', challenge: { text: 'signed.1', bits: 14 } },
  { redirectUrl: '', isTurnOver: true },
];

test.each(states)('the waiting page reads what the queue host writes: %j (CA-024)', (state) => {
  expect(readQueueState(z.encode(QueueState, state))).toEqual(state);
});

test('the answer to a turn request is read as it was written (EN-051)', () => {
  for (const answer of [{ redirectUrl: '' }, { redirectUrl: '/funcion/12', pass: 'v1.abc', passUntil: joinedAt }])
    expect(readTurnAnswer(z.encode(TurnAnswer, answer))).toEqual(answer);
});

test('what the waiting page writes is what the queue host reads (CA-024, CA-028)', () => {
  const requests = [{}, { code: 'AMIGOS' }, { accessible: true }, { work: { text: 'signed.1', counter: 4711 } }];
  for (const request of requests) expect(z.decode(JoinRequest, JSON.parse(writeJoinRequest(request)))).toEqual(request);
  expect(z.decode(TurnRequest, JSON.parse(writeTurnRequest(12)))).toEqual({ performanceId: 12 });
});

test('what is no answer is read as none', () => {
  for (const wire of [null, undefined, 'x', [], {}, { redirect_url: 7 }]) {
    expect(readQueueState(wire)).toBeNull();
    expect(readTurnAnswer(wire)).toBeNull();
  }
  expect(readQueueState({ redirect_url: '', oNumero: { ctFila: 'OTRA' }, ctImpedimento: 'toString' })).toEqual({ redirectUrl: '' });
});
