import { expect, test } from 'vitest';
import { birthdayOf, formProblems } from '../../app/login/sign-up/form-problems.ts';

const form = {
  firstName: 'Julia',
  lastName: 'Paredes',
  gender: 'feminine',
  documentType: 'dni',
  documentNumber: '30.123.456',
  day: '3',
  month: '5',
  year: '1990',
  email: 'julia@correo.example',
  emailConfirmation: ' JULIA@correo.example',
  password: 'Platea2026',
  passwordConfirmation: 'Platea2026',
  phoneType: 'mobile',
  phoneNumber: '11 5555-0120',
  country: 'ar',
};
const problems = (changes: Partial<typeof form>) => formProblems({ ...form, ...changes }, '2026-11-21', { asksTerms: false });

test('a correct form has no problems', () => expect(problems({})).toEqual({}));

test('the terms are required where the deployment asks for them here (FL-019)', () => {
  const asked = (terms?: string) => formProblems({ ...form, ...(terms && { terms }) }, '2026-11-21', { asksTerms: true });
  expect([asked(), asked('on')]).toEqual([{ terms: 'missing' }, {}]);
});

test('gender is required (VA-017)', () => expect(problems({ gender: '' })).toEqual({ gender: 'missing' }));

test('an e-mail must be one, and both confirmations must match (VA-009, VA-011, VA-012)', () => {
  expect(problems({ email: 'julia@', emailConfirmation: 'julia@' })).toEqual({ email: 'invalid' });
  expect(problems({ passwordConfirmation: 'Platea2027', emailConfirmation: 'otra@correo.example' })).toEqual({
    emailConfirmation: 'mismatch',
    passwordConfirmation: 'mismatch',
  });
});

test('a birthday is reported as missing, wrong in one part, or not a date (VA-022, VA-023, VA-026)', () => {
  expect(problems({ day: '', month: '', year: '' })).toEqual({ birthday: 'missing' });
  expect(problems({ day: '32' })).toEqual({ birthday: 'invalid_day' });
  expect(problems({ month: '13' })).toEqual({ birthday: 'invalid_month' });
  expect(problems({ day: '31', month: '2' })).toEqual({ birthday: 'invalid_date' });
  expect(birthdayOf({ day: '3', month: '5', year: '1990' })).toBe('1990-05-03');
});
