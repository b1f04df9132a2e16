import { correctMailbox, moveDelivery, voidSale } from '@butaca/contract';
import { answerOf } from '../client.ts';
import { aCounter } from '../counter.ts';
import { anotherCode } from '../mailbox.ts';
import { anOrganiser } from '../office.ts';
import type { RefusedFirst } from './call.ts';
import { refusedMails } from './mailboxes.ts';
import { FACE, type KeyedWorld } from './world.ts';

/** Calls that may be refused once they have used their key. */
export function refusedFirst(world: KeyedWorld): Readonly<Record<string, () => Promise<RefusedFirst>>> {
  const { db, app, sale, seat, aBuyer, purchaseOf, paid, open, sold, ofOrder, shirt, reason } = world;
  return {
    async takePlaces() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [taken, free] = [seat(), seat()];
      answerOf(await luis.take(sale, [taken]));
      return {
        refused: (key) => ana.take(sale, [taken], { key }),
        failure: 'places_taken',
        again: (key) => ana.take(sale, [free], { key }),
      };
    },
    async takeMore() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [taken, free] = [seat(), seat()];
      answerOf(await luis.take(sale, [taken]));
      const { id } = await purchaseOf(ana);
      return {
        refused: (key) => ana.takeMore(id, sale, [taken], { key }),
        failure: 'places_taken',
        again: (key) => ana.takeMore(id, sale, [free], { key }),
      };
    },
    async selectProducts() {
      const ana = await aBuyer();
      const { id } = await purchaseOf(ana);
      const choose = (quantity: number) => (key: string | null) => ana.selectProducts(id, sale, [{ variantId: shirt, quantity }], { key });
      return { refused: choose(10), failure: 'product_refused', again: choose(1) };
    },
    async charge() {
      const ana = await aBuyer();
      const { id, total } = await purchaseOf(ana);
      return {
        refused: (key) => ana.pay({ id, total: 1 }, { key }),
        failure: 'total_changed',
        again: (key) => ana.pay({ id, total }, { key }),
      };
    },
    async chargeCash() {
      const clerk = await aCounter(db, app);
      const { id, total } = await open(clerk);
      return {
        refused: (key) => clerk.sell({ id, total: 1 }, { key }),
        failure: 'total_changed',
        again: (key) => clerk.sell({ id, total }, { key }),
      };
    },
    async voidSale() {
      const clerk = await aCounter(db, app);
      const { orderId, ticketIds } = await sold(clerk);
      const undo = (amount: number) => (key: string | null) =>
        clerk.call(voidSale, { ...ofOrder(orderId), body: { ticketIds: ticketIds.slice(1), amount, reason } }, { key });
      return { refused: undo(FACE + 1), failure: 'refund_changed', again: undo(FACE) };
    },
    async refundOrder() {
      const office = await anOrganiser(db, app);
      const { orderId, tickets } = await paid();
      const ticketIds = [tickets[0]?.id ?? ''];
      const { amount } = answerOf(await office.preview(orderId, ticketIds));
      return {
        refused: (key) => office.refund(orderId, { ticketIds, amount: amount + 100 }, { key }),
        failure: 'refund_changed',
        again: (key) => office.refund(orderId, { ticketIds, amount }, { key }),
      };
    },
    async correctMailbox() {
      const { refused, proved } = refusedMails(world);
      const order = await refused();
      const code = await proved(order, 'confirm-mailbox');
      const correct = (typed: string) => (key: string | null) =>
        order.buyer.call(correctMailbox, { ...ofOrder(order.orderId), body: { email: order.email, code: typed } }, { key });
      return { refused: correct(anotherCode(code)), failure: 'wrong_code', again: correct(code) };
    },
    async moveDelivery() {
      const office = await anOrganiser(db, app);
      const { orderId } = await paid({ deliveryTypeId: 2 });
      const move = (state: 'sent' | 'prepared') => (key: string | null) =>
        office.call(moveDelivery, { ...ofOrder(orderId), body: { state, note: undefined } }, { key });
      return { refused: move('sent'), failure: 'not_the_next_step', again: move('prepared') };
    },
  };
}
