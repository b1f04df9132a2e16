import { expect, test } from 'vitest';
import { OrderStateNotice } from '../../../app/account/order/OrderStateNotice.tsx';
import { groupOrders, OrdersScreen } from '../../../app/account/orders/OrdersScreen.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { anOrder, NOW } from './an-order.ts';

const HOUR_MS = 3_600_000;
const idsIn = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

test('what is still to be seen stands first, the next one before the later ones; what is over follows, the latest first', () => {
  const orders = [
    anOrder({ id: 'in-a-month', startsAt: NOW + 720 * HOUR_MS }),
    anOrder({ id: 'last-year', startsAt: NOW - 8760 * HOUR_MS }),
    anOrder({ id: 'tomorrow', startsAt: NOW + 24 * HOUR_MS }),
    anOrder({ id: 'yesterday', startsAt: NOW - 24 * HOUR_MS }),
  ];
  const { ahead, over } = groupOrders(orders, NOW);
  expect(idsIn(ahead)).toEqual(['tomorrow', 'in-a-month']);
  expect(idsIn(over)).toEqual(['yesterday', 'last-year']);
});

test('a ticket stays among those to come until the show is over', () => {
  const order = anOrder({ startsAt: NOW });
  expect(groupOrders([order], NOW + HOUR_MS).ahead).toHaveLength(1);
  expect(groupOrders([order], NOW + 2 * HOUR_MS).ahead).toHaveLength(0);
});

test('a refunded order is not among those to come', () => {
  expect(groupOrders([anOrder({ state: 'refunded' })], NOW).over).toHaveLength(1);
  expect(groupOrders([anOrder({ state: 'pending' })], NOW).ahead).toHaveLength(1);
});

test('an order whose money goes back leads to itself, one that is being paid to its payment', () => {
  const linkOf = (state: string) =>
    /<a[^>]*href="(\/(?:orden|order|payConfirm)[^"]*)"/i.exec(
      htmlIn(frameWith(), OrdersScreen, { title: 'Mis compras', orders: [anOrder({ state })], now: NOW }),
    )?.[1];
  expect(linkOf('pending')).toMatch(/^\/payConfirm/);
  expect([linkOf('returning'), linkOf('refunded')]).toEqual([linkOf('paid'), linkOf('paid')]);
});

test('an order whose performance was cancelled before it was paid says so in the list and on its page, and offers no way to pay', () => {
  const order = (state: string) => anOrder({ state, isPerformanceCancelled: true, heldUntil: NOW + HOUR_MS });
  const list = (state: string) => htmlIn(frameWith(), OrdersScreen, { title: 'Mis compras', orders: [order(state)], now: NOW });
  const page = (state: string) => htmlIn(frameWith(), OrderStateNotice, { order: order(state) });
  expect(list('pending')).toContain('La función se canceló: no pagues.');
  expect(list('pending')).not.toContain('Guardamos tus lugares');
  for (const [state, text] of [
    ['pending', 'No pagues: si te dieron datos para pagar, no los uses.'],
    ['cancelled', 'No se te cobró nada.'],
  ] as const) {
    expect(page(state)).toContain('La función se canceló');
    expect(page(state)).toContain(text);
    expect(page(state)).not.toMatch(/Guardamos tus lugares|Volver a pagar|Elegir de nuevo/);
  }
});

test('an order that came to nothing is among those to come until its show is over, and no longer', () => {
  const order = anOrder({ state: 'cancelled', startsAt: NOW });
  expect(groupOrders([order], NOW + HOUR_MS).ahead).toHaveLength(1);
  expect(groupOrders([order], NOW + 2 * HOUR_MS).over).toHaveLength(1);
});
