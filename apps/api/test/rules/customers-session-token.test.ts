import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newSessionToken, readSessionToken, sessionTokenReader } from '../../src/customers/session.ts';

const SECRET = 'the secret of this test';

test('a token leads to its session, and all tokens differ', () => {
  const first = newSessionToken(SECRET);
  const second = newSessionToken(SECRET);
  expect(readSessionToken(SECRET, first.token)).toBe(first.sessionId);
  expect(second.token).not.toBe(first.token);
  expect(second.sessionId).not.toBe(first.sessionId);
});

test('the session’s id does not reveal the token', () => {
  const { token, sessionId } = newSessionToken(SECRET);
  expect(token).not.toContain(sessionId);
});

test('every character counts', () => {
  const { token } = newSessionToken(SECRET);
  for (let index = 0; index < token.length; index += 1) {
    const altered = `${token.slice(0, index)}${token[index] === 'x' ? 'y' : 'x'}${token.slice(index + 1)}`;
    expect(readSessionToken(SECRET, altered)).toBeNull();
  }
  for (const other of ['', token.slice(0, -1), `${token}A`, `${token}\n`, token.toUpperCase()])
    expect(readSessionToken(SECRET, other)).toBeNull();
  expect(readSessionToken('another secret', token)).toBeNull();
});

test('a reader with a cache of signed tokens answers as one without, however many there are', () => {
  const read = sessionTokenReader(SECRET);
  const tokens = Array.from({ length: 21_000 }, () => newSessionToken(SECRET));
  for (const round of ['first', 'again']) {
    for (const { token, sessionId } of tokens) if (read(token) !== sessionId) throw new Error(`${round}: ${token}`);
  }
  const { token } = newSessionToken('another secret');
  expect([read(token), read(token)]).toEqual([null, null]);
  expect(sessionTokenReader('another secret')(tokens[0]?.token ?? '')).toBeNull();
});

test('a signed token is checked once, and forged ones do not displace it', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  onTestFinished(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });
  const read = sessionTokenReader(SECRET);
  const { token, sessionId } = newSessionToken(SECRET);
  expect([read(token), read(token), compare.mock.calls.length]).toEqual([sessionId, sessionId, 1]);
  for (let forged = 0; forged < 20_000; forged++) read(`v1.${String(forged).padStart(43, '0')}.${'A'.repeat(43)}`);
  compare.mockClear();
  expect([read(token), compare.mock.calls.length]).toEqual([sessionId, 0]);
});
