import { expect, test } from 'vitest';
import { OrderFacts } from '../../../app/account/order/OrderFacts.tsx';
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
  const order = (state: string, maySlip = true) => anOrder({ state, isPerformanceCancelled: true, maySlip, heldUntil: NOW + HOUR_MS });
  const list = (...of: Parameters<typeof order>) =>
    htmlIn(frameWith(), OrdersScreen, { title: 'Mis compras', orders: [order(...of)], now: NOW });
  const page = (...of: Parameters<typeof order>) => htmlIn(frameWith(), OrderStateNotice, { order: order(...of) });
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

test('what a provider collects by itself is not said to be paid with anything, and what may still come is not said not to be charged', () => {
  const off = (state: string) =>
    htmlIn(frameWith(), OrderStateNotice, { order: anOrder({ state, isPerformanceCancelled: true }) }).replaceAll(/<[^>]*>/g, ' ');
  expect(off('pending')).toContain('Si el pago se confirma igual, te devolvemos todo el dinero');
  expect(off('cancelled')).toContain('No se te cobró nada.');
  for (const state of ['pending', 'cancelled']) expect(off(state)).not.toMatch(/datos|pagues/);
  const order = anOrder({ state: 'cancelled', mayStillCome: true });
  const said = htmlIn(frameWith(), OrderStateNotice, { order }) + htmlIn(frameWith(), OrderFacts, { order });
  expect(said).toContain('El pago no se confirmó a tiempo');
  expect(said).toContain('Si el dinero llega más tarde, te lo devolvemos completo');
  expect(said).toContain('Nada hasta ahora');
  expect(said).not.toContain('No se te cobró nada');
});

test('money that may never have been charged is neither said to be paid nor to be on its way', () => {
  const refunds = [{ amount: 100_000, at: NOW, to: 'payment', isUnderWay: true }] as const;
  const unproven = refunds.map((each) => ({ ...each, isUnproven: true as const }));
  const facts = (changes: object) =>
    htmlIn(frameWith(), OrderFacts, {
      order: { ...anOrder({ state: 'returning' }), paid: 0, refunded: 100_000, refunds: [...refunds], ...changes },
    });
  expect(facts({})).toMatch(/Pagaste.*Te devolvimos.*En camino desde el/);
  expect(facts({ refunds: unproven })).toMatch(/Si se te cobró, vuelve.*Al mismo medio de pago/);
  expect(facts({ refunds: unproven })).not.toMatch(/Pagaste|Te devolvimos|En camino/);
  // A part of an order that stays paid.
  expect(facts({ refunds: unproven, paid: 100_000 })).toMatch(/Pagaste.*Si se te cobró, vuelve/);
  // One of two cards.
  expect(facts({ refunds: [...refunds, { ...unproven[0], amount: 50_000 }], refunded: 150_000 })).toMatch(
    /Pagaste.*Te devolvimos.*En camino desde el.*Si se te cobró, vuelve.*Al mismo medio de pago/,
  );
  const notices = [unproven, []].map((each) =>
    htmlIn(frameWith(), OrderStateNotice, { order: { ...anOrder({ state: 'returning' }), refunded: 100_000, refunds: each } }),
  );
  const part = { refunded: 150_000, refunds: [...refunds, { ...refunds[0], isUnproven: true, amount: 50_000 }] };
  for (const off of [{ isPerformanceCancelled: true }, {}])
    expect(htmlIn(frameWith(), OrderStateNotice, { order: { ...anOrder({ state: 'refunded' }), ...part, ...off } })).toMatch(
      /La devolución es de \$\s1\.000\. Otros \$\s500 no se confirmaron/,
    );
  // A refund that a person ended is not listed.
  for (const notice of notices) expect(notice).toMatch(/Tu pago no se confirmó.*Si se te había cobrado, vuelve completo/);
});

test('an order that came to nothing is among those to come until its show is over, and no longer', () => {
  const order = anOrder({ state: 'cancelled', startsAt: NOW });
  expect(groupOrders([order], NOW + HOUR_MS).ahead).toHaveLength(1);
  expect(groupOrders([order], NOW + 2 * HOUR_MS).over).toHaveLength(1);
});
