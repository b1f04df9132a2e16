import {
  addAddress,
  type DeliveryState,
  getOfficeTickets,
  type InputOf,
  listDeliveryTypes,
  moveDelivery,
  selectDelivery,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { catalogueFile } from '../../src/catalogue/import/catalogue-file.ts';
import { importCatalogue } from '../../src/catalogue/import/index.ts';
import { readCatalogueFile } from '../../src/catalogue/import/read-catalogue-file.ts';
import type { Mail } from '../../src/notifications/mailer.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { mailsSent, sender } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL, ticketsOf } from '../factories/purchase.ts';

const database = await freshDatabase();
const { db, close } = database;
const startsAt = Temporal.Now.instant().add({ hours: 240 });
const shop = await aCheckout(db, undefined, [{ rows: 30, startsAt }, { startsAt: startsAt.add({ hours: 24 }) }]);
const { app, sales, buyer } = shop;
const [sale, later] = sales;
const organiser = await anOrganiser(db, app);
const colleague = await anOrganiser(db, app);
afterAll(async () => {
  await shop.close();
  await close();
});

const POINT = 3;
const HOME = 4;
const POINT_PRICE = 150_000;
const CITY_PRICE = 450_000;
const deliveries = [
  {
    id: POINT,
    kind: 'point',
    name: 'Punto de venta',
    closesHours: 48,
    price: 1500,
    points: [
      { id: 1, name: 'Librería', address: 'Telones 1410', city: 'Buenos Aires', hours: '10 a 20' },
      { id: 2, name: 'Disquería', address: 'Coro 233', city: 'Buenos Aires' },
    ],
  },
  {
    id: HOME,
    kind: 'home',
    name: 'A domicilio',
    closesHours: 120,
    zones: [
      { id: 1, name: 'Centro', country: 'ar', provinces: ['C'], postcodes: ['C10'], price: 3000 },
      { id: 2, name: 'Ciudad', country: 'ar', provinces: ['C'], price: 4500 },
    ],
  },
];
const importThem = (given: object = { deliveries }) =>
  importCatalogue(db, {
    file: 'entregas.json',
    bytes: Buffer.from(JSON.stringify({ format: 'butaca-catalogue/1', ...given })),
    readBeside: async () => {
      throw new Error('no images');
    },
    timeZone: 'America/Argentina/Buenos_Aires',
    taxClass: 'iva-21',
    currency: 'ARS',
    language: 'es-AR',
  } as Parameters<typeof importCatalogue>[1]);
await importThem();

/** The evening moves to so many hours from now. */
const evening = (hours: number, { performanceId }: { performanceId: number } = sale) =>
  ownerOf(db)`update performance set starts_at = now() + make_interval(hours => ${hours}) where id = ${performanceId}`;
beforeEach(async () => {
  await evening(240);
  await evening(264, later);
});

type Buyer = typeof buyer;
const anAddress = async (who: Buyer, given: Partial<InputOf<typeof addAddress>['body']> = {}) => {
  const body = {
    type: 'home',
    street: 'Corrientes',
    number: '1234',
    floor: '2',
    department: 'B',
    reference: 'Timbre roto',
    country: 'ar',
    province: 'C',
    location: 'Balvanera',
    postcode: 'C1414ABC',
    preferred: true,
    ...given,
  } as InputOf<typeof addAddress>['body'];
  const before = await db<{ id: string }[]>`select id from customer_address where customer_id = ${who.customerId}`;
  const { addresses } = answerOf(await who.call(addAddress, { body }));
  return addresses.find(({ id }) => before.every((each) => each.id !== id))?.id ?? '';
};
const aPurchase = (who: Buyer = buyer, seats = 1) => shop.purchase({ seats, customerId: who.customerId, deliveryTypeId: null });
const choose = (id: string, body: InputOf<typeof selectDelivery>['body'], who: Pick<Buyer, 'call'> = buyer) =>
  who.call(selectDelivery, { params: { purchaseId: id }, body });
const offered = async (id: string) => answerOf(await buyer.call(listDeliveryTypes, { params: { purchaseId: id } })).items;
const move = (
  orderId: string,
  state: DeliveryState,
  { who = organiser, key, note }: { who?: typeof organiser; key?: string; note?: string } = {},
) => who.call(moveDelivery, { params: { orderId }, body: { state, note } }, { key });
const others = (id: string) => db`
  select id, delivery_type_id, delivery_point_id, delivery_zone_id, delivery_address_id, total, stage from purchase where id <> ${id} order by id`;
const atPoint = async (who: Buyer = buyer, seats = 1) => {
  const purchase = await aPurchase(who, seats);
  answerOf(await choose(purchase.id, { deliveryTypeId: POINT, pointId: 1 }, who));
  answerOf(await who.pay({ id: purchase.id, total: purchase.total + POINT_PRICE }));
  return purchase.id;
};

test('tickets are fetched at a point of sale: its price is in the total, in the ledger and in the order, and its address with it', async () => {
  const purchase = await aPurchase();
  const neighbours = await others(purchase.id);
  const types = await offered(purchase.id);
  expect(types.find(({ id }) => id === POINT)).toMatchObject({
    kind: 'point',
    price: POINT_PRICE,
    points: [{ id: 1, hours: '10 a 20' }, { id: 2 }],
  });
  const chosen = answerOf(await choose(purchase.id, { deliveryTypeId: POINT, pointId: 2 }));
  expect(chosen).toMatchObject({
    deliveryTypeId: POINT,
    deliveryPointId: 2,
    totals: { delivery: POINT_PRICE, total: TICKET_TOTAL + POINT_PRICE },
  });
  expect(await others(purchase.id)).toEqual(neighbours);
  expect(answerOf(await buyer.pay({ id: purchase.id, total: TICKET_TOTAL + POINT_PRICE }))).toMatchObject({
    outcome: 'approved',
    deliveryKind: 'point',
  });
  const [booked] =
    await db`select -sum(amount)::int as amount from ledger_entry where purchase_id = ${purchase.id} and account = 'delivery'`;
  expect(booked).toEqual({ amount: POINT_PRICE });
  const order = answerOf(await buyer.order(purchase.id));
  expect(order).toMatchObject({
    totals: { delivery: POINT_PRICE },
    delivery: { kind: 'point', name: 'Punto de venta', point: { id: 2, name: 'Disquería', address: 'Coro 233', city: 'Buenos Aires' } },
  });
  // Nothing that opens a door is sent to who has to fetch it.
  expect(order.tickets.every(({ code }) => code === undefined)).toBe(true);
  expect((await buyer.file(`/v2/Operacion/${purchase.id}/Entradas/a4`)).json()).toMatchObject({ cError: 'tickets_at_box_office' });
});

test('tickets are brought to an address of the account at the price of its zone, and the order keeps the address as it was', async () => {
  const who = await shop.stranger();
  const [inCity, inCentre] = [await anAddress(who), await anAddress(who, { postcode: 'C1043AAZ', preferred: false })];
  const purchase = await aPurchase(who);
  expect(answerOf(await choose(purchase.id, { deliveryTypeId: HOME, addressId: inCentre }, who)).totals?.delivery).toBe(300_000);
  const chosen = answerOf(await choose(purchase.id, { deliveryTypeId: HOME, addressId: inCity }, who));
  expect(chosen).toMatchObject({ deliveryAddressId: inCity, totals: { delivery: CITY_PRICE } });
  await db`update customer_address set street = 'Otra' where id = ${inCity}`;
  answerOf(await who.pay({ id: purchase.id, total: TICKET_TOTAL + CITY_PRICE }));
  expect(answerOf(await who.confirm(purchase.id)).deliveryKind).toBe('home');
  expect(answerOf(await who.order(purchase.id)).delivery).toMatchObject({
    kind: 'home',
    address: 'Corrientes 1234, piso 2, dto. B, Balvanera, Ciudad Autónoma de Buenos Aires, C1414ABC. Timbre roto',
  });
});

test('another delivery in its place takes point, zone, price and the copy of the address away', async () => {
  const who = await shop.stranger();
  const addressId = await anAddress(who);
  const purchase = await aPurchase(who);
  answerOf(await choose(purchase.id, { deliveryTypeId: HOME, addressId }, who));
  const { totals, deliveryAddressId } = answerOf(await choose(purchase.id, { deliveryTypeId: 1 }, who));
  expect([totals?.delivery, deliveryAddressId]).toEqual([0, undefined]);
  expect(await db`select from delivery_address where purchase_id = ${purchase.id}`).toHaveLength(0);
});

test('what is missing or not to be had is told by its field, and the purchase keeps what it had', async () => {
  const [who, other] = [await shop.stranger(), await shop.stranger()];
  const [own, foreign] = [await anAddress(who, { province: 'X', postcode: 'X5000ABC' }), await anAddress(other)];
  const purchase = await aPurchase(who);
  answerOf(await choose(purchase.id, { deliveryTypeId: POINT, pointId: 1 }, who));
  const refusals = [
    [{ deliveryTypeId: POINT }, 'idPuntoDeVenta', 'missing'],
    [{ deliveryTypeId: POINT, pointId: 9 }, 'idPuntoDeVenta', 'invalid'],
    [{ deliveryTypeId: HOME }, 'idClienteDomicilio', 'missing'],
    [{ deliveryTypeId: HOME, addressId: foreign }, 'idClienteDomicilio', 'invalid'],
    [{ deliveryTypeId: 1, pointId: 1 }, 'idPuntoDeVenta', 'invalid'],
    [{ deliveryTypeId: 99 }, 'idEntregaTipo', 'invalid'],
  ] as const;
  for (const [body, name, reason] of refusals)
    expect(await choose(purchase.id, body, who)).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name, reason }] } });
  expect(await choose(purchase.id, { deliveryTypeId: HOME, addressId: own }, who)).toMatchObject({
    failure: 'delivery_unavailable',
    data: { reason: 'zone' },
  });
  expect(await choose(purchase.id, { deliveryTypeId: 1 }, other)).toMatchObject({ failure: 'not_found' });
  expect(answerOf(await who.purchase(purchase.id))).toMatchObject({ deliveryTypeId: POINT, deliveryPointId: 1 });
});

