import { expect, test } from 'vitest';
import { readMobile } from '../../src/customers/phone-number.ts';

test('a mobile number is known as it is dialled at home or from abroad, and has one form', () => {
  for (const typed of ['0981 123456', '0981123456', '+595 981 123456', '+595981123456'])
    expect(readMobile(typed, 'PY'), typed).toBe('595981123456');
});

test('a landline, a number of another country, one that is too short and words are no mobile number of the wallet', () => {
  for (const typed of ['021 441 000', '+54 9 11 2345-6789', '0981', '', 'mi celular', '0981123456 ext 3'])
    expect(readMobile(typed, 'PY'), typed).toBeNull();
});
