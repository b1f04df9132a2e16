import { clearName, findOfficeOrders, getNominationsFile, type InputOf, nominate, readCode, type TicketToName } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { purchaseTasks } from '../../src/sale/tasks.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';

const database = await freshDatabase();
const { db } = database;
const startsAt = Temporal.Now.instant().add({ hours: 72 });
const shop = await aCheckout(db, undefined, [{ rows: 30, startsAt, nominations: { closesHours: 24, oncePerDocument: true } }]);
const { app, sale, buyer } = shop;
const otherConnections = connect(database.url);
const elsewhere = await customersApp(otherConnections);
const organiser = await anOrganiser(db, app);
const door = await (async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  return clientOf(app, { token });
})();
afterAll(async () => {
  await elsewhere.close();
  await otherConnections.end();
  await shop.close();
  await database.close();
});

/** The evening moves to so many hours from now. */
const evening = (hours: number) =>
  ownerOf(db)`update performance set starts_at = now() + make_interval(hours => ${hours}) where id = ${sale.performanceId}`;
beforeEach(() => evening(72));

type Buyer = typeof buyer;

async function bought(seats = 1, who: Buyer = buyer) {
  const purchase = await shop.purchase({ seats, customerId: who.customerId });
  answerOf(await who.pay(purchase));
  const { tickets } = await orderOf(purchase.id, who);
  return { id: purchase.id, tickets, who };
}
const orderOf = async (id: string, who: Buyer = buyer) => answerOf(await who.order(id));

let documents = 30_000_000;
const aName = (ticketId: string, given: Partial<TicketToName> = {}): TicketToName => ({
  ticketId,
  firstName: 'Ana',
  lastName: 'Paz',
  documentType: 'dni',
  documentNumber: String(++documents),
  ...given,
});
const name = (orderId: string, items: readonly TicketToName[], who: Pick<Buyer, 'call'> = buyer) =>
  who.call(nominate, { params: { orderId }, body: { items: [...items] } satisfies InputOf<typeof nominate>['body'] });
const refusedFor = (reason: string, ticketId: string) => ({ failure: 'cannot_nominate', data: { reason, ticketId } });
const readAt = async (code = '') =>
  answerOf(await door.call(readCode, { body: { performanceId: sale.performanceId, code, door: undefined } }));
/** Every nomination but those of these tickets. */
const others = (ticketIds: readonly string[]) =>
  db`select * from nomination where ticket_id <> all (${[...ticketIds]}::text[]) order by ticket_id`;

test('a ticket has the name, last name and kind and number of the document that it was given; the other one none (EN-131, EN-132)', async () => {
  const { id, tickets } = await bought(2);
  const [first, second] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
  const neighbours = await others([first.id]);
  expect((await orderOf(id)).performances[0]?.nominations).toMatchObject({ isOpen: true, oncePerDocument: true });
  const given = aName(first.id, { firstName: '  Ana ', documentNumber: '30.111.222' });
  const { items } = answerOf(await name(id, [given]));
  const named = { firstName: 'Ana', lastName: 'Paz', documentType: 'dni', documentNumber: '30111222', version: 1 };
  expect(items).toEqual([{ ticketId: first.id, nomination: named }]);
  const shown = (await orderOf(id)).tickets;
  expect(shown.find((ticket) => ticket.id === first.id)?.nomination).toEqual(named);
  expect(shown.find((ticket) => ticket.id === second.id)?.nomination).toBeUndefined();
  expect(await others([first.id])).toEqual(neighbours);
});

test('the door reads who may enter with a ticket, and the organiser’s list of the door has them by last name (EN-133, EN-134)', async () => {
  const { id, tickets } = await bought(2);
  const [first, second] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
  answerOf(await name(id, [aName(first.id, { lastName: 'Ávila', documentType: 'passport', documentNumber: 'ab 123-456' })]));
  expect((await readAt(first.code)).ticket).toMatchObject({
    asksForName: true,
    nomination: { firstName: 'Ana', lastName: 'Ávila', documentType: 'passport', documentNumber: 'AB123456' },
  });
  const unnamed = (await readAt(second.code)).ticket;
  expect(unnamed).toMatchObject({ asksForName: true });
  expect(unnamed?.nomination).toBeUndefined();
  const list = () =>
    app.inject({ url: `/v2/Oficina/Funcion/${sale.performanceId}/Nominaciones`, headers: { authorization: `Bearer ${organiser.token}` } });
  const lines = (await list()).body.split('\r\n');
  const at = lines.findIndex((line) => line.startsWith('Ávila,Ana,Pasaporte,AB123456,Platea'));
  expect(lines[at]).toMatch(/Sí$/);
  expect(lines.findIndex((line) => line.startsWith('Paz,'))).toBeGreaterThan(at);
  expect(await buyer.call(getNominationsFile, { params: { performanceId: sale.performanceId } })).toMatchObject({ failure: 'not_for_you' });
});

