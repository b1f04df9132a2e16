import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import { EMAIL_PATTERN, emailConfirmationProblem, emailProblem } from '../src/rules/email.ts';
import {
  birthdayProblem,
  correctedName,
  documentProblem,
  nameProblem,
  passwordConfirmationProblem,
  passwordProblem,
  phoneProblem,
  readDay,
  signUpProblems,
  writeDay,
} from '../src/rules/person.ts';

describe('e-mail', () => {
  test('it is required, and has the form of an address (VA-008, VA-009)', () => {
    expect(['', '   '].map(emailProblem)).toEqual(['missing', 'missing']);
    const good = ['a@b.co', ' Ana.Perez+entradas@Correo.com.AR ', "o'higgins@x-y.example", 'a@xn--espaa-rta.com'];
    expect(good.map(emailProblem)).toEqual(good.map(() => null));
    const bad = [
      'a@b',
      'a b@c.d',
      'a@b..co',
      '@b.co',
      'a@',
      'a@-b.co',
      'a@b.c',
      'a@b@c.co',
      'a@127.0.0.1',
      'ana@correo,com',
      `${'a'.repeat(65)}@b.co`,
    ];
    expect(bad.map(emailProblem)).toEqual(bad.map(() => 'invalid'));
    expect(emailProblem(`a@${'b'.repeat(60)}.${'c.'.repeat(100)}com`)).toBe('too_long');
  });

  test('a dot in the domain and no blank are asked for', () => {
    expect(['a@b', 'a b@c.d', 'a@b.co'].map((email) => EMAIL_PATTERN.test(email))).toEqual([false, false, true]);
  });

  test('a long text that is no address is refused without trying every part of it against every other', { timeout: limit(20_000) }, () => {
    expect(EMAIL_PATTERN.test(`a@${'a-'.repeat(300_000)}`)).toBe(false);
    expect(EMAIL_PATTERN.test(`a@${'a.'.repeat(300_000)}!`)).toBe(false);
  });

  test('its confirmation may differ in case and blanks (VA-012)', () => {
    expect(emailConfirmationProblem('ana@correo.example', ' ANA@correo.example ')).toBeNull();
    expect(emailConfirmationProblem('ana@correo.example', 'ana@correo.exampl')).toBe('mismatch');
  });
});

describe('password', () => {
  test('it is required and has at least 8 characters (VA-010, VA-013, CO-025)', () => {
    expect(passwordProblem('')).toBe('missing');
    expect(passwordProblem('Abcdef1')).toBe('too_short');
    expect(passwordProblem('Abcdefg1')).toBeNull();
    expect(passwordProblem('A1🎭🎭🎭🎭')).toBe('too_short');
  });

  test('it has a capital, accented ones included (VA-014)', () => {
    expect(passwordProblem('abcdefg1')).toBe('no_capital');
    expect(['Ábcdefg1', 'Ñandubay1', 'Über1234'].map(passwordProblem)).toEqual([null, null, null]);
  });

  test('it has a number (VA-015)', () => {
    expect(passwordProblem('Abcdefgh')).toBe('no_number');
  });

  test('its confirmation is the same, blanks included (VA-011)', () => {
    expect(passwordConfirmationProblem('Abcdefg1', 'Abcdefg1')).toBeNull();
    expect(passwordConfirmationProblem('Abcdefg1', 'Abcdefg1 ')).toBe('mismatch');
  });
});