test('a delivery ends its hours before the first performance of the purchase, by the database’s clock: in the list, when chosen and when paid', async () => {
  const who = await shop.stranger();
  const addressId = await anAddress(who);
  const purchase = await aPurchase(who);
  await evening(121);
  const kinds = async () =>
    (await answerOf(await who.call(listDeliveryTypes, { params: { purchaseId: purchase.id } }))).items.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['eticket', 'box_office', 'point', 'home']);
  answerOf(await choose(purchase.id, { deliveryTypeId: HOME, addressId }, who));
  await evening(119);
  expect(await kinds()).toEqual(['eticket', 'box_office', 'point']);
  const closed = { failure: 'delivery_unavailable', data: { reason: 'closed' } };
  expect(await choose(purchase.id, { deliveryTypeId: HOME, addressId }, who)).toMatchObject(closed);
  expect(await who.pay({ id: purchase.id, total: TICKET_TOTAL + CITY_PRICE })).toMatchObject(closed);
  expect(await ticketsOf(db, purchase.id)).toEqual([]);
  // With tickets for a later evening alone it would be in time; the earlier one decides.
  answerOf(await choose(purchase.id, { deliveryTypeId: POINT, pointId: 1 }, who));
  expect(answerOf(await who.pay({ id: purchase.id, total: TICKET_TOTAL + POINT_PRICE }))).toMatchObject({ outcome: 'approved' });
});

