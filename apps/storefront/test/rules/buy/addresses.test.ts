import { expect, test } from 'vitest';
import { purchaseIdOf, stageAddress } from '../../../app/purchase/buy/addresses.ts';
import { screens } from '../../../app/routes.ts';
import { pageOf } from '../../../server/pages.ts';

const id = 'AbC-_0123456789abcdefg';
const key = (address: string) => pageOf(new URL(address, 'https://butaca.example')).address;

test('every way to write a purchase’s address is the same screen (R-038, R-039, R-052)', () => {
  expect(screens.BuyTicketById).toBe(screens.BuyTicket);
  const results = [
    screens.payConfirmPool,
    screens.payError,
    screens.apayFinish,
    screens.payConfirmTigoMoney,
    screens.bancardFinish,
    screens.bancardFinish3ds,
  ];
  expect(results.map((screen) => screen === screens.payConfirm)).toEqual(results.map(() => true));
});

test('a purchase’s page is one shell for everybody, in any letter case (R-004, C-26)', () => {
  expect(key(`/BuyTicket/${id}`)).toBe('/BuyTicket/-');
  expect(key('/buyticket/otra')).toBe('/BuyTicket/-');
  expect(key(`/buyTicket?idProcesoDeCompra=${id}`)).toBe('/buyTicket');
  expect(key(`/BUYTICKET/OK/${id}`)).toBe('/BuyTicket/ok/-');
  expect(key(`/bancard/finish/${id}`)).toBe('/bancard/finish/-');
  expect(key(`/bancard/finish3ds/${id}`)).toBe('/bancard/finish3ds/-');
  expect(key('/apay/cobro/finalizar?x=1')).toBe('/apay/cobro/finalizar');
  expect(key(`/PAYCONFIRM?idProcesoDeCompra=${id}`)).toBe('/payConfirm');
});

test('the path goes before the query, and what is no id of ours is none (R-038)', () => {
  expect(purchaseIdOf(id, 'x'.repeat(22))).toBe(id);
  expect(purchaseIdOf(undefined, id)).toBe(id);
  for (const nothing of [null, '', '7', `${id}x`, '../../../../etc/passwd12']) expect(purchaseIdOf(undefined, nothing)).toBeNull();
});

test('the stage says where a purchase belongs (C-02)', () => {
  expect(stageAddress.paying(id)).toBe(`/payConfirm?idProcesoDeCompra=${id}`);
  expect(stageAddress.offered(id)).toBe(`/payConfirm?idProcesoDeCompra=${id}`);
  expect(stageAddress.paid(id)).toBe(`/BuyTicket/ok/${id}`);
  expect([stageAddress.open(id), stageAddress.expired(id), stageAddress.cancelled(id)]).toEqual([null, null, null]);
});