test('a document in the list of the door is text for a spreadsheet, with its zeros and letters', async () => {
  const { id, tickets } = await bought(3);
  const typed = ['00123456', '123E45', '12345678901234567890'];
  const names = tickets.map((ticket, index) =>
    aName(ticket.id, { lastName: `Texto ${'abc'[index]}`, documentType: 'passport', documentNumber: typed[index] ?? '' }),
  );
  answerOf(await name(id, names));
  const { body } = await app.inject({
    url: `/v2/Oficina/Funcion/${sale.performanceId}/Nominaciones`,
    headers: { authorization: `Bearer ${organiser.token}` },
  });
  for (const document of typed) expect(body).toContain(`,Pasaporte,'${document},`);
});

test('a counter’s sale without a name of its own is found by staff with the name on its ticket', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.takeBest(sale, 1)).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }));
  const { tickets } = answerOf(await clerk.order(id));
  const found = async () => answerOf(await organiser.call(findOfficeOrders, { query: { search: id } })).items[0];
  expect((await found())?.buyerName).toBeUndefined();
  answerOf(await name(id, [aName(tickets[0]?.id ?? '', { firstName: 'Elena', lastName: 'Ruiz' })], clerk));
  expect((await found())?.buyerName).toBe('Elena Ruiz');
});

test('a nomination that was changed is the one on the ticket, at the door and in the list, and the first name is nowhere', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  answerOf(await name(id, [aName(ticketId, { lastName: 'Antes' })]));
  answerOf(await name(id, [aName(ticketId, { lastName: 'Después', version: 1 })]));
  expect((await orderOf(id)).tickets[0]?.nomination).toMatchObject({ lastName: 'Después', version: 2 });
  expect((await readAt(ticket?.code)).ticket?.nomination?.lastName).toBe('Después');
  expect(await db`select from nomination where last_name = 'Antes'`).toHaveLength(0);
});

test('the second of two tabs is told that the name was changed; the same click again changes nothing', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  const [one, two] = [aName(ticketId, { lastName: 'Uno' }), aName(ticketId, { lastName: 'Dos' })];
  const outcomes = await Promise.all([name(id, [one]), name(id, [two], { call: clientOf(elsewhere, { token: buyer.token }).call })]);
  expect(outcomes.map(resultOf).sort()).toEqual(['cannot_nominate', 'ok']);
  const [won, lost] = resultOf(outcomes[0]) === 'ok' ? [one, two] : [two, one];
  expect(outcomes.find((each) => resultOf(each) !== 'ok')).toMatchObject(refusedFor('changed', ticketId));
  expect((await orderOf(id)).tickets[0]?.nomination).toMatchObject({ lastName: won.lastName, version: 1 });
  expect(answerOf(await name(id, [won])).items[0]?.nomination.version).toBe(1);
  expect(answerOf(await name(id, [{ ...lost, version: 1 }])).items[0]?.nomination.version).toBe(2);
});

test('a document stands on one ticket of a performance, whoever sends it and however it is written; two at once get it once', async () => {
  const stranger = await shop.stranger();
  const [mine, theirs] = [await bought(), await bought(1, stranger)];
  const [my, their] = [mine.tickets[0]?.id ?? '', theirs.tickets[0]?.id ?? ''];
  const document = aName(my).documentNumber;
  const outcomes = await Promise.all([
    name(mine.id, [aName(my, { documentNumber: document })]),
    name(theirs.id, [aName(their, { documentNumber: document })], stranger),
  ]);
  expect(outcomes.map(resultOf).sort()).toEqual(['cannot_nominate', 'ok']);
  expect(await db`select from nomination where document_number = ${document}`).toHaveLength(1);
  const [loser, ticketId, who] = resultOf(outcomes[0]) === 'ok' ? ([theirs, their, stranger] as const) : ([mine, my, buyer] as const);
  for (const written of [{ documentNumber: `0${document}` }, { documentType: 'passport', documentNumber: document } as const]) {
    expect(await name(loser.id, [aName(ticketId, written)], who)).toMatchObject(refusedFor('duplicate', ticketId));
  }
  expect((await orderOf(loser.id, who)).tickets[0]?.nomination).toBeUndefined();
});

