import { expect, test } from 'vitest';
import { readSlip } from '../../../app/box-office/sale/slip.ts';

const typed = (over: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ brand: 'visa', lastFour: '4905', coupon: '0042', ...over })) form.set(name, value);
  return form;
};
const total = 1000_00;

test('the paper of a terminal is read as it was typed, for all of the total or a part', () => {
  for (const onTerminal of [total, 1])
    expect(readSlip(typed(), { onTerminal, total })).toEqual({ slip: { onTerminal, brand: 'visa', lastFour: '4905', coupon: '0042' } });
});

test('what is wrong with it is named by field', () => {
  for (const onTerminal of [null, 0, total + 1]) expect(readSlip(typed(), { onTerminal, total })).toEqual({ onTerminal: 'invalid' });
  for (const coupon of ['', '000', '12a', '1234567890123'])
    expect(readSlip(typed({ coupon }), { onTerminal: total, total })).toEqual({ coupon: 'invalid' });
  expect(readSlip(typed({ brand: '', lastFour: '123' }), { onTerminal: total, total })).toEqual({ brand: 'missing', lastFour: 'invalid' });
});