describe('document', () => {
  test('its number is required, whatever its type (VA-018)', () => {
    expect(['dni', 'passport', 'unidentified'].map((type) => documentProblem(type, ' . '))).toEqual(['missing', 'missing', 'missing']);
  });

  test('a DNI has bounds below and above (VA-019, VA-020)', () => {
    const problems = ['999999', '1000000', '99999999', '100000000', '30.123.456', '3012345X'].map((number) =>
      documentProblem('dni', number),
    );
    expect(problems).toEqual(['too_low', null, null, 'too_high', null, 'invalid']);
    expect(documentProblem('dni', `${'0'.repeat(30)}30123456`)).toBe('too_long');
  });

  test('a CUIT and a CUIL have 11 digits, other documents 4 to 20 letters and digits (VA-020)', () => {
    expect(['20-30123456-7', '2030123456', '203012345678'].map((number) => documentProblem('cuit', number))).toEqual([
      null,
      'too_short',
      'too_long',
    ]);
    expect(documentProblem('cuil', '27301234565')).toBeNull();
    expect(['abc', 'ab12', 'A'.repeat(20), 'A'.repeat(21), 'AB/12'].map((number) => documentProblem('passport', number))).toEqual([
      'too_short',
      null,
      null,
      'too_long',
      'invalid',
    ]);
  });
});

describe('name', () => {
  test('it has at least one character (VA-021)', () => {
    expect(['', '   ', 'A', ' Á '].map(nameProblem)).toEqual(['missing', 'missing', null, null]);
  });

  test('digits are flagged (VA-037)', () => {
    expect(['Ana2', 'Ana٣'].map(nameProblem)).toEqual(['forbidden_characters', 'forbidden_characters']);
  });

  test.each([...'%#@$&*<>\\+{}~|!()-'])('the symbol %s is flagged (VA-038)', (symbol) => {
    expect(nameProblem(symbol)).toBe('forbidden_characters');
    expect(nameProblem(`Ana${symbol}María`)).toBe('forbidden_characters');
  });

  test('apostrophes, dots and accents are fine (VA-038)', () => {
    expect(["D'Angelo", 'Ma. José', 'Núñez', 'Bjørk', 'Ĝoĝo'].map(nameProblem)).toEqual([null, null, null, null, null]);
  });

  test('flagged characters can be removed (VA-039)', () => {
    expect(correctedName('Ana-2 María!')).toBe('Ana María');
    expect(correctedName('Pérez-Gómez')).toBe('Pérez Gómez');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => nameProblem(correctedName(typed)) !== 'forbidden_characters'),
    );
  });
});

describe('birthday', () => {
  const today = { year: 2026, month: 11, day: 21 };
  const problemOf = (change: object) => birthdayProblem({ year: 1990, month: 5, day: 17, ...change }, today);

  test('its day is from 1 to 31 and its month from 1 to 12 (VA-022, VA-023)', () => {
    expect([0, 1, 31, 32].map((day) => problemOf({ day }))).toEqual(['invalid_day', null, null, 'invalid_day']);
    expect([0, 1, 12, 13].map((month) => problemOf({ month }))).toEqual(['invalid_month', null, null, 'invalid_month']);
  });

  test('its year is neither above this one nor before 1900 (VA-024, VA-025)', () => {
    expect([1899, 1900, 2026, 2027].map((year) => problemOf({ year }))).toEqual(['year_too_low', null, null, 'year_too_high']);
  });

  test('it is a date that exists and has come (VA-026)', () => {
    expect(problemOf({ day: 31, month: 2 })).toBe('invalid_date');
    expect([1900, 2000, 2023, 2024].map((year) => problemOf({ day: 29, month: 2, year }))).toEqual([
      'invalid_date',
      null,
      'invalid_date',
      null,
    ]);
    expect(problemOf({ year: 2026, month: 11, day: 21 })).toBeNull();
    expect(problemOf({ year: 2026, month: 11, day: 22 })).toBe('in_the_future');
    expect(problemOf({ day: Number.NaN })).toBe('invalid_day');
  });

  test('it is written as the contract carries it', () => {
    expect(writeDay({ year: 1990, month: 5, day: 7 })).toBe('1990-05-07');
    expect(readDay('1990-05-07')).toEqual({ year: 1990, month: 5, day: 7 });
  });
});

test('names as people have them are names, in any script', () => {
  const names = [
    'Julia',
    'María José',
    "O'Higgins",
    'D’Angelo',
    'J. R.',
    'J.R.R. Tolkien',
    'Ma. Eugenia',
    'Ñusta',
    '美咲',
    'Мария',
    'محمد',
    'Łukasz',
    'Davis, Jr.',
  ];
  expect(names.map(nameProblem)).toEqual(names.map(() => null));
});

