import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../src/notifications/mailer.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { inDays } from '../factories/catalogue.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { aMovingShop } from '../factories/moves.ts';
import { havePurchase } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Which buyers get a mail about a moved date, what it says, and how many they get. */
const moving = await aMovingShop();
const { database, db, shop, sale, other, before, after, importing, bought, pay } = moving;
const { app, buyer } = shop;
beforeEach(async () => {
  await moving.startAgain();
  // What other tests bought and took is nobody's here.
  await db`update ticket set state = 'void' where state = 'valid'`;
  await db`update hold set held_until = clock_timestamp() - interval '1 minute' where state = 'held'`;
});
afterAll(moving.close);

const MOVED = 'Cambió la fecha de Hamlet';
const move = (startsAt = after, previousStartsAt = before, state?: string) =>
  importing([{ startsAt, previousStartsAt, ...(state === undefined ? {} : { state }) }]);
const told = async () => (await mailsSent(database)).filter(({ subject }) => subject.startsWith('Cambió la fecha'));
const isOf = (id: string) => (mail: Mail) => mail.messageId.includes(id);
const noteOf = ({ notes }: { readonly notes: readonly string[] }) => notes[0]?.replace(/^.*?; /, '');

test('an order is told once, with a calendar that corrects the entry it has; a purchase of another performance is not', async () => {
  const order = await bought();
  const [first] = await mailsSent(database);
  const neighbour = await havePurchase(db, { sale: other, customerId: buyer.customerId, placeIds: [0], startedMinutesAgo: 1 });
  answerOf(await pay(neighbour));
  await mailsSent(database);
  const ics = (mail: Mail | undefined) =>
    Buffer.from(mail?.attachments?.find(({ filename }) => filename.endsWith('.ics'))?.content ?? '').toString();
  expect(noteOf(await move())).toBe('1 purchase (2 places) is told by mail');
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(MOVED);
  expect(mail?.text).toContain(order.id);
  const [, sequence] = /^SEQUENCE:(\d+)\r$/m.exec(ics(mail)) ?? [];
  expect(Number(sequence)).toBeGreaterThan(Number(/^SEQUENCE:(\d+)\r$/m.exec(ics(first))?.[1] ?? Number.NaN));
  const uid = /^UID:.*$/m;
  expect(uid.exec(ics(mail))?.[0]).toBe(uid.exec(ics(first))?.[0]);
  expect(ics(mail)).toContain(`DTSTART:${after.toString().replace(/[-:]/g, '')}`);
  expect(mail?.text).toContain('Tus entradas siguen sirviendo');
  for (const part of [mail?.text, mail?.html]) expect(part).toMatch(/Antes: .*20:30/);
  expect(first?.text).not.toContain('Antes: ');
  await move();
  expect(await told()).toEqual([]);
});

test('who has reserved, is choosing, or waits for the payment is told what it means for them', async () => {
  const [reserved, open, paying] = [await shop.purchase(), await shop.purchase(), await shop.purchase()];
  answerOf(await buyer.reserve(reserved.id));
  shop.gateway.state.next.push('review');
  answerOf(await pay(paying.id));
  await mailsSent(database);
  expect(noteOf(await move())).toBe('3 purchases (6 places) are told by mail');
  const mails = await told();
  expect(mails).toHaveLength(3);
  const textOf = ({ id }: { readonly id: string }) => mails.find(isOf(id));
  expect(textOf(reserved)).toMatchObject({ subject: 'Cambió la fecha de tu reserva para Hamlet' });
  expect(textOf(reserved)?.text).toContain('Tu reserva sigue en pie hasta el');
  expect(textOf(open)).toMatchObject({ subject: MOVED });
  expect(textOf(open)?.text).toContain('Todavía no pagaste');
  expect(textOf(paying)?.text).toContain('Tu pago todavía no se confirmó');
  for (const { text } of mails) expect(text).toMatch(/Hamlet cambió de fecha: era el .*20:30.* y ahora es el .*21:00/);
});

