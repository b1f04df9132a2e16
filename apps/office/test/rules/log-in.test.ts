import type { Client } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { type LogInWorld, logIn } from '../../app/login/log-in.ts';

const typed = { email: 'olga@butaca.example', password: 'Organizador2026' };
const answering = (outcome: object): LogInWorld => ({
  client: { call: async () => outcome } as unknown as Client,
  captcha: async () => 'solved',
  open: vi.fn(() => true),
  revoke: vi.fn(async () => undefined),
});
const account = (role: string) => ({
  status: 'ok',
  data: { token: 'v1.t', user: { name: 'Olga', email: typed.email, role }, expiresAt: 0 },
});

test('an organiser is let in', async () => {
  const world = answering(account('organiser'));
  expect(await logIn(typed, world)).toBeNull();
  expect(world.open).toHaveBeenCalledWith('v1.t', { name: 'Olga', email: typed.email, role: 'organiser' });
});

test('a customer and the box office are refused, and the session that was opened for them is ended', async () => {
  for (const role of ['customer', 'box-office']) {
    const world = answering(account(role));
    expect(await logIn(typed, world)).toEqual({ reason: 'not_for_you' });
    expect(world.open).not.toHaveBeenCalled();
    expect(world.revoke).toHaveBeenCalledWith('v1.t');
  }
});

test('every other outcome of a log-in has a reason of its own', async () => {
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

test('where the browser does not store, there is a reason of its own', async () => {
  expect(await logIn(typed, { ...answering(account('organiser')), open: () => false })).toEqual({ reason: 'storage' });
});