test('staff prepare, send, say that tickets arrived and hand them over in order, each step once, with their name and note; the buyer’s order says how far it is', async () => {
  const [id, untouched] = [await atPoint(), await atPoint()];
  expect(await move(id, 'sent')).toMatchObject({ failure: 'not_the_next_step' });
  expect(await move(id, 'prepared', { who: { ...organiser, call: buyer.call } })).toMatchObject({ failure: 'not_for_you' });
  answerOf(await move(id, 'prepared', { key: 'click-0001' }));
  // The answer was lost and the click comes again.
  const { deliverySteps } = answerOf(await move(id, 'prepared', { key: 'click-0001' }));
  expect(deliverySteps).toMatchObject([{ state: 'prepared', staffName: 'Julia Paredes' }]);
  answerOf(await move(id, 'sent', { note: 'Bolsa 12' }));
  expect(answerOf(await buyer.order(id)).delivery).toMatchObject({ state: 'sent' });
  expect(await move(id, 'picked_up')).toMatchObject({ failure: 'not_the_next_step' });
  answerOf(await move(id, 'arrived'));
  expect(answerOf(await buyer.order(id)).delivery).toMatchObject({ state: 'arrived' });
  expect(answerOf(await move(id, 'picked_up')).deliverySteps.map(({ state, note }) => [state, note])).toEqual([
    ['prepared', undefined],
    ['sent', 'Bolsa 12'],
    ['arrived', undefined],
    ['picked_up', undefined],
  ]);
  expect(await move(id, 'picked_up')).toMatchObject({ failure: 'not_the_next_step' });
  expect(await move(id, 'delivered')).toMatchObject({ failure: 'not_the_next_step' });
  expect(answerOf(await buyer.order(untouched)).delivery?.state).toBeUndefined();
  await expect(ownerOf(db)`update delivery_step set state = 'sent' where purchase_id = ${id}`).rejects.toThrow('append-only');
  const eticket = await shop.purchase({ seats: 1 });
  await buyer.pay(eticket);
  expect(await move(eticket.id, 'prepared')).toMatchObject({ failure: 'not_the_next_step' });
});

