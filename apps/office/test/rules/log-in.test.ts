import type { Client } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { type LogInWorld, logIn } from '../../app/login/log-in.ts';
import { readSession } from '../../app/session/rules.ts';

const typed = { email: 'olga@butaca.example', password: 'Organizador2026' };
const answering = (outcome: object): LogInWorld => ({
  client: { call: async () => outcome } as unknown as Client,
  captcha: async () => 'solved',
  open: vi.fn(),
  revoke: vi.fn(async () => undefined),
});
const account = (role: string) => ({
  status: 'ok',
  data: { token: 'v1.t', user: { name: 'Olga', email: typed.email, role }, expiresAt: 0 },
});

test('an organiser gets in', async () => {
  const world = answering(account('organiser'));
  expect(await logIn(typed, world)).toBeNull();
  expect(world.open).toHaveBeenCalledWith({ token: 'v1.t', name: 'Olga' });
});

test('a customer and the box office are told so, and the session that was opened for them is ended', async () => {
  for (const role of ['customer', 'box-office']) {
    const world = answering(account(role));
    expect(await logIn(typed, world)).toEqual({ reason: 'not_for_you' });
    expect(world.open).not.toHaveBeenCalled();
    expect(world.revoke).toHaveBeenCalledWith('v1.t');
  }
});

test('every other end of a login has its own words', async () => {
  const problemOf = (outcome: object) => logIn(typed, answering(outcome));
  expect(await problemOf({ status: 'ERROR' })).toEqual({ reason: 'no_answer' });
  expect(await problemOf({ status: 'fault' })).toEqual({ reason: 'other' });
  for (const failure of ['wrong_credentials', 'invalid_input']) {
    expect(await problemOf({ status: 'refusal', failure })).toEqual({ reason: 'wrong_credentials' });
  }
  expect(await problemOf({ status: 'refusal', failure: 'too_many_attempts', data: { retryAfterSeconds: 30 } })).toEqual({
    reason: 'too_many_attempts',
    seconds: 30,
  });
  const unsolved = { ...answering({}), captcha: () => Promise.reject(new Error('no challenge')) };
  expect(await logIn(typed, unsolved)).toEqual({ reason: 'captcha_failed' });
});

test('a session of the office lasts 180 minutes; what is none in storage is none (CO-004)', () => {
  const stored = JSON.stringify({ token: 'v1.t', name: 'Olga', loggedInAt: 0 });
  expect(readSession(stored, 180 * 60_000 - 1, 180)).toMatchObject({ name: 'Olga' });
  expect(readSession(stored, 180 * 60_000, 180)).toBeNull();
  for (const none of [null, '', '{', 'null', '[]', '{"token":""}']) expect(readSession(none, 0, 180)).toBeNull();
});
