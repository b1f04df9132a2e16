import { expect, test } from 'vitest';
import { askedEmailProblem, emailTypo } from '../src/rules/email-typo.ts';

test.each([
  ['julia@gmial.com', 'julia@gmail.com'],
  ['julia@gmal.com', 'julia@gmail.com'],
  ['julia@gmaill.com', 'julia@gmail.com'],
  ['julia@gmail.con', 'julia@gmail.com'],
  ['julia@gmail.co', 'julia@gmail.com'],
  [' Julia@GMIAL.com ', 'julia@gmail.com'],
  ['julia@hotmial.com', 'julia@hotmail.com'],
  ['julia@hotmail.con.ar', 'julia@hotmail.com.ar'],
  ['julia@yaho.com.ar', 'julia@yahoo.com.ar'],
  ['julia@outlok.com', 'julia@outlook.com'],
  ['julia@fibertel.com.at', null],
  ['julia@fibertl.com.ar', 'julia@fibertel.com.ar'],
])('a domain one slip from a common one is asked about, VA-009 (%s)', (typed, meant) => {
  expect(emailTypo(typed)).toBe(meant);
});

test.each([
  ...['julia@gmail.com', 'julia@ymail.com', 'julia@mail.com', 'julia@yahoo.com.au', 'julia@hotmail.com.br', 'julia@hotmail.fr'],
  ...['julia@butaca.example', 'julia@teatro.com.ar', 'gmial.com@teatro.com.ar', 'julia@gm.com', 'julia@gmial', '', 'julia'],
])('nothing is asked about %s, VA-009', (typed) => {
  expect(emailTypo(typed)).toBeNull();
});

test('who keeps an address is asked no more, and another one is asked about again', () => {
  expect(askedEmailProblem('julia@gmial.com', '')).toBe('typo');
  expect(askedEmailProblem('Julia@gmial.com ', 'julia@gmial.com')).toBeNull();
  expect(askedEmailProblem('julia@gmal.com', 'julia@gmial.com')).toBe('typo');
  expect(askedEmailProblem('julia@gmial', '')).toBe('invalid');
});
