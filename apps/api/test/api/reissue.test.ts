import {
  addPasskey,
  changeEmail,
  changePassword,
  type InputOf,
  logOut,
  nominate,
  readCode,
  reissueTickets,
  reissueTicketsByStaff,
  sendEmailChangeCode,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn, PASSWORD, visitorAt } from '../factories/customers.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass, letPerformanceAge } from '../factories/time.ts';
import { aWatch } from '../factories/watch.ts';

const startsAt = Temporal.Now.instant().add({ hours: 72 });
const database = await freshDatabase();
const { db, owner } = database;
const { watch, told } = aWatch();
const checkout = await aCheckout(
  db,
  undefined,
  [
    { rows: 60, startsAt, nominations: { closesHours: 24, oncePerDocument: true } },
    { rows: 4, startsAt },
  ],
  { watch },
);
const {
  app,
  buyer,
  card,
  sales: [sale, second],
} = checkout;
/** Another process, with connections and memory of its own. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const thereAsBuyer = clientOf(there, { token: buyer.token });
const office = await anOrganiser(db, app);
const door = await (async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  return clientOf(app, { token });
})();
const neighbour = await checkout.stranger();
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

async function bought(seats = 2): Promise<string> {
  const { id, ...purchase } = await checkout.purchase({ seats });
  answerOf(await buyer.pay({ id, ...purchase }));
  return id;
}
interface Asked {
  readonly proof?: InputOf<typeof reissueTickets>['body'];
  readonly key?: string;
  readonly who?: Pick<typeof buyer, 'call'>;
}
const reissue = (orderId: string, { proof = { password: PASSWORD }, key, who = buyer }: Asked = {}) =>
  who.call(reissueTickets, { params: { orderId }, body: proof }, key === undefined ? {} : { key });
const byStaff = (orderId: string, key?: string) =>
  office.call(reissueTicketsByStaff, { params: { orderId }, body: { reason: 'Perdió el teléfono' } }, key === undefined ? {} : { key });
const codesOf = async (id: string) => answerOf(await buyer.order(id)).tickets.flatMap(({ code }) => code ?? []);
const numbersOf = async (id: string) => answerOf(await buyer.order(id)).tickets.map(({ number }) => number);
const readAt = async (code = '', performanceId = sale.performanceId) =>
  answerOf(await door.call(readCode, { body: { performanceId, code, door: undefined } }));
/** Lets something happen while a click waits for its order, after it was proved, and answers the click. */
async function whileItWaits(orderId: string, click: () => ReturnType<typeof reissue>, happens: () => PromiseLike<unknown>) {
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = otherConnections.begin(async (tx) => {
    await tx`select from purchase where id = ${orderId} for update`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const waiting = click();
  const isWaiting = async () =>
    expect(await db`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).toHaveLength(1);
  await vi.waitFor(isWaiting, { timeout: limit(10_000), interval: 20 });
  await happens();
  free.resolve();
  await holder;
  return waiting;
}
/** Everything of a purchase that is not about its tickets' codes. */
const restOf = async (id: string) =>
  (
    await db`
      select (select to_jsonb(purchase) from purchase where id = ${id}) as purchase,
             (select jsonb_agg(to_jsonb(hold)) from hold where purchase_id = ${id}) as hold,
             (select jsonb_agg(to_jsonb(place) order by place_id) from place where purchase_id = ${id}) as places,
             (select jsonb_agg(to_jsonb(bill) order by id) from bill where purchase_id = ${id}) as bills,
             (select jsonb_agg(to_jsonb(attempt) order by reference) from attempt where purchase_id = ${id}) as attempts,
             (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as ledger`
  )[0];
/** The tickets of all orders but this one, with what is written of them. */
const others = (id: string) => db`
  select to_jsonb(ticket), (select count(*)::integer from reissue where reissue.purchase_id = ticket.purchase_id) as reissues
    from ticket where purchase_id <> ${id} order by performance_id, id`;
const jobsOf = (id: string) => db<{ payload: { copy?: string; isReissue?: boolean } }[]>`
  select payload from graphile_worker._private_jobs as jobs
   where payload ->> 'purchaseId' = ${id} and payload ->> 'isReissue' = 'true'`;
const rowsOf = (id: string) => db<{ staff: boolean; tickets: number; left: number }[]>`
  select by_staff as staff, ticket_count as tickets, left_count as left from reissue where purchase_id = ${id} order by at`;
const refused = (obstacle: string) => ({ failure: 'cannot_reissue', data: { obstacle } });

test('tickets issued anew: codes of before are void and say so, new ones let in, places, money and other orders as they were', async () => {
  await bought();
  const order = await bought();
  const [first] = answerOf(await buyer.order(order)).tickets;
  const name = { ticketId: first?.id ?? '', firstName: 'Ana', lastName: 'Paz', documentType: 'dni', documentNumber: '30111222' } as const;
  answerOf(await buyer.call(nominate, { params: { orderId: order }, body: { items: [name] } }));
  const [rest, elsewhere, codes, numbers] = [await restOf(order), await others(order), await codesOf(order), await numbersOf(order)];
  const issuedAt = await db`select distinct issued_at::text from ticket where purchase_id = ${order}`;

  expect(answerOf(await reissue(order))).toMatchObject({ ticketCount: 2, leftCount: 0, byStaff: false });
  for (const [index, code] of codes.entries())
    expect(await readAt(code)).toMatchObject({ result: 'void', isReplaced: true, ticket: { number: numbers[index] } });
  const after = answerOf(await buyer.order(order));
  expect(after.tickets).toMatchObject([{ state: 'valid', nomination: { lastName: 'Paz' } }, { state: 'valid' }]);
  expect(after.tickets.map(({ row, seat, final }) => [row, seat, final])).toHaveLength(2);
  expect(after.reissues).toMatchObject([{ ticketCount: 2, leftCount: 0, byStaff: false }]);
  expect(after.tickets.some(({ number }) => numbers.includes(number))).toBe(false);
  const [entered] = await codesOf(order);
  const reading = await readAt(entered);
  expect(reading).toMatchObject({ result: 'valid', ticket: { nomination: { documentNumber: '30111222' } } });
  expect(reading).not.toHaveProperty('isReplaced');
  expect(await restOf(order)).toEqual(rest);
  expect(await others(order)).toEqual(elsewhere);
  // What was sold before is no sale of this hour.
  expect(await db`select distinct issued_at::text from ticket where purchase_id = ${order} and state = 'valid'`).toEqual(issuedAt);
  expect(await rowsOf(order)).toEqual([{ staff: false, tickets: 2, left: 0 }]);
  await expect(owner`update reissue set left_count = 1`).rejects.toThrow();
});

test('a PDF that is asked for after the reissue has the new codes, also while one of before is drawn', async () => {
  const order = await bought(40);
  const pdf = async () => (await buyer.file(`/v2/Operacion/${order}/Entradas/a4`)).rawPayload;
  const before = await pdf();
  expect((await pdf()).equals(before)).toBe(true);
  let over = false;
  const downloads = (async () => {
    while (!over) await pdf();
  })();
  answerOf(await reissue(order));
  const first = await pdf();
  over = true;
  await downloads;
  expect(first.equals(before)).toBe(false);
  expect(first.equals(await pdf())).toBe(true);
});

test('the new tickets are mailed once, to the order’s own mailbox, and the mail says that the earlier ones are void', async () => {
  const order = await bought();
  await mailsSent(database);
  await db`insert into order_mailbox (purchase_id, email) values (${order}, 'ana.trabajo@correo.example')`;
  const key = 'reissue-mail-1';
  const answers = [await reissue(order, { key }), await reissue(order, { key })];
  expect(answerOf(answers[1] as (typeof answers)[0])).toEqual(answerOf(answers[0] as (typeof answers)[0]));
  const mails = await mailsSent(database);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to.address).toBe('ana.trabajo@correo.example');
  expect(mails[0]?.subject).toContain('las anteriores ya no sirven');
  for (const part of [mails[0]?.text, mails[0]?.html]) expect(part).toContain('ya no sirve para entrar');
  expect(mails[0]?.attachments?.map(({ contentType }) => contentType)).toContain('application/pdf');
});

test('an order whose own mailbox was the address that the account leaves goes to its new one, and no other order’s mailbox is moved', async () => {
  const [order, other] = [await bought(), await bought()];
  const [{ email } = { email: '' }] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
  const theirs = await havePurchase(db, { sale: second, customerId: neighbour.customerId, placeIds: [8], deliveryTypeId: 1 });
  // As staff prove it on the phone, for a buyer who has not confirmed it.
  for (const [id, own] of [
    [order, email.toLowerCase()],
    [other, 'ana.trabajo@correo.example'],
    [theirs, email.toLowerCase()],
  ] as const)
    await db`insert into order_mailbox (purchase_id, email) values (${id}, ${own})`;
  await mailsSent(database);
  const address = 'ana.mudada@correo.example';
  answerOf(await buyer.call(sendEmailChangeCode, { body: { email: address, password: PASSWORD } }));
  const code = (await mailsSent(database)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0] ?? '';
  answerOf(await buyer.call(changeEmail, { body: { email: address, code } }));
  const left = await db<{ id: string }[]>`select purchase_id as id from order_mailbox where purchase_id in ${db([order, other, theirs])}`;
  expect(left.map(({ id }) => id).sort()).toEqual([other, theirs].sort());
  await mailsSent(database);
  answerOf(await reissue(order));
  expect((await mailsSent(database)).map(({ to }) => to.address)).toEqual([address]);
});

test('it takes the password or a passkey of the account in this very call', async () => {
  const order = await bought();
  const codes = await codesOf(order);
  expect(resultOf(await reissue(order, { proof: { password: 'Otra2026' } }))).toBe('wrong_credentials');
  expect(resultOf(await reissue(order, { proof: {} }))).toBe('wrong_credentials');
  const asked = async () => (await clientOf(app).ok(startPasskeyLogIn, {})).passkeyOptions;
  const theirs = authenticatorAt();
  await neighbour.call(addPasskey, {
    body: { passkey: theirs.register(answerOf(await neighbour.call(startPasskey, {})).passkeyOptions), name: 'Teléfono' },
  });
  expect(resultOf(await reissue(order, { proof: { passkey: theirs.sign(await asked()) } }))).toBe('passkey_refused');
  expect(await codesOf(order)).toEqual(codes);
  expect(await rowsOf(order)).toEqual([]);

  const mine = authenticatorAt();
  answerOf(
    await buyer.call(addPasskey, {
      body: { passkey: mine.register(answerOf(await buyer.call(startPasskey, {})).passkeyOptions), name: 'Teléfono' },
    }),
  );
  // Its answer was lost: the click comes again as it was, or with a new answer of the passkey.
  const key = 'reissue-passkey-1';
  const proof = { passkey: mine.sign(await asked()) };
  for (const again of [proof, proof, { passkey: mine.sign(await asked()) }])
    expect(answerOf(await reissue(order, { proof: again, key }))).toMatchObject({ ticketCount: 2 });
  expect(await rowsOf(order)).toHaveLength(1);
  expect(told('tickets-reissued').filter(({ purchaseId }) => purchaseId === order)).toMatchObject([{ tickets: 2 }]);
  expect(resultOf(await reissue(await bought(), { key }))).toBe('key_reused');
});

test('a key that stands for another act proves nothing, also when it is given back while its click waits', async () => {
  const order = await bought();
  const codes = await codesOf(order);
  const key = 'given-back-meanwhile';
  await db`insert into used_key (caller_id, key, asked, lasts) values (${buyer.customerId}, ${key}, 'AAAAAAAAAAAAAAAAAAAAAA', false)`;
  expect(resultOf(await reissue(order, { proof: {}, key }))).toBe('wrong_credentials');
  expect(resultOf(await reissue(order, { key }))).toBe('key_reused');
  expect(await codesOf(order)).toEqual(codes);
  const givenBack = await whileItWaits(
    order,
    () => reissue(order, { key }),
    () => db`delete from used_key where caller_id = ${buyer.customerId} and key = ${key}`,
  );
  expect(answerOf(givenBack)).toMatchObject({ ticketCount: 2 });
  // Sent again without a proof it is the same act, also once its key is forgotten.
  await db`delete from used_key where caller_id = ${buyer.customerId} and key = ${key}`;
  expect(answerOf(await reissue(order, { proof: {}, key }))).toEqual(answerOf(givenBack));
  expect(await rowsOf(order)).toHaveLength(1);
});

test('a session or a password that ends while its click waits issues nothing', async () => {
  const order = await bought();
  const codes = await codesOf(order);
  const [{ email } = { email: '' }] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
  const elsewhere = clientOf(app, { token: answerOf(await visitorAt(app).logIn(email)).token });
  const loggedOut = await whileItWaits(
    order,
    () => reissue(order, { who: elsewhere }),
    () => elsewhere.ok(logOut, {}),
  );
  expect(resultOf(loggedOut)).toBe('busy');
  const change = (current: string, password: string) =>
    buyer.call(changePassword, { body: { current, password, keptPasskeys: undefined } });
  const changed = await whileItWaits(
    order,
    () => reissue(order),
    async () => expect(resultOf(await change(PASSWORD, 'Candilejas2027'))).toBe('ok'),
  );
  expect(resultOf(changed)).toBe('wrong_credentials');
  expect(resultOf(await change('Candilejas2027', PASSWORD))).toBe('ok');
  expect([await codesOf(order), await rowsOf(order), await jobsOf(order)]).toEqual([codes, [], []]);
});

test('what was used, given back or is over stays as it is, and the answer says how many', async () => {
  const { id: order, ...purchase } = await checkout.purchase({ seats: 4 });
  answerOf(await buyer.pay({ id: order, ...purchase }));
  const [used = '', returned = '', ...good] = await codesOf(order);
  expect((await readAt(used)).result).toBe('valid');
  const ticketIds = [answerOf(await buyer.order(order)).tickets[1]?.id ?? ''];
  const { amount } = answerOf(await office.preview(order, ticketIds));
  answerOf(await office.refund(order, { ticketIds, amount }));
  const before = await db`select id, state, replaced from ticket where purchase_id = ${order} and id = any (${ticketIds})`;

  expect(answerOf(await reissue(order))).toMatchObject({ ticketCount: 2, leftCount: 2 });
  expect((await readAt(used)).result).toBe('used');
  expect(await readAt(returned)).toMatchObject({ result: 'void' });
  expect(await readAt(returned)).not.toHaveProperty('isReplaced');
  for (const code of good) expect(await readAt(code)).toMatchObject({ result: 'void', isReplaced: true });
  expect(await db`select id, state, replaced from ticket where purchase_id = ${order} and id = any (${ticketIds})`).toEqual(before);
  const after = answerOf(await buyer.order(order));
  expect(after.tickets.map(({ state }) => state)).toEqual(['valid', 'void', 'valid', 'valid']);
  // The new ones can be given back, and those of before are void for the office, too.
  const all = await office.validTickets(order);
  expect(all).toHaveLength(3);
  for (const code of (await codesOf(order)).slice(1)) await readAt(code);
  expect(await reissue(order)).toMatchObject(refused('none_left'));
});

test('tickets of a performance that is over or was cancelled stay, and nothing is left to issue', async () => {
  const id = await havePurchase(db, { sale: second, customerId: buyer.customerId, placeIds: [0, 1], deliveryTypeId: 1 });
  answerOf(await buyer.pay({ id, total: 2 * TICKET_TOTAL }));
  const FIVE_DAYS = 5 * 24 * 60;
  await letPerformanceAge(db, second.performanceId, FIVE_DAYS);
  expect(await reissue(id)).toMatchObject(refused('none_left'));
  await letPerformanceAge(db, second.performanceId, -FIVE_DAYS);
  const [{ state } = { state: '' }] = await db<{ state: string }[]>`select state from performance where id = ${second.performanceId}`;
  await owner`update performance set state = 'cancelled' where id = ${second.performanceId}`;
  expect(await reissue(id)).toMatchObject(refused('none_left'));
  await owner`update performance set state = ${state} where id = ${second.performanceId}`;
  expect(answerOf(await reissue(id))).toMatchObject({ ticketCount: 2, leftCount: 0 });
});

test('three times in a day per order; the fourth says when, and another order and the office are not kept', async () => {
  const [order, another] = [await bought(1), await bought(1)];
  for (let time = 0; time < 3; time++) answerOf(await reissue(order));
  const [code] = await codesOf(order);
  const outcome = await reissue(order);
  expect(outcome).toMatchObject(refused('often'));
  const { retryAfterSeconds } = (outcome as unknown as { data: { retryAfterSeconds: number } }).data;
  expect(retryAfterSeconds).toBeGreaterThan(86_000);
  expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
  expect(await codesOf(order)).toEqual([code]);
  expect(resultOf(await reissue(another))).toBe('ok');
  expect(resultOf(await byStaff(order))).toBe('ok');
  await letMinutesPass(db, order, 24 * 60 + 1);
  expect(resultOf(await reissue(order))).toBe('ok');
});

test('somebody else’s order, one that is not paid, paper, a counter’s sale and an unproved mailbox are refused', async () => {
  const order = await bought();
  const codes = await codesOf(order);
  expect(resultOf(await reissue(order, { who: neighbour }))).toBe('not_found');
  expect(await reissue((await checkout.purchase()).id)).toMatchObject(refused('not_paid'));
  const paper = await checkout.purchase({ deliveryTypeId: 2 });
  answerOf(await buyer.pay(paper));
  expect(await reissue(paper.id)).toMatchObject(refused('on_paper'));
  expect(await byStaff(paper.id)).toMatchObject(refused('on_paper'));

  const clerk = await aCounter(db, app);
  const { id: sold } = answerOf(await clerk.take(sale, [400])).purchase;
  answerOf(await clerk.sell({ id: sold, total: 1_000_000 }));
  expect(resultOf(await reissue(sold, { who: clerk }))).toBe('not_for_you');
  expect(resultOf(await reissue(sold))).toBe('not_found');
  expect(resultOf(await byStaff(sold))).toBe('no_buyer');

  await db`update customer set email_confirmed_at = null where id = ${buyer.customerId}`;
  expect(resultOf(await reissue(order))).toBe('address_unconfirmed');
  expect(resultOf(await byStaff(order))).toBe('address_unconfirmed');
  await db`update customer set email_confirmed_at = now() where id = ${buyer.customerId}`;
  expect(await codesOf(order)).toEqual(codes);
  expect(await db`select from reissue where purchase_id in (${order}, ${paper.id}, ${sold})`).toEqual([]);
});

test('the office does it with a reason: one line in the log, who and how many in the order, and the numbers of before find it', async () => {
  const order = await bought();
  const [number = ''] = await numbersOf(order);
  const key = 'reissue-office-1';
  answerOf(await byStaff(order, key));
  const after = answerOf(await byStaff(order, key));
  expect(after.reissues).toMatchObject([{ ticketCount: 2, leftCount: 0, byStaff: true }]);
  expect(after.reissues[0]?.staffName).toBeTruthy();
  expect(after.replaced).toHaveLength(2);
  expect(after.replaced.map((ticket) => ticket.number)).toContain(number);
  expect(after.replaced.map((ticket) => ticket.replacedBy).sort()).toEqual((await numbersOf(order)).sort());
  expect(after.actions.filter(({ verb }) => verb === 'reissue')).toMatchObject([{ ticketCount: 2, reason: 'Perdió el teléfono' }]);
  expect((await office.find(number)).map(({ id }) => id)).toEqual([order]);
  expect(await jobsOf(order)).toHaveLength(1);
  // The buyer reads that staff did it, and not who.
  expect(answerOf(await buyer.order(order)).reissues).toEqual([expect.not.objectContaining({ staffName: expect.anything() })]);
});

test('a double click, and two tabs at two processes: each click issues its tickets once, and one code of a place is good at the end', async () => {
  for (let round = 0; round < 3; round++) {
    const order = await bought();
    const key = `reissue-double-${round}`;
    const double = await Promise.all([reissue(order, { key }), reissue(order, { key, who: thereAsBuyer })]);
    expect(double.map(resultOf)).toEqual(['ok', 'ok']);
    expect(await rowsOf(order)).toHaveLength(1);
    const tabs = await Promise.all([reissue(order), reissue(order, { who: thereAsBuyer })]);
    expect(tabs.map(resultOf)).toEqual(['ok', 'ok']);
    expect(await rowsOf(order)).toHaveLength(3);
    expect(await jobsOf(order)).toHaveLength(3);
    const [count] = await db`
      select count(*) filter (where state = 'valid')::integer as valid, count(*) filter (where replaced is not null)::integer as replaced
        from ticket where purchase_id = ${order}`;
    expect(count).toEqual({ valid: 2, replaced: 6 });
  }
});

test('while something else has the order it is refused as busy and leaves nothing, no mail either; the same click acts later', async () => {
  const order = await bought();
  const codes = await codesOf(order);
  const key = 'reissue-busy-1';
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = otherConnections.begin(async (tx) => {
    await tx`select from ticket where purchase_id = ${order} for update`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  expect(resultOf(await reissue(order, { key }))).toBe('busy');
  expect(await codesOf(order)).toEqual(codes);
  expect([await rowsOf(order), await jobsOf(order)]).toEqual([[], []]);
  free.resolve();
  await holder;
  expect(resultOf(await reissue(order, { key }))).toBe('ok');
  expect([await rowsOf(order), await jobsOf(order)].map((rows) => rows.length)).toEqual([1, 1]);
});

test('four clicks at once leave three reissues: the limit is judged under the lock', async () => {
  const order = await bought(1);
  const outcomes = await Promise.all([0, 1, 2, 3].map((turn) => reissue(order, { who: turn % 2 === 0 ? buyer : thereAsBuyer })));
  expect(outcomes.map(resultOf).sort()).toEqual(['cannot_reissue', 'ok', 'ok', 'ok']);
  expect(await rowsOf(order)).toHaveLength(3);
});

test('a refund of the same ticket at the same moment: it is given back once, and no code of it lets anybody in', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await bought();
    const [ticketId = ''] = await office.validTickets(order);
    const codes = await codesOf(order);
    const { amount } = answerOf(await office.preview(order, [ticketId]));
    const [refund, again] = await Promise.all([
      office.refund(order, { ticketIds: [ticketId], amount }),
      reissue(order, { who: round % 2 === 0 ? buyer : thereAsBuyer }),
    ]);
    const isRefunded = refund.status === 'ok';
    if (!isRefunded) expect(refund).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'ticket_void' } });
    expect(answerOf(again)).toMatchObject(isRefunded ? { ticketCount: 1, leftCount: 1 } : { ticketCount: 2, leftCount: 0 });
    expect(await office.validTickets(order)).toHaveLength(isRefunded ? 1 : 2);
    for (const code of codes) expect((await readAt(code)).result).toBe('void');
  }
});

test('a door that reads the ticket at the same moment lets its bearer in and it stays, or it is replaced', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await bought(1);
    const [code = ''] = await codesOf(order);
    const [again, read] = await Promise.all([reissue(order), readAt(code)]);
    expect([resultOf(again), read.result]).toEqual(again.status === 'ok' ? ['ok', 'void'] : ['cannot_reissue', 'valid']);
    expect(await codesOf(order)).toHaveLength(1);
  }
});
