import { expect, test } from 'vitest';
import { maskedEmail } from '../src/rules/email.ts';

test.each([
  ['mallory@correo.example', 'm…@correo.example'],
  ['a@correo.example', 'a…@correo.example'],
  ['𝒥ulia@münchen.example', '𝒥…@münchen.example'],
])('%s is masked as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
