import type { Bill } from '@butaca/contract';
import { expect, test } from 'vitest';
import { Bills } from '../../../app/account/order/Bills.tsx';
import { OrdersScreen } from '../../../app/account/orders/OrdersScreen.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { anOrder, NOW } from './an-order.ts';

const bill: Bill = {
  id: 'B'.repeat(22),
  kind: 'bill',
  state: 'authorised',
  amount: 38_500,
  reference: 'B 00005-00000017',
  pointOfSale: 5,
  receiptNumber: 17,
  cae: '74123456789012',
  caeExpiresOn: '2026-12-01',
  issuedOn: '2026-11-21',
};
const note: Bill = { ...bill, id: 'C'.repeat(22), kind: 'credit_note', reference: 'B 00005-00000018', receiptNumber: 18 };
const waiting: Bill = { id: bill.id, kind: 'bill', state: 'pending', amount: bill.amount };

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const billsOf = (bills: Bill[]) => textOf(htmlIn(frameWith(), Bills, { order: anOrder({ bills }) }));
/** What each of them is called. */
const titlesOf = (bills: Bill[]) =>
  [...htmlIn(frameWith(), Bills, { order: anOrder({ bills }) }).matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title = '']) => textOf(title));
const listOf = (bills: Bill[]) =>
  textOf(htmlIn(frameWith(), OrdersScreen, { title: 'Mis compras', orders: [anOrder({ bills })], now: NOW }));

test('an order has its bill with its reference and its point of sale, and the list has a line of it (EN-118, EN-120, EN-121)', () => {
  expect(titlesOf([bill])).toEqual(['Factura B 00005-00000017']);
  expect(billsOf([bill])).toContain('Punto de venta 00005');
  expect(listOf([bill])).toContain('Factura B 00005-00000017');
});

test('a bill has its receipt number and its CAE with the day until which it is valid (EN-122, EN-123)', () => {
  expect(billsOf([bill])).toContain('00000017');
  expect(billsOf([bill])).toMatch(/CAE 74123456789012 vence el 1 de diciembre de 2026/);
});

test('a bill and a credit note are called what they are (EN-119, OP-024)', () => {
  expect(titlesOf([bill, note])).toEqual(['Factura B 00005-00000017', 'Nota de crédito B 00005-00000018']);
});

test('a bill that is not authorised yet says that it comes by mail, and has nothing to download', () => {
  expect(billsOf([waiting])).toMatch(/En trámite ante ARCA.*Te llega por correo/);
  expect(billsOf([waiting])).not.toContain('Descargar');
  expect(billsOf([bill])).toContain('Descargar PDF');
  expect(listOf([waiting])).toContain('Factura en trámite');
});

test('an order without bills has no section of them', () => {
  expect(billsOf([])).toBe('');
  expect(listOf([])).not.toContain('Factura');
});
