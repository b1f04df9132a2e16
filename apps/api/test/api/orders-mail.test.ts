import { afterAll, beforeEach, expect, test } from 'vitest';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../../sandbox/src/mail/receive.ts';
import { mailControl } from '../../../sandbox/src/mail/switches.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { workOnce } from '../factories/jobs.ts';
import { mailerAt, mailTasks } from '../factories/mail-tasks.ts';
import { drawing, havePoster } from '../factories/posters.ts';
import { aWatch } from '../factories/watch.ts';

const { db, url, close } = await freshDatabase();
const { buyer, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 20 }]);
const inbox = new Inbox();
const control = mailControl();
const { watch, told, text } = aWatch({ process: 'worker' });
const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0, control });
afterAll(async () => {
  await Promise.all([closeCheckout(), smtp.close()]);
  await close();
});

beforeEach(() => {
  control.switches = mailControl().switches;
});

/** The worker until nothing is left to do; returns the mails about tickets that came in meanwhile, the oldest first. */
async function mailsSent({ port = smtp.port } = {}) {
  const before = new Set(inbox.newestFirst());
  const mailer = mailerAt(port);
  await workOnce({ db, url }, mailTasks({ db, mailer, watch }));
  mailer.close();
  const arrived = inbox.newestFirst().filter((mail) => !before.has(mail));
  return arrived.filter(({ messageId }) => messageId.startsWith('<send-tickets.')).toReversed();
}

const jobsLeft = async () => (await db`select 1 from graphile_worker.jobs where task_identifier = 'send-tickets'`).length;
/** As if the wait before the next retry were over. */
const waitIsOver = () => db`update graphile_worker._private_jobs set run_at = now()`;

