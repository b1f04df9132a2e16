import { describe, expect, test } from 'vitest';
import {
  cardDigits,
  cardExpiryProblem,
  cardNumberProblem,
  cardProblems,
  correctedHolder,
  holderProblem,
  monthIn,
  readExpiry,
  securityCodeProblem,
} from '../src/rules/card.ts';

const november = { year: 2026, month: 11 };
const good = {
  number: '4507 9900 0000 4905',
  expiry: '08/30',
  code: '123',
  holder: 'Ana Ferreyra',
  documentType: 'dni',
  documentNumber: '30.123.456',
  email: 'ana@correo.example',
};
const all = { number: true, code: true, expiry: true };
const problems = (changes: Partial<typeof good>, checks = all) =>
  Object.entries(cardProblems({ ...good, ...changes }, { now: november, checks })).filter(([, reason]) => reason);

describe('number', () => {
  test('its check digit must be right (VA-027)', () => {
    const right = [
      '4507990000004905',
      '5299 9100 1000 0015',
      '373953192351004',
      '5896-5700-0000-0008',
      '2223003122003222',
      '36148900647913',
    ];
    expect(right.map((number) => cardNumberProblem(number))).toEqual(right.map(() => null));
    const wrong = ['4507990000004906', '4507990000009405', '5299910010000016', '373953192351003', '0000000000000000', '4507x90000004905'];
    expect(wrong.map((number) => cardNumberProblem(number))).toEqual(wrong.map(() => 'invalid'));
  });

  test('all its digits must be there, as many as its brand has (VA-028)', () => {
    expect(cardNumberProblem(' ')).toBe('missing');
    expect(['4', '450799', '450799000000490', '37395319235100', '529991001000001'].map((number) => cardNumberProblem(number))).toEqual(
      Array(5).fill('incomplete'),
    );
    expect(cardNumberProblem('45079900000049050000')).toBe('invalid');
    // Twelve digits are a Maestro, and too few for any other brand.
    expect(cardNumberProblem('676770000000')).not.toBe('incomplete');
    expect(cardNumberProblem('450799000002')).toBe('incomplete');
  });

  test('an issuer without check digits keeps its numbers, and what the acquirer says of lengths goes first', () => {
    expect(cardNumberProblem('5895620000000001')).toBeNull();
    expect(cardNumberProblem('4507990000004905', { lengths: [18] })).toBe('incomplete');
  });

  test('a brand that does not check numbers takes any (VA-041)', () => {
    expect(problems({ number: '1234' }, { ...all, number: false })).toEqual([]);
    expect(problems({ number: '' }, { ...all, number: false })).toEqual([['number', 'missing']]);
  });

  test('blanks and hyphens are how people write it', () => {
    expect(cardDigits(' 4507-9900 0000.4905 ')).toBe('4507990000004905');
  });
});

describe('expiry', () => {
  test('it is read as people and browsers write it', () => {
    const august = { month: 8, year: 2030 };
    for (const typed of ['08/30', '8/30', '0830', '08 / 2030', '082030', '08-30', ' 08/30 '])
      expect(readExpiry(typed), typed).toEqual(august);
    for (const typed of ['', '08', '08/', '/30', '08/3', '08/030', 'ago 30']) expect(readExpiry(typed), typed).toBeNull();
  });

  test('month and year are required (VA-029)', () => {
    expect(['', '  ', '08', '08/', '/30'].map((typed) => cardExpiryProblem(typed, november))).toEqual([
      'missing',
      'missing',
      'incomplete',
      'incomplete',
      'incomplete',
    ]);
    expect(['00/30', '13/30'].map((typed) => cardExpiryProblem(typed, november))).toEqual(['invalid_month', 'invalid_month']);
  });

  test('the current month is good, the one before is not (VA-030)', () => {
    expect(['11/26', '12/26', '01/27', '11/2046'].map((typed) => cardExpiryProblem(typed, november))).toEqual([null, null, null, null]);
    expect(['10/26', '12/25', '12/2025'].map((typed) => cardExpiryProblem(typed, november))).toEqual(['expired', 'expired', 'expired']);
    expect(cardExpiryProblem('11/2047', november)).toBe('invalid');
  });

  test('a month ends when it ends in Buenos Aires (VA-030)', () => {
    const buenosAires = 'America/Argentina/Buenos_Aires';
    expect(monthIn(buenosAires, Date.parse('2026-12-01T02:59:59Z'))).toEqual(november);
    expect(monthIn(buenosAires, Date.parse('2026-12-01T03:00:00Z'))).toEqual({ year: 2026, month: 12 });
  });

  test('a brand that does not check expiry takes a month of the past (VA-043)', () => {
    expect(problems({ expiry: '01/20' }, { ...all, expiry: false })).toEqual([]);
    expect(problems({ expiry: '01/20' })).toEqual([['expiry', 'expired']]);
  });
});

test('the security code has three or four digits (VA-031, CO-024)', () => {
  expect(['12', '123', '1234', '12345', '12a', ''].map((typed) => securityCodeProblem(typed))).toEqual([
    'invalid',
    null,
    null,
    'invalid',
    'invalid',
    'missing',
  ]);
});

test('a brand that does not check security codes asks for none (VA-042)', () => {
  expect(problems({ code: '' }, { ...all, code: false })).toEqual([]);
  expect(problems({ code: '' })).toEqual([['code', 'missing']]);
});

test('cardholder and document number are required (VA-032, VA-033)', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ holder: ' ', documentNumber: '' })).toEqual([
    ['holder', 'missing'],
    ['documentNumber', 'missing'],
  ]);
});

test('the cardholder is taken as cards carry it, and a correction leaves a blank where a sign was', () => {
  for (const holder of ['ANA-MARIA LOPEZ', 'PEREZ/ANA MR', "D'ANGELO", 'GOMEZ & HIJOS (2) S.R.L.', 'Núñez, José', 'EMPRESA 24'])
    expect(holderProblem(holder)).toBeNull();
  for (const holder of [
    'ANA;LOPEZ',
    'ANA^LOPEZ',
    'ANA%LOPEZ',
    'ANA=LOPEZ',
    'ANA?LOPEZ',
    'ANA_LOPEZ',
    'ANA<LOPEZ',
    'ANA＠LOPEZ',
    'ANA🎟LOPEZ',
  ]) {
    expect(problems({ holder })).toEqual([['holder', 'forbidden_characters']]);
    expect(correctedHolder(holder)).toBe('ANA LOPEZ');
    expect(holderProblem(correctedHolder(holder))).toBeNull();
  }
  expect(problems({ holder: 'A'.repeat(81) })).toEqual([['holder', 'too_long']]);
  expect(holderProblem(' ANA \u00a0 LOPEZ\u200b')).toBeNull();
});
