import { expect, test } from 'vitest';
import { isCommonPassword } from '../../src/customers/common-passwords.ts';

test.each(['Password1', 'Qwerty123', 'Argentina1', 'ARGENTINA2026', 'Iloveyou1!', 'Abcdefg1', 'Pass1234', 'Ｐassword1'])(
  '%s is one that guessers try first',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each([
  'Platea2026',
  'Boleteria2026',
  'Organizador2026',
  'PuertaDeSala2026',
  'correcto caballo Grapa 9',
  'Tr0mbón-en-la-Sala',
  'xK7!qV2mZp',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false));

test('the longest password is looked up as fast as a short one', () => {
  expect(isCommonPassword(`A${'1'.repeat(199)}`)).toBe(false);
  expect(isCommonPassword('!'.repeat(200))).toBe(false);
});