test('staff take a name off a ticket with a reason, once, and the document is free for whoever owns it; nobody else’s name changes', async () => {
  const [squatter, owner] = [await bought(), await bought(1, await shop.stranger())];
  const [squatted, wanted] = [squatter.tickets[0]?.id ?? '', owner.tickets[0]?.id ?? ''];
  const mine = aName(squatted);
  answerOf(await name(squatter.id, [mine]));
  const untouched = await others([squatted]);
  const clear = (by: Pick<Buyer, 'call'>, key: string, given = { ticketId: squatted, reason: 'Documento de otra persona' }) =>
    by.call(clearName, { params: { orderId: squatter.id }, body: given }, { key });
  expect(await clear(buyer, 'click-not-staff')).toMatchObject({ failure: 'not_for_you' });
  expect(await clear(organiser, 'click-foreign', { ticketId: wanted, reason: 'x' })).toMatchObject({ failure: 'not_found' });
  const answers = await Promise.all([clear(organiser, 'click-clear'), clear(organiser, 'click-clear')]);
  expect(answers.map(resultOf)).toEqual(['ok', 'ok']);
  const cleared = answerOf(answers[0]);
  expect(cleared.tickets.map(({ ticket }) => [ticket.state, ticket.nomination])).toEqual([['valid', undefined]]);
  expect(cleared.actions).toMatchObject([{ verb: 'clear_name', reason: 'Documento de otra persona', ticketCount: 1 }]);
  expect(cleared.actions).toHaveLength(1);
  expect(await clear(organiser, 'click-again')).toMatchObject({ failure: 'no_name' });
  expect(await others([squatted])).toEqual(untouched);
  const rightful = { ...mine, ticketId: wanted };
  const [row] = await db<{ customerId: string }[]>`select customer_id as "customerId" from purchase where id = ${owner.id}`;
  expect(row?.customerId).not.toBe(buyer.customerId);
  expect(resultOf(await name(owner.id, [rightful], owner.who))).toBe('ok');
  expect(await name(squatter.id, [mine])).toMatchObject(refusedFor('duplicate', squatted));
});

test('the name of who is inside is not taken off', async () => {
  const { id, tickets } = await bought();
  const ticketId = tickets[0]?.id ?? '';
  answerOf(await name(id, [aName(ticketId)]));
  await readAt(tickets[0]?.code);
  expect(
    await organiser.call(clearName, { params: { orderId: id }, body: { ticketId, reason: 'Pedido' } }, { key: 'click-inside' }),
  ).toMatchObject(refusedFor('used', ticketId));
  expect(await db`select from nomination where ticket_id = ${ticketId}`).toHaveLength(1);
  expect(await db`select from staff_action where purchase_id = ${id}`).toHaveLength(0);
});

test('before paying a purchase says until when names may be given, where the show asks for them (EN-131)', async () => {
  const { id } = await shop.purchase({ seats: 1 });
  const [performance] = answerOf(await buyer.purchase(id)).performances;
  const [row] = await db<
    { at: Temporal.Instant }[]
  >`select starts_at - interval '24 hours' as at from performance where id = ${sale.performanceId}`;
  expect(Math.abs((performance?.namesUntil ?? 0) - (row?.at.epochMilliseconds ?? 0))).toBeLessThan(10_000);
});

test('two tickets of an order exchange their names, and of several names one that is refused changes none', async () => {
  const { id, tickets } = await bought(2);
  const [first = '', second = ''] = tickets.map((ticket) => ticket.id);
  const [one, two] = [aName(first, { lastName: 'Uno' }), aName(second, { lastName: 'Dos' })];
  answerOf(await name(id, [one, two]));
  answerOf(
    await name(id, [
      { ...one, ticketId: second, version: 1 },
      { ...two, ticketId: first, version: 1 },
    ]),
  );
  const lastNames = async () => Object.fromEntries((await orderOf(id)).tickets.map((ticket) => [ticket.id, ticket.nomination?.lastName]));
  expect(await lastNames()).toEqual({ [first]: 'Dos', [second]: 'Uno' });
  const same = aName(first).documentNumber;
  expect(
    await name(id, [aName(first, { documentNumber: same, version: 2 }), aName(second, { documentNumber: same, version: 2 })]),
  ).toMatchObject(refusedFor('duplicate', second));
  expect(await lastNames()).toEqual({ [first]: 'Dos', [second]: 'Uno' });
});

test('names may be changed until the hours of the rule before the performance, by the database’s clock', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  await evening(25);
  answerOf(await name(id, [aName(ticketId)]));
  await evening(24);
  expect(await name(id, [aName(ticketId, { version: 1 })])).toMatchObject(refusedFor('closed', ticketId));
  expect((await orderOf(id)).performances[0]?.nominations?.isOpen).toBe(false);
  expect((await orderOf(id)).tickets[0]?.nomination?.version).toBe(1);
});

