import { expect, test } from 'vitest';
import { caretAfter, groupedNumber, writtenExpiry } from '../../../app/purchase/buy/card/grouping.ts';

test('a card number stands in the groups of its brand, typed or pasted', () => {
  expect(groupedNumber('4507990000004905')).toBe('4507 9900 0000 4905');
  expect(groupedNumber(' 4507-9900 0000.4905 ')).toBe('4507 9900 0000 4905');
  expect(groupedNumber('Tarjeta: 373953192351004')).toBe('3739 531923 51004');
  expect(groupedNumber('45079')).toBe('4507 9');
  expect(groupedNumber('')).toBe('');
  expect(groupedNumber('52999100100000159999')).toBe('5299 9100 1000 0015');
});

test('an expiry date gets its slash, typed or pasted as people write it', () => {
  const typed = { '1': '1', '12': '12', '123': '12/3', '1230': '12/30', '8': '08', '830': '08/30', '5/': '05/', '0': '0' };
  const pasted = { '08/2030': '08/30', '8/30': '08/30', '08 / 30': '08/30', '082030': '08/30', '08-30': '08/30' };
  for (const [text, written] of Object.entries({ ...typed, ...pasted })) expect(writtenExpiry(text), text).toBe(written);
});

test('taking the slash away leaves the month to be changed', () => {
  expect(writtenExpiry('12/')).toBe('12/');
  expect(writtenExpiry('12')).toBe('12');
});

test('the caret stays behind its digit', () => {
  // A 9 put in after 450: what was "4507 99" is now "4509 799".
  expect(caretAfter('4509 799', { text: '45097 99', caret: 4 })).toBe(4);
  expect(caretAfter('4507 9', { text: '45079', caret: 5 })).toBe(6);
  expect(caretAfter('4507 9', { text: '4507 9', caret: 0 })).toBe(0);
});