test('a purchase that is paid before the mail goes out is told with its tickets; one that let its places go is not', async () => {
  const [paid, gone] = [await shop.purchase(), await shop.purchase()];
  await move();
  answerOf(await pay(paid.id));
  await letMinutesPass(db, gone.id, 60);
  expect((await told()).map(({ text, messageId }) => [text.includes('Antes: '), messageId.includes(paid.id)])).toEqual([[true, true]]);
});

test('a counter sale is counted as not told', async () => {
  const counter = await aCounter(db, app);
  const { purchase } = answerOf(await counter.take(sale, [590, 591, 592]));
  answerOf(await counter.sell({ id: purchase.id, total: 2_400_000 }));
  await bought();
  await mailsSent(database);
  expect(noteOf(await move())).toBe('1 purchase (2 places) is told by mail, 1 purchase (3 places) is not told');
  expect(await told()).toHaveLength(1);
});

test('nobody is told of the new date of a performance that is cancelled, in the same file or before the mail goes out', async () => {
  await bought();
  await mailsSent(database);
  expect(noteOf(await move(after, before, 'cancelled'))).toBe('1 purchase (2 places) is not told');
  expect(await told()).toEqual([]);
  await moving.startAgain();
  await move();
  await importing([{ startsAt: after, state: 'cancelled' }]);
  expect(await told()).toEqual([]);
});

test('moves before the mail goes out are told by one mail, from the date that the buyer knows', async () => {
  await bought();
  await mailsSent(database);
  await move(after, before);
  await move(inDays(13, '22:00'), after);
  const mails = await told();
  expect(mails.map(({ text }) => /Antes: .*/.exec(text)?.[0])).toEqual([expect.stringContaining('20:30')]);
  expect(mails[0]?.text).toContain('22:00');
});

test('there and back is told to nobody', async () => {
  await bought();
  await mailsSent(database);
  await move(after, before);
  await move(before, after);
  expect(await told()).toEqual([]);
});

test('each move of a reservation has a mail with a name of its own', async () => {
  const { id } = await shop.purchase();
  answerOf(await buyer.reserve(id));
  await mailsSent(database);
  await move(after, before);
  const [first] = await told();
  await move(inDays(13, '22:00'), after);
  const [second] = await told();
  expect([first, second].map((mail) => mail?.messageId.includes(`tell-of-move.${id}.`))).toEqual([true, true]);
  expect(second?.messageId).not.toBe(first?.messageId);
  expect(second?.text).toMatch(/era el .*21:00.* y ahora es el .*22:00/);
});

test('tickets of who pays go out before the mails about a move', async () => {
  const early = await bought();
  await mailsSent(database);
  await move();
  const late = await bought();
  const mails = await mailsSent(database);
  expect(mails.map(({ messageId }) => [early.id, late.id].find((id) => messageId.includes(id)))).toEqual([late.id, early.id]);
});

test('a reservation whose date moves nearer ends as early as a new one would, and its mail says so; one of another purchase lasts', async () => {
  const { id } = await shop.purchase();
  answerOf(await buyer.reserve(id));
  const kept = await havePurchase(db, { sale: other, customerId: buyer.customerId, placeIds: [20], startedMinutesAgo: 1 });
  const rowsOf = (purchaseId: string) => db`
    select deadline, reserved_until, (select until from reservation where purchase_id = purchase.id),
           (select held_until - interval '5 seconds' as held from hold where purchase_id = purchase.id),
           (select max(held_until) - interval '5 seconds' as place from place where purchase_id = purchase.id) from purchase where id = ${purchaseId}`;
  answerOf(await buyer.reserve(kept));
  const lasting = await rowsOf(kept);
  await mailsSent(database);
  const near = inDays(2);
  await move(near, before);
  const end = near.subtract({ hours: 2 });
  const [mail] = await told();
  const { hour, minute } = end.toZonedDateTimeISO('America/Argentina/Buenos_Aires');
  expect(mail?.text).toMatch(new RegExp(`Tu reserva sigue en pie hasta el .*${hour}:${minute}`));
  await sweepExpired(app.sale);
  const [row] = await rowsOf(id);
  expect(Object.values(row ?? {})).toEqual([end, end, end, end, end]);
  expect(await rowsOf(kept)).toEqual(lasting);
  const again = await rowsOf(id);
  await sweepExpired(app.sale);
  expect(await rowsOf(id)).toEqual(again);
});