test('a name carries no address to click and no sentence', () => {
  const texts = [
    'www.estafa.example',
    'estafa.example',
    'bit.ly',
    'bit．ly',
    'bit。ly',
    'http:estafa',
    'ana＠estafa',
    'premio: ya',
    'Julia\u2028Bcc',
    'ver /x',
    '¿Ganaste?',
    'a=b',
  ];
  expect(texts.map(nameProblem)).toEqual(texts.map(() => 'forbidden_characters'));
  expect(['bit.ly', 'M.Ángel', 'Ana/Luz'].map(correctedName)).toEqual(['bit. ly', 'M. Ángel', 'Ana Luz']);
});

test('a phone with letters in it is no phone, however many digits it has', () => {
  const typed = [
    'abc123456',
    '123456abc',
    '123a456',
    '+54 11 5555-010O',
    '١٢٣٤٥٦٧',
    '５５５５５５５',
    '123456#1',
    '123456,1',
    '123_456_789',
    '1e10000',
  ];
  expect(typed.map((each) => phoneProblem(each))).toEqual(typed.map(() => 'invalid'));
});

test('a phone has 6 to 15 digits, however they are grouped', () => {
  expect(['', '11 5555-010', '+54 (11) 5555-0100', '12345', '1234567890123456', 'casa'].map((each) => phoneProblem(each))).toEqual([
    'missing',
    null,
    null,
    'too_short',
    'too_long',
    'invalid',
  ]);
});

test('a mobile of Argentina as it is dialled within its area lacks the area code, and is told so with the rest of the form (EN-088)', () => {
  for (const typed of ['15 4444-1234', '154444123', '15-123456']) {
    expect(phoneProblem(typed, 'ar'), typed).toBe('no_area_code');
    expect(phoneProblem(typed, 'uy'), typed).toBeNull();
  }
  for (const typed of ['11 4444-1234', '011 15 4444-1234', '11 15 4444 1234', '+54 9 11 4444-1234', '+1 541 555 0100', '150']) {
    expect(phoneProblem(typed, 'ar'), typed).not.toBe('no_area_code');
  }
});

test('all problems of a form are listed in the order of its fields', () => {
  const form = {
    firstName: 'Ana2',
    lastName: 'Paredes',
    documentType: 'dni',
    documentNumber: '5',
    birthday: '1990-02-31',
    email: 'a@b',
    password: 'abc',
    phoneNumber: '',
    country: 'ar',
  };
  expect(signUpProblems(form, { year: 2026, month: 11, day: 21 }).map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'firstName forbidden_characters',
    'documentNumber too_low',
    'birthday invalid_date',
    'email invalid',
    'password too_short',
    'phoneNumber missing',
  ]);
});

test('what tickets cannot print is refused by name: emoji, other scripts, piles of marks', () => {
  const input = {
    firstName: 'Julia',
    lastName: 'Paredes',
    documentType: 'dni',
    documentNumber: '30123456',
    birthday: '1990-05-17',
    email: 'julia@correo.example',
    password: 'Platea2026',
    phoneNumber: '1155550100',
    country: 'ar',
  };
  const today = { year: 2026, month: 11, day: 21 };
  for (const name of ['Ana 🎭', '美咲', 'محمد', 'Z\u0301\u0302\u0303\u0304a', '❤']) {
    expect(signUpProblems({ ...input, firstName: name }, today), name).toEqual([{ field: 'firstName', reason: 'unprintable' }]);
    expect(signUpProblems({ ...input, lastName: name }, today), name).toEqual([{ field: 'lastName', reason: 'unprintable' }]);
  }
  for (const name of ['Αλέξανδρος', 'Ґалина', 'M̃ongelós', 'Hương', 'D’Angelo', 'Ma. José', 'Ñusta', 'Davis, Jr.']) {
    expect(signUpProblems({ ...input, firstName: name, lastName: name }, today), name).toEqual([]);
  }
});
