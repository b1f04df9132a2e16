import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { buyProblems, readBuyForm } from '../../../app/purchase/buy/buy-form.ts';
import { aForm } from './a-purchase.ts';

const right = {
  today: { year: 2026, month: 11, day: 21 },
  checks: { number: true, code: true, expiry: true },
  deliveryChosen: true,
  termsAccepted: true,
};

test('a form with everything in it can be sent', () => {
  expect(buyProblems(aForm, right)).toEqual({});
  expect(buyProblems({ ...aForm, birthday: '' }, right)).toEqual({});
});

test('what is wrong stands in the order of the page, the terms last (VA-034)', () => {
  const empty = { ...aForm, number: '', expiry: '', code: '', holder: '', documentNumber: '', email: 'a@b', birthday: '1990-02-30' };
  const found = buyProblems(empty, { ...right, deliveryChosen: false, termsAccepted: false });
  expect(Object.entries(found)).toEqual([
    ['delivery', 'missing'],
    ['number', 'missing'],
    ['expiry', 'missing'],
    ['code', 'missing'],
    ['holder', 'missing'],
    ['documentNumber', 'missing'],
    ['birthday', 'invalid_date'],
    ['email', 'invalid'],
    ['terms', 'missing'],
  ]);
});

test('this deployment checks the card’s number, its code and its expiry (FL-024)', async () => {
  const { validateCardNumber: number, validateSecurityCode: code, validateCardExpiry: expiry } = (await loadBrand('butaca')).brand.flags;
  const wrong = { ...aForm, number: '4507990000004906', expiry: '10/26', code: '12' };
  expect(buyProblems(wrong, { ...right, checks: { number, code, expiry } })).toEqual({
    number: 'invalid',
    expiry: 'expired',
    code: 'invalid',
  });
});

test('lengths that the acquirer names go before the brand’s own', () => {
  expect(buyProblems(aForm, { ...right, lengths: [18] })).toEqual({ number: 'incomplete' });
});

test('three parts make a birthday, none make none', () => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ day: '5', month: '3', year: '1990', number: '4507' })) data.set(name, value);
  expect(readBuyForm(data)).toMatchObject({ birthday: '1990-03-05', number: '4507', email: '' });
  for (const name of ['day', 'month', 'year']) data.set(name, ' ');
  expect(readBuyForm(data).birthday).toBe('');
});

test('what costs nothing asks for no card: the delivery and the terms alone', () => {
  const empty = { ...aForm, number: '', expiry: '', code: '', holder: '', documentNumber: '', email: '', birthday: '' };
  expect(buyProblems(empty, { ...right, card: false })).toEqual({});
  expect(buyProblems(empty, { ...right, card: false, deliveryChosen: false, termsAccepted: false })).toEqual({
    delivery: 'missing',
    terms: 'missing',
  });
});

test('a wallet that asks for a phone gets one', () => {
  const given = { ...right, card: false, phone: true };
  expect(buyProblems(aForm, given)).toEqual({ phone: 'missing' });
  expect(buyProblems({ ...aForm, phone: '0981 123456' }, given)).toEqual({});
});
