import type { DeliveryKind } from '@butaca/contract';
import { expect, test } from 'vitest';
import { UndeliveredNotice } from '../../../app/account/order/mailbox/UndeliveredNotice.tsx';
import { TicketsOnTheirWay, waysOf } from '../../../app/purchase/result/TicketsOnTheirWay.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { aPurchase, aResult } from '../buy/a-purchase.ts';
import { anOrder } from './an-order.ts';

const result = (deliveryKind?: DeliveryKind, tickets = 2) =>
  aResult('approved', {
    purchase: { ...aPurchase(), performances: [{ id: 7, placeCount: tickets }] },
    ...(deliveryKind ? { deliveryKind } : {}),
  });
const said = (payment: ReturnType<typeof result>) => htmlIn(frameWith(), TicketsOnTheirWay, { payment });

test.each([
  ['eticket', /van en camino a tu correo/, 'see tickets'],
  ['box_office', /te esperan en la boletería/, 'see order'],
  ['point', /se retiran en el punto de venta/, 'see order'],
  ['home', /Te llevamos las entradas impresas a tu domicilio/, 'see order'],
] as const)('a paid purchase says how its tickets reach the buyer: %s', (kind, text, see) => {
  expect(said(result(kind))).toMatch(text);
  expect(waysOf(result(kind)).see).toBe(see);
  if (kind !== 'eticket') expect(said(result(kind))).not.toMatch(/no hace falta imprimir/);
});

test('a paid purchase of products alone says nothing of tickets', () => {
  expect(said(result('point', 0))).toMatch(/productos/);
  expect(said(result('point', 0))).not.toMatch(/entradas/);
});

test('an order whose mail did not arrive says that its tickets are on the page only where they are', () => {
  const ticket = {
    id: 't',
    number: 'x',
    performanceId: 7,
    sectorName: 'Platea',
    priceTypeName: 'General',
    final: 1,
    state: 'valid' as const,
  };
  const undelivered = [{ kind: 'tickets', address: 'ana@correo.example', reason: 'refused' }] as never;
  const notice = (kind: DeliveryKind) =>
    htmlIn(frameWith(), UndeliveredNotice, {
      order: anOrder({ tickets: [ticket], undelivered, delivery: { kind, name: 'Entrega' } }),
      corrected: undefined,
      onCorrected: () => {},
    });
  expect(notice('eticket')).toContain('Tus entradas están acá');
  for (const kind of ['box_office', 'point', 'home'] as const) {
    expect(notice(kind)).not.toContain('Tus entradas están acá');
    expect(notice(kind)).toContain('ves cómo recibir tus entradas');
  }
});
