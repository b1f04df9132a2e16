import type { Client } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { type LogInWorld, logIn } from '../../app/login/log-in.ts';

const typed = { email: 'olga@butaca.example', password: 'Organizador2026' };
const answering = (outcome: object): LogInWorld => ({
  client: { call: async () => outcome } as unknown as Client,
  captcha: async () => 'solved',
  entrances: { office: vi.fn(() => true), counter: vi.fn(() => true), revoke: vi.fn(async () => undefined) },
});
const account = (role: string) => ({
  status: 'ok',
  data: { token: 'v1.t', user: { name: 'Olga', email: typed.email, role }, expiresAt: 0 },
});

test('an organiser is let into the office, a clerk to the counter', async () => {
  for (const [role, entrance, other] of [
    ['organiser', 'office', 'counter'],
    ['box-office', 'counter', 'office'],
  ] as const) {
    const world = answering(account(role));
    expect(await logIn(typed, world)).toBeNull();
    expect(world.entrances[entrance]).toHaveBeenCalledWith('v1.t', { name: 'Olga', email: typed.email, role });
    expect(world.entrances[other]).not.toHaveBeenCalled();
  }
});

test('a customer is refused, and the session that was opened for them is ended', async () => {
  const world = answering(account('customer'));
  expect(await logIn(typed, world)).toEqual({ reason: 'not_for_you' });
  expect(world.entrances.office).not.toHaveBeenCalled();
  expect(world.entrances.counter).not.toHaveBeenCalled();
  expect(world.entrances.revoke).toHaveBeenCalledWith('v1.t');
});

test('after the password of staff comes their second factor, or setting one up', async () => {
  const asked = { proof: 'p', passkeyOptions: '{}' };
  expect(await logIn(typed, answering({ status: 'refusal', failure: 'second_factor_needed', data: asked }))).toEqual({
    step: 'factor',
    ...asked,
  });
  expect(await logIn(typed, answering({ status: 'refusal', failure: 'second_factor_missing', data: { proof: 'p' } }))).toEqual({
    step: 'enrolment',
    proof: 'p',
  });
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
  const world = answering(account('organiser'));
  expect(await logIn(typed, { ...world, entrances: { ...world.entrances, office: () => false } })).toEqual({ reason: 'storage' });
});