/** The worker until nothing is left to do; the mails about deliveries that it sent. */
async function deliveryMails({ locale = 'es-AR' } = {}): Promise<Mail[]> {
  const sent = await mailsSent(database, { sender: { ...sender, locale } });
  return sent.filter(({ messageId }) => messageId.startsWith('<tell-of-delivery.'));
}

test('an order that was picked up when a point of sale had no arrival is done, and nothing tells its buyer of one', async () => {
  const id = await atPoint();
  await deliveryMails();
  for (const state of ['prepared', 'sent'] as const) answerOf(await move(id, state));
  // As a server of the version before wrote it.
  await ownerOf(db)`
    insert into delivery_step (purchase_id, position, state, staff_id, idempotency_key)
    values (${id}, 3, 'picked_up', ${organiser.customerId}, 'click-before')`;
  for (const state of ['arrived', 'picked_up', 'delivered'] as const)
    expect(await move(id, state)).toMatchObject({ failure: 'not_the_next_step' });
  expect(await deliveryMails()).toEqual([]);
});

test('a buyer is told once by mail when tickets are brought or can be picked up, and nobody else is', async () => {
  const who = await shop.stranger();
  const [fetched, untouched] = [await atPoint(who), await atPoint()];
  const brought = await aPurchase(who);
  answerOf(await choose(brought.id, { deliveryTypeId: HOME, addressId: await anAddress(who) }, who));
  answerOf(await who.pay({ id: brought.id, total: TICKET_TOTAL + CITY_PRICE }));
  const atVenue = await shop.purchase({ seats: 1, customerId: who.customerId, deliveryTypeId: 2 });
  answerOf(await who.pay(atVenue));
  await deliveryMails();

  for (const id of [fetched, brought.id, atVenue.id]) answerOf(await move(id, 'prepared'));
  const [atOffice, ...none] = await deliveryMails();
  expect(none).toEqual([]);
  expect(atOffice).toMatchObject({ subject: 'Tus entradas para Hamlet están listas', messageId: expect.stringContaining(atVenue.id) });
  answerOf(await move(fetched, 'sent'));
  expect(await deliveryMails()).toEqual([]);
  answerOf(await move(fetched, 'arrived', { key: 'click-arrived' }));
  answerOf(await move(fetched, 'arrived', { key: 'click-arrived' }));
  answerOf(await move(brought.id, 'sent'));
  const sent = new Map((await deliveryMails()).map((mail) => [mail.messageId.split('.')[2]?.split('@')[0], mail]));
  expect([...sent.keys()].sort()).toEqual([fetched, brought.id].sort());
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${who.customerId}`;
  expect([...sent.values()].map(({ to }) => to.address)).toEqual([row?.email, row?.email]);
  expect(sent.get(fetched)?.text).toContain('ya podés retirarlas en Librería, Telones 1410, Buenos Aires (10 a 20).');
  expect(sent.get(brought.id)?.text).toContain('salieron hacia Corrientes 1234, piso 2');
  expect(sent.get(brought.id)?.text).toContain(`https://entradas.example/myOrders/${brought.id}`);
  expect(answerOf(await buyer.order(untouched)).delivery?.state).toBeUndefined();

  answerOf(await move(fetched, 'picked_up'));
  answerOf(await move(brought.id, 'delivered'));
  expect(await deliveryMails()).toEqual([]);
});