test('a refunded ticket loses its name, its document is free for another ticket, and it can be given no name any more', async () => {
  const { id, tickets } = await bought(2);
  const [first = '', second = ''] = tickets.map((ticket) => ticket.id);
  const [one, two] = [aName(first), aName(second)];
  answerOf(await name(id, [one, two]));
  await organiser.refund(id, { ticketIds: [first], amount: 1_150_000 });
  const shown = (await orderOf(id)).tickets;
  expect(shown.find((ticket) => ticket.id === first)?.nomination).toBeUndefined();
  expect(shown.find((ticket) => ticket.id === second)?.nomination).toMatchObject({ documentNumber: two.documentNumber });
  expect(await name(id, [aName(first)])).toMatchObject(refusedFor('void', first));
  const next = await bought();
  answerOf(await name(next.id, [{ ...one, ticketId: next.tickets[0]?.id ?? '' }]));
});

test('a ticket that is refunded while it is named has no name afterwards', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const {
      id,
      tickets: [ticket],
    } = await bought();
    const ticketId = ticket?.id ?? '';
    await Promise.all([name(id, [aName(ticketId)]), organiser.refund(id, { ticketIds: [ticketId], amount: 1_150_000 })]);
    expect(await db`select from nomination where ticket_id = ${ticketId}`).toHaveLength(0);
  }
});

test('who is inside keeps the name that the door has read', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  answerOf(await name(id, [aName(ticketId)]));
  expect((await readAt(ticket?.code)).result).toBe('valid');
  expect(await name(id, [aName(ticketId, { version: 1 })])).toMatchObject(refusedFor('used', ticketId));
});

test('after twenty tries a ticket keeps its name: documents are not tried out to learn who goes', async () => {
  const taken = await bought();
  const known = aName(taken.tickets[0]?.id ?? '');
  answerOf(await name(taken.id, [known]));
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  for (let tries = 0; tries < 20; tries++) {
    expect(await name(id, [aName(ticketId, { documentNumber: known.documentNumber })])).toMatchObject(refusedFor('duplicate', ticketId));
  }
  expect(await name(id, [aName(ticketId)])).toMatchObject(refusedFor('often', ticketId));
});

test('what is wrong with a name is told by its field, another customer’s order is not found, and nothing changes', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  const ticketId = ticket?.id ?? '';
  const before = await others([]);
  const wrong = aName(ticketId, { firstName: 'A1', documentType: 'unidentified', documentNumber: '12' });
  expect(await name(id, [wrong])).toMatchObject({
    failure: 'invalid_input',
    data: {
      fields: [
        { name: 'Lista.0.cNombre', reason: 'forbidden_characters' },
        { name: 'Lista.0.cTipoDeDocumento', reason: 'not_offered' },
        { name: 'Lista.0.cDocumento', reason: 'too_short' },
      ],
    },
  });
  expect(await name(id, [aName(ticketId)], await shop.stranger())).toMatchObject({ failure: 'not_found' });
  const another = await bought();
  expect(await name(id, [aName(another.tickets[0]?.id ?? '')])).toMatchObject({ failure: 'not_found' });
  expect(await others([])).toEqual(before);
});

test('where the show asks for no names none is taken, and there is no list for the door', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  await ownerOf(db)`update show set nomination_closes_hours = null, nomination_once_per_document = null`;
  expect(await name(id, [aName(ticket?.id ?? '')])).toMatchObject(refusedFor('show', ticket?.id ?? ''));
  expect((await orderOf(id)).performances[0]?.nominations).toBeUndefined();
  expect(await organiser.call(getNominationsFile, { params: { performanceId: sale.performanceId } })).toMatchObject({
    failure: 'cannot_nominate',
    data: { reason: 'show' },
  });
  await ownerOf(db)`update show set nomination_closes_hours = 24, nomination_once_per_document = true`;
});

test('thirty days after the performance its names are forgotten', async () => {
  const {
    id,
    tickets: [ticket],
  } = await bought();
  answerOf(await name(id, [aName(ticket?.id ?? '')]));
  await evening(-29 * 24);
  await purchaseTasks(app.sale)['forget-old-purchases']();
  expect(await db`select from nomination where ticket_id = ${ticket?.id ?? ''}`).toHaveLength(1);
  await evening(-31 * 24);
  await purchaseTasks(app.sale)['forget-old-purchases']();
  expect(await db`select from nomination`).toHaveLength(0);
});
