import {
  clearName,
  closeGivenBack,
  closeRefund,
  listOfficeBills,
  moveDelivery,
  nominate,
  readCode,
  reissueTickets,
  reissueTicketsByStaff,
  reopenGivenBack,
  retryBill,
} from '@butaca/contract';
import { answerOf } from '../client.ts';
import { PASSWORD } from '../customers.ts';
import { goodwill } from '../goodwill.ts';
import { anOrganiser } from '../office.ts';
import { bookedUnlike } from '../unlike.ts';
import type { Scenarios } from './call.ts';
import type { Buyer, KeyedWorld } from './world.ts';

/** What the office and a door do. */
export function officeCalls(world: KeyedWorld): Scenarios {
  const { db, app, performanceId, gateway, taxOffice, aBuyer, stranger, purchaseOf, paid, ofOrder, reason } = world;

  return {
    async refundOrder() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      const { amount } = answerOf(await office.preview(mine.orderId, [mine.tickets[0]?.id ?? '']));
      const refund =
        (who: typeof office, { orderId, tickets }: typeof mine, which = 0) =>
        (key: string | null) =>
          who.refund(orderId, { ticketIds: [tickets[which]?.id ?? ''], amount }, { key });
      return {
        first: refund(office, mine),
        others: { 'the other ticket': refund(office, mine, 1), 'another order': refund(office, alsoMine) },
        stranger: refund(other, theirs),
      };
    },
    async closeGivenBack() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const given = async () => {
        const order = await paid();
        await goodwill(db, { orderId: order.orderId, amount: 100_000 });
        return order;
      };
      const [mine, alsoMine, theirs] = [await given(), await given(), await given()];
      const close =
        (who: typeof office, { orderId }: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(closeGivenBack, { ...ofOrder(orderId), body: { amount: 100_000, reason: why } }, { key });
      return {
        first: close(office, mine),
        others: { 'another reason': close(office, mine, 'Otra'), 'another order': close(office, alsoMine) },
        stranger: close(other, theirs),
      };
    },
    async reopenGivenBack() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const closed = async () => {
        const order = await paid();
        await goodwill(db, { orderId: order.orderId, amount: 100_000 });
        const { refunds } = answerOf(await office.call(closeGivenBack, { ...ofOrder(order.orderId), body: { amount: 100_000, reason } }));
        return { orderId: order.orderId, refundId: refunds.find(({ isForNoTicket }) => isForNoTicket)?.id ?? '' };
      };
      const [mine, alsoMine, theirs] = [await closed(), await closed(), await closed()];
      const reopen =
        (who: typeof office, params: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(reopenGivenBack, { params, body: { reason: why } }, { key });
      return {
        first: reopen(office, mine),
        others: { 'another reason': reopen(office, mine, 'Otra'), 'another order': reopen(office, alsoMine) },
        stranger: reopen(other, theirs),
      };
    },
    async closeRefund() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const undone = async () => {
        const { orderId } = await paid();
        await bookedUnlike(db, orderId);
        const { amount, outcome } = await office.refundSome(orderId);
        return { orderId, amount, refundId: answerOf(outcome).refunds[0]?.id ?? '' };
      };
      const [mine, alsoMine, theirs] = [await undone(), await undone(), await undone()];
      const close =
        (who: typeof office, { amount, ...params }: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(closeRefund, { params, body: { amount, reason: why } }, { key });
      return {
        first: close(office, mine),
        others: { 'another reason': close(office, mine, 'Otra'), 'another order': close(office, alsoMine) },
        stranger: close(other, theirs),
      };
    },
    async reissueTickets() {
      const order = async (who: Awaited<ReturnType<typeof stranger>>) => {
        const purchase = await purchaseOf(who);
        answerOf(await who.pay(purchase));
        return purchase.id;
      };
      const reissue = (who: Awaited<ReturnType<typeof stranger>>, orderId: string) => (key: string | null) =>
        who.call(reissueTickets, { ...ofOrder(orderId), body: { password: PASSWORD } }, { key });
      const [mine, other] = [await stranger(), await stranger()];
      return {
        first: reissue(mine, await order(mine)),
        others: { 'another order': reissue(mine, await order(mine)) },
        stranger: reissue(other, await order(other)),
      };
    },
    async reissueTicketsByStaff() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      const reissue =
        (who: typeof office, { orderId }: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(reissueTicketsByStaff, { ...ofOrder(orderId), body: { reason: why } }, { key });
      return {
        first: reissue(office, mine),
        others: { 'another reason': reissue(office, mine, 'Otra'), 'another order': reissue(office, alsoMine) },
        stranger: reissue(other, theirs),
      };
    },
    async resendTickets() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      return {
        first: (key) => office.resend(mine.orderId, { key }),
        others: { 'another order': (key) => office.resend(alsoMine.orderId, { key }) },
        stranger: (key) => other.resend(theirs.orderId, { key }),
      };
    },
    async clearName() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      for (const { buyer, orderId, tickets } of [mine, alsoMine, theirs]) {
        const who = { firstName: 'Ana', lastName: 'Paz', documentType: 'dni', version: undefined } as const;
        const items = tickets.map(({ id: ticketId }, index) => ({ ...who, documentNumber: `3011122${index}`, ticketId }));
        answerOf(await buyer.call(nominate, { ...ofOrder(orderId), body: { items } }));
      }
      const clear =
        (who: typeof office, { orderId, tickets }: typeof mine, which = 0) =>
        (key: string | null) =>
          who.call(clearName, { ...ofOrder(orderId), body: { ticketId: tickets[which]?.id ?? '', reason } }, { key });
      return {
        first: clear(office, mine),
        others: { 'the other ticket': clear(office, mine, 1), 'another order': clear(office, alsoMine) },
        stranger: clear(other, theirs),
      };
    },
    async moveDelivery() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const fetched = { deliveryTypeId: 2 };
      const [mine, alsoMine, theirs] = [await paid(fetched), await paid(fetched), await paid(fetched)];
      const move =
        (who: typeof office, { orderId }: typeof mine, note = 'Sobre 12') =>
        (key: string | null) =>
          who.call(moveDelivery, { ...ofOrder(orderId), body: { state: 'prepared', note } }, { key });
      return {
        first: move(office, mine),
        others: { 'another note': move(office, mine, 'Sobre 13'), 'another order': move(office, alsoMine) },
        stranger: move(other, theirs),
      };
    },
    async retryBill() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const refused = async () => {
        await taxOffice.issue(db);
        const { orderId } = await paid();
        // The credit notes of what was issued just now are asked for beside it: all are refused.
        const rejectNext = { code: 10015, message: 'El documento no existe', times: 1000, where: 'observations' } as const;
        taxOffice.arca.control({ rejectNext });
        await taxOffice.issue(db);
        taxOffice.arca.control({ rejectNext: null });
        const found = answerOf(await office.call(listOfficeBills, {})).items.find((each) => each.orderId === orderId);
        return { orderId, billId: found?.bill.id ?? '' };
      };
      const [mine, alsoMine, theirs] = [await refused(), await refused(), await refused()];
      const retry =
        (who: typeof office, params: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(retryBill, { params, body: { reason: why, receiver: undefined } }, { key });
      return {
        first: retry(office, mine),
        others: { 'another reason': retry(office, mine, 'Otra'), 'another bill': retry(office, alsoMine) },
        stranger: retry(other, theirs),
      };
    },
    async settleDoubt() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const doubtful = async () => {
        const buyer = await aBuyer();
        const purchase = await purchaseOf(buyer);
        gateway.state.next.push('review');
        answerOf(await buyer.pay(purchase));
        const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
        return attempt?.reference ?? '';
      };
      const [mine, alsoMine, theirs] = [await doubtful(), await doubtful(), await doubtful()];
      const settle =
        (who: typeof office, reference: string, why = reason) =>
        (key: string | null) =>
          who.settle(reference, { verb: 'give_back', reason: why }, { key });
      return {
        first: settle(office, mine),
        others: { 'another reason': settle(office, mine, 'Otra'), 'another payment': settle(office, alsoMine) },
        stranger: settle(other, theirs),
      };
    },
    async readCode() {
      const [door, other] = [await aBuyer(), await aBuyer()];
      await db`update customer set role = 'door' where id = any (${[door.customerId, other.customerId]}::text[])`;
      const [{ tickets }, theirs] = [await paid(), await paid()];
      const read =
        (who: Buyer, code = '') =>
        (key: string | null) =>
          who.call(readCode, { body: { performanceId, code, door: undefined } }, { key });
      return {
        first: read(door, tickets[0]?.code),
        others: { 'another code': read(door, tickets[1]?.code), 'what is no code': read(door, 'nada') },
        stranger: read(other, theirs.tickets[0]?.code),
      };
    },
  };
}
