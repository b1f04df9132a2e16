import { expect, test } from 'vitest';
import { groupOrders } from '../../../app/account/orders/OrdersScreen.tsx';
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

test('an order that came to nothing is among those to come until its show is over, and no longer', () => {
  const order = anOrder({ state: 'cancelled', startsAt: NOW });
  expect(groupOrders([order], NOW + HOUR_MS).ahead).toHaveLength(1);
  expect(groupOrders([order], NOW + 2 * HOUR_MS).over).toHaveLength(1);
});