test('a paid order gets one mail with the tickets and the evening for the calendar', async () => {
  const purchase = await aPurchase({ seats: 3 });
  await buyer.pay(purchase);
  const mails = await mailsSent();
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({
    subject: 'Tus entradas para Hamlet',
    messageId: `<send-tickets.${purchase.id}@entradas.example>`,
    text: expect.stringContaining(`https://entradas.example/myOrders/${purchase.id}`),
    attachments: [
      { name: 'entradas-hamlet.pdf', mediaType: 'application/pdf' },
      { name: 'hamlet.ics', mediaType: 'text/calendar' },
    ],
  });
  expect(mail?.text).toContain('terminada en 4905.');
  expect(mail?.text.match(/^- .*Fila .* · Asiento /gm)).toHaveLength(3);
  expect(mail?.attachments[0]?.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  expect(await mailsSent()).toEqual([]);
  expect(await jobsLeft()).toBe(0);
});

test('the mail shows the show’s poster and each ticket’s code, as parts of itself', async () => {
  const hash = await havePoster(db, sale.performanceId, drawing('#a03010'));
  const purchase = await aPurchase({ seats: 2 });
  await buyer.pay(purchase);
  const [mail] = await mailsSent();
  const tickets = answerOf(await buyer.order(purchase.id)).tickets;
  const codes = tickets.map(({ number }) => number);
  expect(mail?.pictures.map(({ cid, mediaType }) => [cid, mediaType])).toEqual([
    [`poster-${hash}@butaca`, 'image/jpeg'],
    ...codes.map((number) => [`${number}@butaca`, 'image/png']),
  ]);
  for (const { cid } of mail?.pictures ?? []) expect(mail?.html).toContain(`src="cid:${cid}"`);
  expect(mail?.attachments.map(({ name }) => name)).toEqual(['entradas-hamlet.pdf', 'hamlet.ics']);
  expect(mail?.attachments[0]?.bytes.toString('latin1')).toMatch(/\/Subtype \/Image\b/);
  expect(mail?.size).toBeLessThan(400_000);
});

test('a buyer who collects at the box office gets a mail with the poster and without tickets', async () => {
  await buyer.pay(await aPurchase({ deliveryTypeId: 2 }));
  const [mail] = await mailsSent();
  expect(mail?.pictures.map(({ mediaType }) => mediaType)).toEqual(['image/jpeg']);
  expect(mail?.text).toContain('boletería');
  expect(mail?.attachments.map(({ name }) => name)).toEqual(['hamlet.ics']);
});

test('tickets sold at the box office are handed over there, not mailed', async () => {
  const purchase = await aPurchase();
  await db`update purchase set channel = 'box_office' where id = ${purchase.id}`;
  await buyer.pay(purchase);
  expect(await mailsSent()).toEqual([]);
  expect(await jobsLeft()).toBe(0);
});

test('a declined payment sends nothing', async () => {
  gateway.state.next.push('decline');
  await buyer.pay(await aPurchase());
  expect(await mailsSent()).toEqual([]);
});

test('when the mail server is away the tickets wait and are sent later, as the same mail and the same PDF', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  const away = await receiveMail(new Inbox(), { host: '127.0.0.1', port: 0 });
  await away.close();
  expect(await mailsSent({ port: away.port })).toEqual([]);
  expect(await jobsLeft()).toBe(1);
  await waitIsOver();
  const [mail] = await mailsSent();
  expect(mail?.messageId).toBe(`<send-tickets.${purchase.id}@entradas.example>`);
  // Asked for again by hand: the same bytes, so that a buyer with two mails has one ticket.
  await db`select graphile_worker.add_job('send-tickets', payload => ${db.json({ purchaseId: purchase.id })}::json)`;
  const [again] = await mailsSent();
  expect(again?.messageId).toBe(mail?.messageId);
  expect(again?.attachments[0]?.bytes.equals(mail?.attachments[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test('a mail that is too large for its server goes out at once without the tickets, with the way to them', async () => {
  const [purchase, other] = [await aPurchase({ seats: 3 }), await aPurchase({ seats: 1 })];
  await buyer.pay(purchase);
  const [usual] = await mailsSent();
  await buyer.pay(other);
  control.switches.largestBytes = (usual?.size ?? 0) - 1000;
  await db`select graphile_worker.add_job('send-tickets', payload => ${db.json({ purchaseId: purchase.id })}::json)`;
  const mails = await mailsSent();
  const mail = mails.find(({ messageId }) => messageId.includes(purchase.id));
  expect(mail?.attachments).toEqual([]);
  expect(mail?.pictures).toEqual([]);
  expect(mail?.html).not.toContain('cid:');
  expect(mail?.text).toContain('descargalas en PDF desde tu compra');
  expect(mail?.text).toContain(`Descargar mis entradas: https://entradas.example/myOrders/${purchase.id}`);
  expect(mail?.html).toContain(`/myOrders/${purchase.id}`);
  // A smaller one still has its ticket.
  expect(mails.find(({ messageId }) => messageId.includes(other.id))?.attachments).toHaveLength(2);
  expect(await jobsLeft()).toBe(0);
});

test('a mail that its server refuses for good is given up, and the buyer has the tickets on the order’s page', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  control.switches.refuseAddresses = true;
  expect(await mailsSent()).toEqual([]);
  expect(await jobsLeft()).toBe(0);
  control.switches = { ...mailControl().switches, largestBytes: 100 };
  await buyer.pay(await aPurchase());
  expect(await mailsSent()).toEqual([]);
  expect(await jobsLeft()).toBe(0);
  expect(answerOf(await buyer.order(purchase.id)).tickets).toHaveLength(2);
  expect(told('job-gave-up').map(({ task, attempt }) => [task, attempt])).toEqual([
    ['send-tickets', 1],
    ['send-tickets', 1],
  ]);
  expect(text()).not.toContain('@correo.example');
});

test('more tickets than a document has are not attached: the mail lists the first ones and links to all', async () => {
  const purchase = await aPurchase({ seats: 95 });
  await buyer.pay(purchase);
  const [mail] = await mailsSent();
  expect(mail?.attachments.map(({ name }) => name)).toEqual(['hamlet.ics']);
  expect(mail?.text.match(/^- /gm)).toHaveLength(40);
  expect(mail?.text).toContain('Y 55 entradas más');
  expect(mail?.text).toContain(`Descargar mis entradas: https://entradas.example/myOrders/${purchase.id}`);
  expect(mail?.size).toBeLessThan(100_000);
});
