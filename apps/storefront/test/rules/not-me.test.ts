import { expect, test } from 'vitest';
import { actOf } from '../../app/login/NotMeScreen.tsx';

test('of a passkey that was removed since the page does not say that it removes it', () => {
  expect(actOf({ kind: 'passkey', isThere: false })).toBe('passkey.removed');
  expect(actOf({ kind: 'passkey', isThere: true })).toBe('passkey');
  // A server of the version before does not say it.
  expect(actOf({ kind: 'passkey' })).toBe('passkey');
  expect(actOf({ kind: 'device', isThere: false })).toBe('device');
});
