import { writeStoredSession } from '@butaca/contract/stored-session';
import { expect, test } from 'vitest';
import { earlyScript } from '../../app/frame/early-script.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const user = { name: 'Ana', email: 'a@b.co', hasAlias: false, role: 'customer' } as const;
const minutes = (count: number) => count * 60_000;

/** What the script in the head of a page says about who looks at it. */
function seenBeforePaint({ loggedInAt, sessionMinutes }: { loggedInAt: number; sessionMinutes: number }) {
  const dataset: { session?: string } = {};
  const storage = { getItem: () => writeStoredSession({ token: 't', loggedInAt, user }), setItem: () => undefined };
  const run = new Function(
    'document',
    'localStorage',
    'sessionStorage',
    'window',
    'addEventListener',
    'Date',
    earlyScript({ sessionMinutes }),
  );
  run(
    { documentElement: { dataset } },
    storage,
    storage,
    {},
    () => undefined,
    class extends Date {
      static override now = () => now;
    },
  );
  return dataset.session;
}

test('before the first paint a session lasts as long as the brand says, too', () => {
  expect(seenBeforePaint({ loggedInAt: now - minutes(44), sessionMinutes: 45 })).toBe('open');
  expect(seenBeforePaint({ loggedInAt: now - minutes(45), sessionMinutes: 45 })).toBe('guest');
  expect(seenBeforePaint({ loggedInAt: now - minutes(45), sessionMinutes: 180 })).toBe('open');
});
