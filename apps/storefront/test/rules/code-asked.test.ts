import { serverClock } from '@butaca/browser/server-clock.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetCodeAsked, isCodeAsked, keepCodeAsked } from '../../app/account/mailbox/code-asked.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetCodeAsked();
});

test('a page that was loaded again knows for 15 minutes that a code went to this address (CA-036)', () => {
  const asked = Date.parse('2026-11-30T22:30:00Z');
  const now = vi.spyOn(serverClock, 'now').mockReturnValue(asked);
  expect(isCodeAsked('ana@correo.example')).toBe(false);
  keepCodeAsked('ana@correo.example');
  expect(isCodeAsked('ana@correo.example')).toBe(true);
  expect(isCodeAsked('luis@correo.example')).toBe(false);
  now.mockReturnValue(asked + 15 * 60_000 - 1);
  expect(isCodeAsked('ana@correo.example')).toBe(true);
  now.mockReturnValue(asked + 15 * 60_000);
  expect(isCodeAsked('ana@correo.example')).toBe(false);
});

test('after the code was typed, and after a log-out, nothing of it is kept (CA-036)', () => {
  keepCodeAsked('ana@correo.example');
  forgetCodeAsked();
  expect(isCodeAsked('ana@correo.example')).toBe(false);
});
