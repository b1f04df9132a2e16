import { writeStoredSession } from '@butaca/contract/stored-session';
import { expect, test } from 'vitest';
import { earlyScript } from '../../app/frame/early-script.ts';

const user = { name: 'Ana', email: 'a@b.co', hasAlias: false, role: 'customer' } as const;

/** What the script in the head of a page says about who looks at it. */
function seenBeforePaint(stored: string | null) {
  const dataset: { session?: string } = {};
  const storage = { getItem: () => stored, setItem: () => undefined };
  const run = new Function('document', 'localStorage', 'sessionStorage', 'window', 'addEventListener', earlyScript());
  run({ documentElement: { dataset } }, storage, storage, { location: { pathname: '/', search: '' } }, () => undefined);
  return dataset.session;
}

test('before the first paint whoever has a stored session is logged in, however old the device says it is', () => {
  expect(seenBeforePaint(writeStoredSession({ token: 't', loggedInAt: Date.parse('2026-11-21T12:00:00Z'), user }))).toBe('open');
  expect(seenBeforePaint(null)).toBe('guest');
  expect(seenBeforePaint('spoilt')).toBe('guest');
});
