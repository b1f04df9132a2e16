import { listRunningPurchases } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { somePeople } from '../factories/people.ts';
import { placesOf, stageOf, TICKET_TOTAL, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

// Whose purchases, reservations and payments of a never confirmed account are, once the owner of its mailbox proves it (decision 089).

const database = await freshDatabase();
const { db, close } = database;
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const startsAt = Temporal.Now.instant().add({ hours: 24 * 60 });
const shop = await aCheckout(db, undefined, [{ rows: 20, startsAt, reservations: rule }], { confirmAddress: 'none' });
const { app, gateway, sale } = shop;
const people = await somePeople(database, app);
afterAll(async () => {
  await people.close();
  await shop.close();
  await close();
});

/** Somebody who has opened an account on a mailbox that nobody has proved. */
async function anOpener() {
  const opener = await people.person();
  await db`update customer set email_confirmed_at = null where id = ${opener.customerId}`;
  return opener;
}

let next = 0;
async function reservedByOpener() {
  const opener = await anOpener();
  const placeIds = [next++, next++];
  const { id } = answerOf(await opener.take(sale, placeIds)).purchase;
  const { reservedUntil } = answerOf(await opener.reserve(id));
  return { opener, placeIds, id, reservedUntil };
}

test('a reservation stays with its deadline; the ended session neither resumes nor cancels it, and the owner pays it', async () => {
  const { opener, placeIds, id, reservedUntil } = await reservedByOpener();
  const owner = await people.claim(opener);
  expect(await stageOf(db, id)).toBe('reserved');
  expect((await opener.resume(id, sale)).status).toBe('unauthorised');
  expect((await opener.resumePart(id, sale, placeIds.slice(0, 1))).status).toBe('unauthorised');
  expect((await opener.cancelReservation(id)).status).toBe('unauthorised');
  expect(await stageOf(db, id)).toBe('reserved');

  expect(answerOf(await owner.resume(id, sale))).toMatchObject({ id, stage: 'open', reservedUntil });
  // The opener cannot pay what the owner has resumed. Calling the payment off takes no session (CA-021), and leaves the reservation.
  expect((await opener.pay({ id, total: 2 * TICKET_TOTAL })).status).toBe('unauthorised');
  expect(answerOf(await opener.cancel(id))).toEqual({ stage: 'reserved' });
  expect(answerOf(await owner.resume(id, sale))).toMatchObject({ stage: 'open' });
  await owner.selectDelivery(id);
  expect(answerOf(await owner.pay({ id, total: 2 * TICKET_TOTAL }))).toMatchObject({ outcome: 'approved' });
  expect(await ticketsOf(db, id)).toHaveLength(2);
});

test('the owner cancels a reservation of the opener; one that is left alone ends at its deadline', async () => {
  const [cancelled, left] = [await reservedByOpener(), await reservedByOpener()];
  const owner = await people.claim(cancelled.opener);
  await people.claim(left.opener);
  expect(resultOf(await owner.cancelReservation(cancelled.id))).toBe('ok');
  expect(await stageOf(db, cancelled.id)).toBe('cancelled');

  await letMinutesPass(db, left.id, 2 * 24 * 60);
  await sweepExpired(app.sale);
  expect(await stageOf(db, left.id)).toBe('reserved');
  await letMinutesPass(db, left.id, 24 * 60 + 1);
  await sweepExpired(app.sale);
  expect(await stageOf(db, left.id)).toBe('expired');
  expect(await placesOf(db, left.id)).toEqual([]);
});

test('the owner pays an open purchase that the opener began, and the tickets go to the mailbox', async () => {
  const opener = await anOpener();
  const { id } = answerOf(await opener.take(sale, [next++, next++])).purchase;
  await opener.selectDelivery(id);
  const owner = await people.claim(opener);
  expect(answerOf(await owner.call(listRunningPurchases, {})).items.map((purchase) => purchase.id)).toEqual([id]);
  expect(answerOf(await owner.pay({ id, total: 2 * TICKET_TOTAL }))).toMatchObject({ outcome: 'approved' });
  await people.work();
  expect(people.mailsTo(opener.email).filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
});

test('a payment that is under way at the proof ends as it would: its tickets go to the mailbox, and to no session of the opener', async () => {
  const opener = await anOpener();
  const { id } = answerOf(await opener.take(sale, [next++, next++])).purchase;
  await opener.selectDelivery(id);
  gateway.state.next.push('lost');
  expect(answerOf(await opener.pay({ id, total: 2 * TICKET_TOTAL }))).toMatchObject({ outcome: 'unknown' });
  const owner = await people.claim(opener);
  expect(await stageOf(db, id)).toBe('paying');
  expect((await opener.confirm(id)).status).toBe('unauthorised');
  expect((await opener.cancelPayment(id)).status).toBe('unauthorised');

  await letMinutesPass(db, id, 2);
  await reconcilePayments(app.sale);
  expect(await stageOf(db, id)).toBe('paid');
  expect((await opener.order(id)).status).toBe('unauthorised');
  expect(resultOf(await owner.order(id))).toBe('ok');
  await people.work();
  expect(people.mailsTo(opener.email).filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
  // The address that stands in the payment is its payer's, and no mail goes there.
  expect(people.mailsTo('julia@correo.example')).toEqual([]);
});