test.each([
  ['en-GB', 'Your tickets for Hamlet are at your point of sale', 'Hello'],
  ['pt-BR', 'Seus ingressos para Hamlet já estão no seu ponto de venda', 'Olá'],
])('in a deployment of %s the mail to who never told a language is of its own', async (locale, subject, greeting) => {
  const id = await atPoint();
  // As a server of the version before wrote them.
  await db`update purchase set language = null where id = ${id}`;
  await db`update customer set language = null`;
  for (const state of ['prepared', 'sent', 'arrived'] as const) answerOf(await move(id, state));
  const [mail] = await deliveryMails({ locale });
  expect(mail?.subject).toBe(subject);
  expect(mail?.text.startsWith(greeting)).toBe(true);
  expect(mail?.html).toContain(`lang="${locale.slice(0, 2)}"`);
});

test('who has picked the tickets up, or got their money back, before the mail went out gets none', async () => {
  const [quick, refunded] = [await atPoint(), await atPoint()];
  await deliveryMails();
  for (const id of [quick, refunded]) {
    for (const state of ['prepared', 'sent', 'arrived'] as const) answerOf(await move(id, state));
  }
  answerOf(await move(quick, 'picked_up'));
  await organiser.refundSome(refunded);
  expect(await deliveryMails()).toEqual([]);
});

test('when two people do the same step at once, it is one line', async () => {
  const id = await atPoint();
  const outcomes = await Promise.all([move(id, 'prepared'), move(id, 'prepared', { who: colleague })]);
  expect(outcomes.map(resultOf).sort()).toEqual(['not_the_next_step', 'ok']);
  expect(await db`select from delivery_step where purchase_id = ${id}`).toHaveLength(1);
});

test('staff print what is fetched or brought, and nobody else; never a ticket that its buyer carries', async () => {
  const id = await atPoint();
  const printed = await app.inject({
    url: `/v2/Oficina/Operacion/${id}/Entradas`,
    headers: { authorization: `Bearer ${organiser.token}` },
  });
  expect([printed.statusCode, printed.headers['content-type'], printed.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
  expect(await clientOf(app, { token: buyer.token }).call(getOfficeTickets, { params: { orderId: id } })).toMatchObject({
    failure: 'not_for_you',
  });
  const eticket = await shop.purchase({ seats: 1 });
  await buyer.pay(eticket);
  expect(await organiser.call(getOfficeTickets, { params: { orderId: eticket.id } })).toMatchObject({ failure: 'not_the_next_step' });
});

test('the cost of the delivery goes back with the last ticket, unless they are on their way; a performance that was cancelled gives it back all the same', async () => {
  const [waiting, prepared, sent, cancelled] = [await atPoint(), await atPoint(), await atPoint(), await atPoint()];
  for (const id of [prepared, sent, cancelled]) answerOf(await move(id, 'prepared'));
  for (const id of [sent, cancelled]) answerOf(await move(id, 'sent'));
  const amountOf = async (id: string) => (await organiser.refundSome(id)).amount;
  expect(await amountOf(waiting)).toBe(TICKET_TOTAL + POINT_PRICE);
  expect(await amountOf(prepared)).toBe(TICKET_TOTAL + POINT_PRICE);
  expect(await amountOf(sent)).toBe(TICKET_TOTAL);
  const [kept] = await db`select -sum(amount)::int as amount from ledger_entry where purchase_id = ${sent} and account = 'delivery'`;
  expect(kept).toEqual({ amount: POINT_PRICE });
  expect(await move(prepared, 'sent')).toMatchObject({ failure: 'no_valid_tickets' });
  await ownerOf(db)`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  expect(await amountOf(cancelled)).toBe(TICKET_TOTAL + POINT_PRICE);
  await ownerOf(db)`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('of one order with two tickets the delivery goes back with the second one', async () => {
  const id = await atPoint(buyer, 2);
  expect((await organiser.refundSome(id, { count: 1 })).amount).toBe(TICKET_TOTAL);
  expect((await organiser.refundSome(id)).amount).toBe(TICKET_TOTAL + POINT_PRICE);
});

test('a point that a file leaves out is offered no more, who chose it is told before paying, and the same file again changes nothing', async () => {
  expect((await importThem()).changes.every(({ created, changed, dropped }) => created + changed + dropped === 0)).toBe(true);
  const purchase = await aPurchase();
  answerOf(await choose(purchase.id, { deliveryTypeId: POINT, pointId: 2 }));
  const [point] = deliveries as [(typeof deliveries)[0]];
  await importThem({ deliveries: [{ ...point, points: point.points?.slice(0, 1) }] });
  await expect
    .poll(async () => (await offered(purchase.id)).find(({ id }) => id === POINT)?.points?.map(({ id }) => id), {
      timeout: limit(20_000),
      interval: 500,
    })
    .toEqual([1]);
  expect(await buyer.pay({ id: purchase.id, total: TICKET_TOTAL + POINT_PRICE })).toMatchObject({
    failure: 'delivery_unavailable',
    data: { reason: 'gone' },
  });
  await importThem();
});

test('a file that gives a delivery another kind is refused, and those who chose it keep theirs', async () => {
  const id = await atPoint();
  const before = await db`select * from delivery_type order by id`;
  const [, home] = deliveries;
  await expect(importThem({ deliveries: [{ ...home, id: POINT, name: 'Otra cosa' }] })).rejects.toThrow(/deliveries 3 kind: it is point/);
  expect(await db`select * from delivery_type order by id`).toEqual(before);
  expect(answerOf(await buyer.order(id)).delivery).toMatchObject({ kind: 'point', name: 'Punto de venta' });
});

test('a file of deliveries is refused whole, with the place of what is wrong', () => {
  const wrong = { format: 'butaca-catalogue/1', deliveries: [{ id: 1, kind: 'home', name: 'X', zones: [] }] };
  const paths = catalogueFile.safeParse(wrong).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['deliveries.0.id', 'deliveries.0.zones']);
});

test('a file says of a delivery its price, hours, words and tax, and nothing that is the other kind’s', () => {
  const [point, home] = deliveries;
  const given = {
    format: 'butaca-catalogue/1',
    deliveries: [
      { ...point, description: 'Con documento', taxClass: 'iva-10' },
      { ...home, taxClass: 'iva-9' },
    ],
  };
  const known = { venues: new Map(), showTypes: [], taxClasses: ['iva-21', 'iva-10'] } as unknown as Parameters<
    typeof readCatalogueFile
  >[1];
  const { catalogue, problems } = readCatalogueFile(catalogueFile.parse(given), known, 'iva-21');
  expect(catalogue.deliveries?.[0]).toMatchObject({
    ...{ kind: 'point', price: POINT_PRICE, closesHours: 48, description: 'Con documento', taxClass: 'iva-10', zones: [] },
    points: [{ hours: '10 a 20' }, { hours: null }],
  });
  // A home's price is its zone's.
  expect(catalogue.deliveries?.[1]).toMatchObject({
    ...{ kind: 'home', price: 0, closesHours: 120, description: null, points: [] },
    zones: [{ price: 300_000 }, { price: CITY_PRICE }],
  });
  expect(problems).toMatchObject([{ at: 'deliveries[1].taxClass' }]);
});
