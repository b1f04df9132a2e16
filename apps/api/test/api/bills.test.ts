import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  charge,
  getBillFile,
  getBillReceiver,
  getCounterSale,
  listOfficeBills,
  payByLink,
  retryBill,
  setBillReceiver,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { runBillsCheck } from '../../../../scripts/bills-report.ts';
import { limit } from '../../../../scripts/test/limits.ts';
import { logInToArca } from '../../src/bills/ar/wsaa.ts';
import { Wsfe } from '../../src/bills/ar/wsfe.ts';
import type { FiscalDocument } from '../../src/bills/fiscal-pack.ts';
import { checkBooks, exportMonth, printableBill } from '../../src/bills/index.ts';
import { lockUndrafted } from '../../src/bills/queries.ts';
import { clearCustomer, deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase, ownerOf, waitingForLocks } from '../database.ts';
import { anAuthority, letBillsWait } from '../factories/bills.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letJobsAge } from '../factories/time.ts';
import { outline, readPdf } from '../read-pdf.ts';
import { runHere, scriptOn } from '../run-script.ts';

const database = await freshDatabase();
const { db } = database;
const authority = await anAuthority();
const { arca } = authority;
const pack = authority.packAt(db);
const checkout = await aCheckout(db, undefined, [{ rows: 60 }], { billing: pack });
const { app, buyer } = checkout;
/** Another worker: connections and memory of its own. */
const otherConnections = connect(database.url);
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await otherConnections.end();
  await checkout.close();
  await database.close();
});
beforeEach(() => {
  arca.control({ reset: 'switches' });
});

const work = () => authority.issue(db);

async function bought({ seats = 2, fromBalance }: { seats?: number; fromBalance?: number } = {}) {
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase, { fromBalance }));
  return purchase;
}
const orderOf = async (id: string) => answerOf(await buyer.order(id));
const billOf = async (id: string) => (await orderOf(id)).bills?.[0];
const rowsOf = (id: string) => db`select * from bill where purchase_id = ${id} order by requested_at, id`;
const numbers = (type?: number) => authority.vouchers(type).map(({ from }) => from);
const consecutive = (type?: number) => expect(numbers(type)).toEqual(numbers(type).map((_, index) => index + 1));

test('a paid order has a bill of its own at once, which the tax office authorises: type, reference, point of sale, number and CAE (EN-118, EN-119, EN-120)', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  expect(await billOf(order.id)).toEqual({ id: expect.any(String), kind: 'bill', state: 'pending', amount: order.total });
  await work();
  const [voucher, second] = authority.vouchers();
  const today = arca.vouchers.newestFirst()[0]?.date.replace(/(....)(..)(..)/, '$1-$2-$3');
  expect(await billOf(order.id)).toEqual({
    ...{ id: expect.any(String), kind: 'bill', state: 'authorised', amount: order.total },
    reference: 'B 00005-00000001',
    ...{ pointOfSale: 5, receiptNumber: 1, cae: voucher?.cae, issuedOn: today },
    caeExpiresOn: voucher?.caeExpiresOn.replace(/(....)(..)(..)/, '$1-$2-$3'),
  });
  expect(await billOf(neighbour.id)).toMatchObject({ receiptNumber: 2, cae: second?.cae });
  expect(voucher?.detail).toMatchObject({ DocTipo: 99, DocNro: '0', Concepto: 2, ImpTotal: order.total, CondicionIVAReceptorId: 5 });
  // Nothing is asked for twice.
  const before = await rowsOf(order.id);
  await letBillsWait(db, 3600);
  await work();
  expect(numbers()).toEqual([1, 2]);
  expect((await rowsOf(order.id)).map(({ requested_at: _, authorised_at: __, ...row }) => row)).toEqual(
    before.map(({ requested_at: _, authorised_at: __, ...row }) => row),
  );
});

test('what costs nothing has no bill, and a brand without a tax office makes none', async () => {
  const other = await freshDatabase();
  const types = [{ name: 'Invitación', faceValue: 0, taxClass: 'exempt' }];
  const charges = [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })];
  const free = { rows: 4, levels: [aLevel({ types })], charges };
  const shop = await aCheckout(other.db, undefined, [free], { billing: authority.packAt(other.db) });
  const gift = await shop.purchase();
  answerOf(
    await shop.buyer.call(
      charge,
      { params: { purchaseId: gift.id }, body: { paymentMethodId: 3, total: 0, acceptsTerms: true } },
      { key: 'the-free-click' },
    ),
  );
  expect(answerOf(await shop.buyer.order(gift.id)).state).toBe('paid');
  expect(await other.db`select 1 from bill`).toHaveLength(0);
  await shop.close();
  await other.close();

  const third = await freshDatabase();
  const without = await aCheckout(third.db);
  const purchase = await without.purchase();
  answerOf(await without.buyer.pay(purchase));
  await without.close();
  expect(await third.db`select 1 from bill`).toHaveLength(0);
  await third.close();
});

test('a lost answer is recovered by asking for the number, and the bill keeps it (EN-122, EN-123)', async () => {
  const order = await bought();
  arca.control({ loseAnswers: { times: 1, method: 'FECAESolicitar' } });
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'pending' });
  const issued = numbers().length;
  await work();
  // Left alone after the failure, and asked for when that is over.
  expect(await billOf(order.id)).toMatchObject({ state: 'pending' });
  await letBillsWait(db, 10);
  await work();
  expect(numbers()).toHaveLength(issued);
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', receiptNumber: issued, cae: authority.vouchers().at(-1)?.cae });
  consecutive();
});

test('a request that never arrived is sent again with its number', async () => {
  const order = await bought();
  const issued = numbers().length;
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await work();
  expect(numbers()).toHaveLength(issued);
  await letBillsWait(db, 10);
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  consecutive();
});

test('a bill that is asked for again keeps the day of its first request, which may still arrive', async () => {
  const order = await bought();
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await work();
  const [asked] = await db<{ day: string }[]>`select issued_on::text as day from bill where purchase_id = ${order.id}`;
  const tomorrow = Temporal.PlainDate.from(asked?.day ?? '')
    .add({ days: 1 })
    .toString();
  await letBillsWait(db, 10);
  await authority.issue(db, { ...pack, today: () => tomorrow });
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', issuedOn: asked?.day });
  consecutive();
});

test('a bill that is asked for again days later keeps that day while the tax office takes it, and gets a new one after that', async () => {
  const [other, elsewhere] = [await freshDatabase(), await anAuthority()];
  const billing = elsewhere.packAt(other.db);
  const shop = await aCheckout(other.db, undefined, [{ rows: 20 }], { billing });
  const issuedLater = async (days: number) => {
    const { id } = await shop.purchase();
    answerOf(await shop.buyer.pay({ id, total: 2_300_000 }));
    elsewhere.arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
    await elsewhere.issue(other.db);
    const [asked] = await other.db<{ day: string }[]>`select issued_on::text as day from bill where purchase_id = ${id}`;
    const first = asked?.day ?? '';
    const later = Temporal.PlainDate.from(first).add({ days }).toString();
    await letBillsWait(other.db, 10);
    await elsewhere.issue(other.db, { ...billing, today: () => later });
    return { first, later, bill: answerOf(await shop.buyer.order(id)).bills?.[0] };
  };
  const fourth = await issuedLater(4);
  expect(fourth.bill).toMatchObject({ state: 'authorised', issuedOn: fourth.first });
  const fifth = await issuedLater(5);
  expect(fifth.bill).toMatchObject({ state: 'authorised', issuedOn: fifth.later });
  // No later bill of a series is of an earlier day.
  const next = await issuedLater(0);
  expect(next.bill).toMatchObject({ state: 'authorised', issuedOn: fifth.later });
  expect(elsewhere.vouchers().map(({ from }) => from)).toEqual([1, 2, 3]);
  await shop.close();
  await other.close();
});

/** The next bill waits as if it had never been asked for, and the last number is to be asked for. */
const pointOfSaleIsOff: Parameters<typeof arca.control>[0] = {
  rejectNext: { code: 10005, message: 'El punto de venta no esta habilitado', times: 1, where: 'errors' },
};

test('a tax office whose last number is below ours, as another environment’s is, gives no number until a person has looked', async () => {
  await bought();
  await work();
  const issued = numbers().length;
  const [first, second] = [await bought(), await bought()];
  const elsewhere = await anAuthority();
  const issueElsewhere = async () => {
    await authority.issue(db, elsewhere.packAt(db));
    // Each office refuses the other's access ticket, and gives no new one while its own is valid.
    for (const office of [arca, elsewhere.arca]) office.control({ expireTickets: true });
  };
  const troubles = async () => (await Promise.all([first, second].map(({ id }) => organiser.order(id)))).map(({ bills }) => bills[0]);
  const behind = {
    state: 'pending',
    problems: [{ message: `the authority's last number is 0, and it has authorised ${issued} for us before` }],
  };
  // A number that is asked for while none is on its way.
  arca.control(pointOfSaleIsOff);
  await work();
  await letBillsWait(db, 10);
  await issueElsewhere();
  expect((await troubles())[0]).toMatchObject(behind);
  expect((await troubles())[1]).toMatchObject({ state: 'pending', problems: [] });
  // And one that was asked for, and whose answer is not known.
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await letBillsWait(db, 10);
  await work();
  await letBillsWait(db, 10);
  await issueElsewhere();
  expect((await troubles())[0]).toMatchObject(behind);
  expect(elsewhere.vouchers()).toEqual([]);
  await letBillsWait(db, 3600);
  await work();
  expect(await billOf(first.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  expect(await billOf(second.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 2 });
  consecutive();
});

test('a tax office that agrees with no number is asked a few times and then left alone; nothing is refused', async () => {
  const issued = numbers().length;
  const order = await bought();
  let asked = 0;
  const counting: typeof pack = {
    ...pack,
    authorise: (document) => {
      asked += 1;
      return pack.authorise(document);
    },
  };
  arca.control({ rejectNext: { code: 10016, times: 50, where: 'observations' } });
  await authority.issue(db, counting);
  expect(asked).toBe(3);
  expect((await organiser.order(order.id)).bills).toMatchObject([
    { state: 'pending', problems: [{ message: expect.stringMatching(/^10016/) }] },
  ]);
  // One try at a time from here on, and none before its pause is over.
  await authority.issue(db, counting);
  expect(asked).toBe(3);
  await letBillsWait(db, 10);
  await authority.issue(db, counting);
  expect(asked).toBe(4);
  expect(answerOf(await organiser.call(listOfficeBills, {})).refused).toBe(0);
  arca.control({ reset: 'switches' });
  await letBillsWait(db, 3600);
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  consecutive();
});

test('a worker that was suspended, before it wrote its number down or after, finds that another one billed: no number is used twice', async () => {
  const issued = numbers().length;
  const otherWorker = async () => {
    await letBillsWait(db, 60);
    await authority.issue(otherConnections);
  };
  // After: what it asks for is a number that the other one has used for the same bill.
  const first = await bought();
  let suspended = false;
  await authority.issue(db, {
    ...pack,
    authorise: async (document) => {
      if (!suspended) {
        suspended = true;
        await otherWorker();
        expect(await billOf(first.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
      }
      return pack.authorise(document);
    },
  });
  expect(await billOf(first.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  // Before: it has asked for the last number, and the series is not its own any more.
  arca.control(pointOfSaleIsOff);
  const second = await bought();
  await work();
  await letBillsWait(db, 10);
  suspended = false;
  await authority.issue(db, {
    ...pack,
    lastNumber: async (series) => {
      const answer = await pack.lastNumber(series);
      if (!suspended) await otherWorker();
      suspended = true;
      return answer;
    },
  });
  expect(suspended).toBe(true);
  const third = await bought();
  await letBillsWait(db, 10);
  await work();
  expect(await billOf(second.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 2 });
  expect(await billOf(third.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 3 });
  expect(numbers()).toHaveLength(issued + 3);
  consecutive();
});

test('a number that somebody else took at the point of sale is not ours: the bill gets the next one', async () => {
  const order = await bought();
  arca.control({ insertVoucher: { pointOfSale: 5, type: 6, totalCents: 123_400 } });
  const taken = numbers().length;
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', receiptNumber: taken + 1 });
  // The same after an answer that was lost, when the number is taken meanwhile.
  const second = await bought();
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await work();
  arca.control({ insertVoucher: { pointOfSale: 5, type: 6, totalCents: 123_400 } });
  await letBillsWait(db, 10);
  await work();
  expect(await billOf(second.id)).toMatchObject({ state: 'authorised', receiptNumber: taken + 3 });
  consecutive();
});

test('two workers share one ticket of access, and a ticket that is refused is replaced', async () => {
  const logIns = countLogIns();
  await db`delete from access_ticket`;
  arca.control({ expireTickets: true });
  const orders = [await bought(), await bought()];
  await Promise.all([work(), authority.issue(otherConnections)]);
  expect(logIns()).toBe(1);
  // Kept for half a day, whoever bills.
  const third = await bought();
  await authority.issue(otherConnections);
  expect(logIns()).toBe(1);
  arca.control({ expireTickets: true });
  const fourth = await bought();
  await work();
  expect(logIns()).toBe(2);
  for (const { id } of [...orders, third, fourth]) expect(await billOf(id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

function countLogIns() {
  let count = 0;
  const { wsaa } = arca;
  const login = wsaa.login.bind(wsaa);
  wsaa.login = (...given) => {
    count += 1;
    return login(...given);
  };
  return () => count;
}

test('while the tax office is down nothing is lost, it is asked less and less often, and everything is billed when it is back', async () => {
  const orders = [await bought(), await bought()];
  arca.control({ wsfe: 'unavailable' });
  for (let round = 0; round < 3; round += 1) {
    await work();
    await letBillsWait(db, 4 ** round * 3);
  }
  const [series] =
    await db`select failures, check_at - clock_timestamp() < interval '1 minute' as soon from bill_series where type_code = 6`;
  expect(series?.failures).toBeGreaterThanOrEqual(3);
  expect((await answerOf(await organiser.call(listOfficeBills, {}))).waiting).toBe(2);
  arca.control({ wsfe: 'up' });
  await letBillsWait(db, 3600);
  await work();
  for (const { id } of orders) expect(await billOf(id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

test('a tax office that gives numbers and fails at the bills is asked less and less often, too; nothing is refused, and each is billed once', async () => {
  const order = await bought();
  const issued = numbers().length;
  arca.control({ failNext: { code: 501, times: 50, method: 'FECAESolicitar' } });
  for (const failures of [1, 2, 3, 4]) {
    await work();
    const [series] = await db<{ failures: number; pause: number }[]>`
      select failures, extract(epoch from check_at - clock_timestamp())::float8 as pause from bill_series where type_code = 6`;
    expect(series?.failures).toBe(failures);
    expect(series?.pause).toBeGreaterThan(2 ** (failures - 1));
    expect(series?.pause).toBeLessThanOrEqual(2 ** failures);
    await letBillsWait(db, 2 ** failures);
  }
  const [bill] = (await organiser.order(order.id)).bills;
  expect(bill).toMatchObject({ state: 'pending', tries: 4, problems: [{ message: expect.stringMatching(/^501 /) }] });
  expect(answerOf(await organiser.call(listOfficeBills, {})).refused).toBe(0);
  arca.control({ reset: 'switches' });
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  expect(numbers()).toHaveLength(issued + 1);
  consecutive();
  expect(await db`select failures from bill_series where type_code = 6`).toEqual([{ failures: 0 }]);
});

test('a ticket of access whose answer was lost ends by itself: until then bills wait, say why, and sales go on', async () => {
  await db`delete from access_ticket`;
  arca.control({ expireTickets: true, loseAnswers: { times: 1, method: 'loginCms' } });
  const orders = [await bought()];
  await work();
  await letBillsWait(db, 10);
  orders.push(await bought());
  await work();
  const [bill] = (await organiser.order(orders[0]?.id ?? '')).bills;
  expect(bill).toMatchObject({
    state: 'pending',
    problems: [
      {
        message: expect.stringMatching(
          /^WSAA: a ticket of access is valid that is not here: .* at most twelve hours .*\(coe\.alreadyAuthenticated, docs\/runbook\.md#bills\)$/,
        ),
      },
    ],
  });
  for (const { id } of orders) expect(await billOf(id)).toMatchObject({ state: 'pending' });
  expect(answerOf(await organiser.call(listOfficeBills, {})).refused).toBe(0);
  // Its twelve hours are over.
  arca.control({ expireTickets: true });
  await letBillsWait(db, 12 * 3600);
  await work();
  for (const { id } of orders) expect(await billOf(id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

test('what the tax office refuses stands in the office in its words until it is corrected; others are billed meanwhile (EN-121, OP-024)', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  arca.control({ rejectNext: { code: 10015, message: 'El documento no existe', times: 1, where: 'observations' } });
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'pending' });
  expect(await billOf(neighbour.id)).toMatchObject({ state: 'authorised', receiptNumber: numbers().length, pointOfSale: 5 });
  const { items, refused } = answerOf(await organiser.call(listOfficeBills, {}));
  expect(refused).toBe(1);
  const [found] = items;
  expect(found).toMatchObject({
    orderId: order.id,
    bill: { state: 'refused', problems: [{ code: '10015', message: 'El documento no existe' }] },
  });
  const retry = (body = {}) =>
    organiser.call(
      retryBill,
      { params: { orderId: order.id, billId: found?.bill.id ?? '' }, body: { reason: 'Corregido con el cliente', ...body } as never },
      { key: 'retry-the-bill' },
    );
  const receiver = { condition: 'registered', documentType: 'cuit', documentNumber: '20-26756539-4', name: 'Ana Gómez' };
  expect(
    await organiser.call(retryBill, {
      params: { orderId: order.id, billId: found?.bill.id ?? '' },
      body: { reason: 'x', receiver } as never,
    }),
  ).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'oReceptor.cDocumento', reason: 'check_digit' }] },
  });
  // It is that order's alone.
  const elsewhere = { params: { orderId: neighbour.id, billId: found?.bill.id ?? '' }, body: { reason: 'Otra' } };
  expect(resultOf(await organiser.call(retryBill, elsewhere))).toBe('not_found');
  answerOf(await retry({ receiver: { ...receiver, documentNumber: '20-26756539-3' } }));
  // A second click changes nothing, and one on what is not refused is told so.
  answerOf(await retry({ receiver: { ...receiver, documentNumber: '20-26756539-3' } }));
  await work();
  expect(await billOf(order.id)).toMatchObject({ state: 'authorised', reference: 'A 00005-00000001' });
  expect(authority.vouchers(1)[0]?.detail).toMatchObject({ DocTipo: 80, DocNro: '20267565393', CondicionIVAReceptorId: 1 });
  expect(
    resultOf(
      await organiser.call(retryBill, { params: { orderId: order.id, billId: found?.bill.id ?? '' }, body: { reason: 'Otra vez' } }),
    ),
  ).toBe('bill_not_refused');
  expect((await organiser.order(order.id)).actions.map(({ verb }) => verb)).toEqual(['bill_again']);
  consecutive();
});

test('the number of a bill that was refused is the next one’s at its first request, and a failure after it is the first one again', async () => {
  const issued = numbers().length;
  const [refused, next] = [await bought(), await bought()];
  const failures = async () => (await db<{ failures: number }[]>`select failures from bill_series where type_code = 6`)[0]?.failures;
  arca.control({ failNext: { code: 501, times: 1, method: 'FECAESolicitar' } });
  await work();
  expect(await failures()).toBe(1);
  await letBillsWait(db, 10);
  arca.control({ rejectNext: { code: 10015, message: 'El documento no existe', times: 1, where: 'observations' } });
  const asked: number[] = [];
  const counting: typeof pack = {
    ...pack,
    authorise: (document) => {
      asked.push(document.number);
      return pack.authorise(document);
    },
  };
  let failuresAfter: number | undefined;
  await authority.issue(db, {
    ...counting,
    authorise: async (document) => {
      if (asked.length === 1) failuresAfter = await failures();
      return counting.authorise(document);
    },
  });
  expect(asked).toEqual([issued + 1, issued + 1]);
  expect(failuresAfter).toBe(0);
  expect((await organiser.order(refused.id)).bills).toMatchObject([{ state: 'refused' }]);
  expect(await billOf(next.id)).toMatchObject({ state: 'authorised', receiptNumber: issued + 1 });
  const billId = (await organiser.order(refused.id)).bills[0]?.id ?? '';
  answerOf(await organiser.call(retryBill, { params: { orderId: refused.id, billId }, body: { reason: 'Otra vez' } }));
  await work();
  consecutive();
});

test('money that goes back has its credit note, a part of it a partial one, and they come to the whole of the bill', async () => {
  const [order, neighbour] = [await bought({ seats: 3 }), await bought()];
  await organiser.refundSome(order.id, { count: 1 });
  await work();
  await work();
  const first = (await orderOf(order.id)).bills ?? [];
  expect(first.map(({ kind, state, amount }) => [kind, state, amount])).toEqual([
    ['bill', 'authorised', order.total],
    ['credit_note', 'authorised', TICKET_TOTAL],
  ]);
  expect(first[1]?.reference).toBe('B 00005-00000001');
  await organiser.refundSome(order.id, {});
  await work();
  const bills = (await orderOf(order.id)).bills ?? [];
  expect(bills.map(({ amount }) => amount)).toEqual([order.total, TICKET_TOTAL, 2 * TICKET_TOTAL]);
  const [billed] = authority.vouchers().filter(({ from }) => from === bills[0]?.receiptNumber);
  const credited = authority.vouchers(8);
  const sum = (name: 'ImpTotal' | 'ImpNeto' | 'ImpIVA') => credited.reduce((total, { detail }) => total + detail[name], 0);
  expect(sum('ImpTotal')).toBe(billed?.detail.ImpTotal);
  // Rounded apart, each note may differ by a cent from its share.
  expect(Math.abs(sum('ImpNeto') - (billed?.detail.ImpNeto ?? 0))).toBeLessThanOrEqual(1);
  for (const { detail } of credited) expect(detail.CbtesAsoc).toEqual([expect.objectContaining({ Tipo: 6, PtoVta: 5, Nro: billed?.from })]);
  expect((await orderOf(neighbour.id)).bills).toHaveLength(1);
  consecutive(8);
});

test('a refused credit note is asked for again as its bill was made out, whatever receiver staff name', async () => {
  const order = await bought();
  await work();
  arca.control({ rejectNext: { code: 10015, message: 'El documento no existe', times: 1, where: 'observations' } });
  await organiser.refundSome(order.id, {});
  await work();
  const found = answerOf(await organiser.call(listOfficeBills, {})).items.find(({ orderId }) => orderId === order.id);
  expect(found?.bill).toMatchObject({ kind: 'credit_note', state: 'refused' });
  const receiver = { condition: 'registered', documentType: 'cuit', documentNumber: '20-26756539-3', name: 'Ana Gómez' } as const;
  answerOf(
    await organiser.call(retryBill, {
      params: { orderId: order.id, billId: found?.bill.id ?? '' },
      body: { reason: 'Corregido con el cliente', receiver },
    }),
  );
  await work();
  expect((await orderOf(order.id)).bills?.map(({ kind, state }) => [kind, state])).toEqual([
    ['bill', 'authorised'],
    ['credit_note', 'authorised'],
  ]);
  expect(await db`select from bill_receiver where purchase_id = ${order.id}`).toHaveLength(0);
  consecutive(8);
});

test('a bill is a tagged file of its owner alone, with its lines, its CAE and its QR; one that is not authorised is none', async () => {
  const order = await bought();
  const fileOf = (who: typeof buyer, id: string) => who.file(`/v2/Operacion/${order.id}/Comprobante/${id}`);
  const { id = '' } = (await billOf(order.id)) ?? {};
  expect((await fileOf(buyer, id)).json()).toMatchObject({ cError: 'bill_not_authorised' });
  await work();
  const bill = await billOf(order.id);
  const response = await fileOf(buyer, id);
  expect(response.headers['content-type']).toBe('application/pdf');
  expect(response.headers['content-disposition']).toContain(`factura-b-00005-${String(bill?.receiptNumber).padStart(8, '0')}.pdf`);
  const { marks, pages } = await readPdf(response.rawPayload);
  expect(marks).toMatchObject({ Marked: true });
  const text = pages.flatMap(({ elements }) => outline(elements)).join('\n');
  for (const printed of ['Factura', 'COD. 06', bill?.cae ?? '', '30-71000000-6', 'IVA Contenido', 'Entrada · Hamlet', '$ 23.000,00'])
    expect(text).toContain(printed);
  const stranger = await checkout.stranger();
  expect((await fileOf(stranger, id)).json()).toMatchObject({ cError: 'not_found' });
  expect((await fileOf(buyer, 'A'.repeat(22))).json()).toMatchObject({ cError: 'not_found' });
  const another = await bought();
  expect((await buyer.file(`/v2/Operacion/${another.id}/Comprobante/${id}`)).json()).toMatchObject({ cError: 'not_found' });
  const atTheOffice = await app.inject({
    url: `/v2/Oficina/Operacion/${order.id}/Comprobante/${id}`,
    headers: { authorization: `Bearer ${organiser.token}` },
  });
  expect(atTheOffice.rawPayload.equals(response.rawPayload)).toBe(true);
});

test('a counter prints the bill of what it sold once it is authorised; no other clerk and no customer gets it', async () => {
  const [clerk, colleague] = [await aCounter(db, app), await aCounter(db, app)];
  // No service charge at a counter.
  const sale = { ...(await checkout.purchase({ customerId: clerk.customerId })), total: 2_000_000 };
  await db`update purchase set channel = 'box_office' where id = ${sale.id}`;
  answerOf(await clerk.sell(sale));
  const seenBy = async (who: typeof clerk) => answerOf(await who.call(getCounterSale, { params: { orderId: sale.id } })).bills;
  expect(await seenBy(clerk)).toEqual([{ id: expect.any(String), kind: 'bill', state: 'pending', amount: sale.total }]);
  await work();
  const [bill] = (await seenBy(clerk)) ?? [];
  expect(bill).toMatchObject({ state: 'authorised', reference: expect.stringMatching(/^B 00005-/) });
  const fileOf = { params: { orderId: sale.id, billId: bill?.id ?? '' } };
  expect((await answerOf(await clerk.call(getBillFile, fileOf)).text()).slice(0, 5)).toBe('%PDF-');
  expect(await seenBy(colleague)).toBeUndefined();
  for (const other of [colleague, buyer, await checkout.stranger()])
    expect(resultOf(await other.call(getBillFile, fileOf))).toBe('not_found');
  // Nor does a clerk get that of an online order, which they may open to hand its tickets out.
  const online = await bought();
  await work();
  const billId = (await billOf(online.id))?.id ?? '';
  expect(answerOf(await clerk.call(getCounterSale, { params: { orderId: online.id } })).bills).toBeUndefined();
  expect(resultOf(await clerk.call(getBillFile, { params: { orderId: online.id, billId } }))).toBe('not_found');
  // Nor does one who is at the door now get their own.
  await db`update customer set role = 'door' where id = ${clerk.customerId}`;
  expect(resultOf(await (await clerk.logInElsewhere()).call(getBillFile, fileOf))).toBe('not_found');
});

test('an authorised bill is mailed to its buyer once, as a file', async () => {
  // Mails of other tests need not be drawn.
  await db`select count(*) from graphile_worker.complete_jobs((select array_agg(id) from graphile_worker.jobs))`;
  const order = await bought();
  await work();
  const mailbox = await aMailbox(database, { billing: pack });
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
  const bill = await billOf(order.id);
  const mails = (await mailbox.mailsTo(row?.email ?? '')).filter(({ subject }) => subject === `Tu factura ${bill?.reference}`);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`CAE ${bill?.cae}`);
  expect(mails[0]?.text).toMatch(/\$\s23\.000,00/);
  expect(mails[0]?.attachments.map(({ name }) => name)).toEqual([expect.stringMatching(/^factura-b-00005-\d{8}\.pdf$/)]);
  await mailbox.close();
});

test('a credit note is mailed after its bill, however late that leaves; another order’s mails wait for neither', async () => {
  await db`select count(*) from graphile_worker.complete_jobs((select array_agg(id) from graphile_worker.jobs))`;
  const mailbox = await aMailbox(database, { billing: pack });
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
  const billMails = async () =>
    (await mailbox.mailsTo(row?.email ?? ''))
      .flatMap(({ subject }) => (/^Tu (factura|nota de crédito) /.exec(subject)?.[1] ? [subject] : []))
      .toReversed();
  const order = await bought();
  await work();
  await mailbox.fail();
  // However slow the machine is, it is not tried again before the other mails have gone.
  await letJobsAge(db, -20);
  await organiser.refundSome(order.id, {});
  const other = await bought();
  await work();
  await work();
  const [bill, note] = (await orderOf(order.id)).bills ?? [];
  const { reference } = (await billOf(other.id)) ?? {};
  expect([note?.kind, note?.state]).toEqual(['credit_note', 'authorised']);
  expect(await billMails()).toEqual([`Tu factura ${reference}`]);
  await letJobsAge(db, 30);
  expect(await billMails()).toEqual([`Tu factura ${reference}`, `Tu factura ${bill?.reference}`]);
  await letJobsAge(db, 60);
  expect(await billMails()).toEqual([`Tu factura ${reference}`, `Tu factura ${bill?.reference}`, `Tu nota de crédito ${note?.reference}`]);
  await mailbox.close();
});

test('a bill says what each means of payment paid, its credit note by what it went back', async () => {
  await db`select count(*) from graphile_worker.complete_jobs((select array_agg(id) from graphile_worker.jobs))`;
  const first = await bought();
  await organiser.refundSome(first.id, { way: 'balance' });
  const order = await bought({ seats: 2, fromBalance: TICKET_TOTAL });
  await work();
  await organiser.refundSome(order.id, { count: 1, way: 'balance' });
  await work();
  await work();
  const paidBy = async (kind: 'bill' | 'credit_note') => {
    const id = (await orderOf(order.id)).bills?.find((each) => each.kind === kind)?.id ?? '';
    const printed = await printableBill(db, pack, { purchaseId: order.id, id });
    return printed === 'pending' ? printed : printed?.sheet.paidBy;
  };
  expect(await paidBy('bill')).toEqual([
    { by: 'Saldo a favor', amount: TICKET_TOTAL },
    { by: expect.stringMatching(/terminada en \d{4}$/), amount: TICKET_TOTAL },
  ]);
  expect(await paidBy('credit_note')).toEqual([{ by: 'Saldo a favor', amount: TICKET_TOTAL }]);
});

test('what is wrong with the point of sale refuses no bill: all wait until somebody has seen to it', async () => {
  const orders = [await bought(), await bought()];
  arca.control(pointOfSaleIsOff);
  await work();
  const [bill] = (await organiser.order(orders[0]?.id ?? '')).bills;
  expect(bill).toMatchObject({ state: 'pending', problems: [{ message: '10005 El punto de venta no esta habilitado' }] });
  expect(answerOf(await organiser.call(listOfficeBills, {})).refused).toBe(0);
  await letBillsWait(db, 10);
  await work();
  for (const { id } of orders) expect(await billOf(id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

test('while one worker makes a bill another one makes the next', async () => {
  const [first, second] = [await bought(), await bought()];
  await db.begin(async (tx) => {
    expect((await lockUndrafted(tx))?.purchaseId).toBe(first.id);
    await authority.issue(otherConnections);
    expect([(await billOf(first.id))?.state, (await billOf(second.id))?.state]).toEqual(['pending', 'authorised']);
  });
  await work();
  expect(await billOf(first.id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

test('a bill that cannot be drafted keeps no other from being billed, and is looked at again', async () => {
  const [broken, sound] = [await bought(), await bought()];
  await db`update purchase set priced = priced - 'totals' where id = ${broken.id}`;
  await work();
  expect(await db`select state, problems <> '[]' as troubled from bill where purchase_id = ${broken.id}`).toEqual([
    { state: 'waiting', troubled: true },
  ]);
  expect(await billOf(sound.id)).toMatchObject({ state: 'authorised' });
  await db`update purchase set priced = jsonb_set(priced, '{totals}', (select priced -> 'totals' from purchase where id = ${sound.id})) where id = ${broken.id}`;
  await work();
  expect(await billOf(broken.id)).toMatchObject({ state: 'pending' });
  await letBillsWait(db, 601);
  // Staff read how often it was tried, and of no other bill.
  const { items } = answerOf(await organiser.call(listOfficeBills, {}));
  expect(items.map(({ orderId, bill }) => [orderId, bill.tries])).toEqual([[broken.id, 1]]);
  await work();
  expect(await billOf(broken.id)).toMatchObject({ state: 'authorised' });
  consecutive();
});

test.each([
  ['made', `new.state = 'waiting' and new.document is not null`],
  ['asked for', `new.state = 'sent'`],
])(
  'a bill that a deadlock keeps from being %s is so later; the log does not blame the tax office, and staff read nothing',
  async (_, step) => {
    const [unlucky, sound] = [await bought(), await bought()];
    const asked = numbers().length;
    await ownerOf(db).unsafe(`
    create function end_as_deadlock() returns trigger language plpgsql as $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger deadlock before update on bill for each row
      when (new.purchase_id = '${unlucky.id}' and ${step}) execute function end_as_deadlock()`);
    const before = authority.said.length;
    await work();
    await ownerOf(db).unsafe('drop trigger deadlock on bill; drop function end_as_deadlock');
    expect(authority.said.slice(before)).toMatchObject([
      { event: 'bill-failed', purchaseId: unlucky.id, bill: expect.any(String), error: { code: '40P01' } },
    ]);
    expect(await db`select state, problems from bill where purchase_id = ${unlucky.id}`).toEqual([{ state: 'waiting', problems: [] }]);
    // Numbers of a series are given in their order, so what follows waits with it.
    expect(numbers()).toHaveLength(asked + (step.includes('sent') ? 0 : 1));
    await letBillsWait(db, step.includes('sent') ? 600 : 11);
    await work();
    for (const { id } of [unlucky, sound]) expect(await billOf(id)).toMatchObject({ state: 'authorised' });
    consecutive();
  },
);

test('what the tax office observes of a bill that it approves is shown to staff; from December 2026 on the receiver’s condition is there', async () => {
  const order = await bought();
  arca.control({ observeNext: { code: 10217, message: 'El credito fiscal no es computable', times: 1 } });
  await work();
  expect((await organiser.order(order.id)).bills).toMatchObject([
    { state: 'authorised', problems: [{ code: '10217', message: 'El credito fiscal no es computable' }] },
  ]);
  // Without it ARCA observes until then, and refuses from then on.
  const [row] = await db<{ document: FiscalDocument }[]>`select document from bill where purchase_id = ${order.id}`;
  const december = Temporal.Instant.from('2026-12-02T15:00:00Z');
  // A ticket that was given after that day, as one is once it has passed, keeps another from being given on it.
  arca.control({ now: december.toString(), expireTickets: true });
  try {
    const { content: ticket } = await logInToArca(authority.access.wsaa, december);
    const tickets = { get: async () => ticket, drop: async () => {} };
    const wsfe = new Wsfe({ url: authority.access.wsfeUrl, taxId: arca.issuer, tickets });
    const asked = { ...(row?.document as FiscalDocument), pointOfSale: 6, number: 1, issuedOn: '2026-12-02', sends: 1 };
    expect(await wsfe.authorise(asked)).toMatchObject({ result: 'authorised', expiresOn: '2026-12-12', observations: [] });
  } finally {
    arca.control({ clockOffsetDays: 0, expireTickets: true });
  }
});

test('a credit note waits for its bill', async () => {
  const order = await bought();
  arca.control({ rejectNext: { code: 10015, times: 1, where: 'errors' } });
  await work();
  await organiser.refundSome(order.id, {});
  const credits = numbers(8).length;
  await letBillsWait(db, 60);
  await work();
  expect(numbers(8)).toHaveLength(credits);
  expect((await orderOf(order.id)).bills?.map(({ kind, state }) => [kind, state])).toEqual([
    ['bill', 'pending'],
    ['credit_note', 'pending'],
  ]);
  const billId = (await organiser.order(order.id)).bills[0]?.id ?? '';
  answerOf(await organiser.call(retryBill, { params: { orderId: order.id, billId }, body: { reason: 'Otra vez' } }));
  await work();
  await work();
  expect((await orderOf(order.id)).bills?.map(({ state }) => state)).toEqual(['authorised', 'authorised']);
});

test('a buyer says whom the bill is made out to; a wrong document is refused by its field before anybody is asked', async () => {
  const purchase = await checkout.purchase();
  const set = (receiver: object | undefined) =>
    buyer.call(setBillReceiver, { params: { purchaseId: purchase.id }, body: { receiver } as never });
  const ana = {
    condition: 'registered',
    documentType: 'cuit',
    documentNumber: '20-26756539-3',
    name: 'Ana Gómez',
    address: 'Defensa 1, CABA',
  };
  const refusedFor = async (receiver: object) => ((await set(receiver)) as { data?: { fields?: object[] } }).data?.fields;
  expect(await refusedFor({ ...ana, documentNumber: '20267565394' })).toEqual([{ name: 'oReceptor.cDocumento', reason: 'check_digit' }]);
  expect(await refusedFor({ ...ana, documentType: 'dni', documentNumber: '26756539' })).toEqual([
    { name: 'oReceptor.cTipoDeDocumento', reason: 'needs_cuit' },
  ]);
  expect(await refusedFor({ ...ana, condition: 'final_consumer', documentType: 'ine' })).toEqual([
    { name: 'oReceptor.cTipoDeDocumento', reason: 'unknown_type' },
  ]);
  // Letters alone are nothing that the tax office could be told.
  expect(await refusedFor({ ...ana, condition: 'final_consumer', documentType: 'passport', documentNumber: 'ABCDEF' })).toEqual([
    { name: 'oReceptor.cDocumento', reason: 'no_digits' },
  ]);
  // Nobody bills themselves.
  expect(await refusedFor({ ...ana, documentNumber: '30-71000000-6' })).toEqual([{ name: 'oReceptor.cDocumento', reason: 'invalid' }]);
  // A receiver replaces the one before, with every field.
  const juan = { condition: 'final_consumer', documentType: 'dni', documentNumber: '30111222', name: 'Juan Paz', address: 'Lima 2' };
  answerOf(await set(juan));
  answerOf(await set(ana));
  expect(answerOf(await buyer.call(getBillReceiver, { params: { purchaseId: purchase.id } }))).toEqual({
    receiver: { ...ana, documentNumber: '20267565393' },
    namedFrom: 1_000_000_000,
  });
  // Removed, there is none; another purchase keeps its own.
  const other = await checkout.purchase();
  const named = async (id: string) => answerOf(await buyer.call(getBillReceiver, { params: { purchaseId: id } })).receiver?.name;
  answerOf(await buyer.call(setBillReceiver, { params: { purchaseId: other.id }, body: { receiver: juan as never } }));
  answerOf(await set(undefined));
  expect([await named(purchase.id), await named(other.id)]).toEqual([undefined, 'Juan Paz']);
  answerOf(await set(ana));
  expect([await named(purchase.id), await named(other.id)]).toEqual(['Ana Gómez', 'Juan Paz']);
  const stranger = await checkout.stranger();
  expect(resultOf(await stranger.call(getBillReceiver, { params: { purchaseId: purchase.id } }))).toBe('not_found');
  expect(resultOf(await stranger.call(setBillReceiver, { params: { purchaseId: purchase.id }, body: { receiver: undefined } }))).toBe(
    'not_found',
  );
  answerOf(await buyer.pay(purchase));
  expect(resultOf(await set(ana))).toBe('purchase_over');
  await work();
  expect(await billOf(purchase.id)).toMatchObject({ reference: expect.stringMatching(/^A /) });
});

test('an account that is erased before its bill is authorised leaves the receiver of that bill until then, and no other', async () => {
  const leaver = await checkout.stranger();
  const receiver = { condition: 'registered', documentType: 'cuit', documentNumber: '20-26756539-3', name: 'Ana Gómez' } as const;
  const boughtByLeaver = async () => {
    const purchase = await checkout.purchase({ customerId: leaver.customerId });
    answerOf(await leaver.call(setBillReceiver, { params: { purchaseId: purchase.id }, body: { receiver } }));
    answerOf(await leaver.pay(purchase));
    return purchase.id;
  };
  const billed = await boughtByLeaver();
  await work();
  const refused = await boughtByLeaver();
  arca.control({ rejectNext: { code: 10015, times: 1, where: 'errors' } });
  await work();
  const waiting = await boughtByLeaver();
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await work();
  await letBillsWait(db, 10);
  const receivers = async () =>
    (await db<{ id: string }[]>`select purchase_id as id from bill_receiver where purchase_id = any (${[billed, refused, waiting]})`)
      .map(({ id }) => id)
      .toSorted();
  expect(await receivers()).toEqual([billed, refused, waiting].toSorted());

  // The last one is being authorised while the account is erased.
  let issuing: Promise<void> | undefined;
  await db.begin(async (tx) => {
    await deleteBelongings(tx, leaver.customerId);
    issuing = authority.issue(otherConnections);
    await vi.waitUntil(async () => (await waitingForLocks(db)) > 0, { timeout: limit(10_000) });
    await clearCustomer(tx, leaver.customerId);
  });
  await issuing;
  expect(await receivers()).toEqual([refused]);

  const { bills } = await organiser.order(refused);
  answerOf(await organiser.call(retryBill, { params: { orderId: refused, billId: bills[0]?.id ?? '' }, body: { reason: 'Otra vez' } }));
  await work();
  expect(await receivers()).toEqual([]);
  for (const id of [billed, refused, waiting])
    expect((await organiser.order(id)).bills).toMatchObject([{ state: 'authorised', reference: expect.stringMatching(/^A /) }]);
});

test('from the legal amount on a counter has to say who buys; an account says it by itself, and below it nobody is named', async () => {
  const other = await freshDatabase();
  const small = authority.packAt(other.db, { namedFrom: 100 });
  const shop = await aCheckout(other.db, undefined, [{ rows: 20 }], { billing: small });
  const purchase = await shop.purchase();
  answerOf(await shop.buyer.pay(purchase));
  // This database knows nothing of the other one's ticket.
  arca.control({ expireTickets: true });
  await authority.issue(other.db, small);
  const [row] = await other.db<{ documentNumber: string }[]>`
    select document_number as "documentNumber" from customer where id = ${shop.buyer.customerId}`;
  expect(authority.vouchers().at(-1)?.detail).toMatchObject({ DocTipo: 96, DocNro: row?.documentNumber, CondicionIVAReceptorId: 5 });
  // Nor does it help that a purchase's own id is a pay link for its buyer.
  const nobody = await shop.stranger();
  await other.db`update customer set document_type = null, document_number = null where id = ${nobody.customerId}`;
  const theirs = await shop.purchase({ customerId: nobody.customerId });
  const byOwnId = await clientOf(shop.app, { token: nobody.token }).call(
    payByLink,
    { params: { code: theirs.id }, body: { ...cardForm, total: theirs.total } },
    { key: 'whoever-buys-this' },
  );
  expect(byOwnId).toMatchObject({ failure: 'bill_receiver_needed' });
  const clerk = await aCounter(other.db, shop.app);
  const sale = { ...(await shop.purchase({ customerId: clerk.customerId })), total: 2_000_000 };
  await other.db`update purchase set channel = 'box_office' where id = ${sale.id}`;
  const refused = await clerk.sell(sale);
  expect(refused).toMatchObject({ failure: 'bill_receiver_needed', data: { namedFrom: 10_000 } });
  const receiver = { condition: 'final_consumer', documentType: 'dni', documentNumber: '30.111.222', name: 'Juan Paz' } as const;
  answerOf(await clerk.call(setBillReceiver, { params: { purchaseId: sale.id }, body: { receiver } }));
  answerOf(await clerk.sell(sale));
  await authority.issue(other.db, small);
  expect(authority.vouchers().at(-1)?.detail).toMatchObject({ DocTipo: 96, DocNro: '30111222' });
  await shop.close();
  await other.close();
});

test('the books say what does not add up: a sale without a bill, a refund without a credit note, a number that is not ours', async () => {
  const other = await freshDatabase();
  // One day for all of its documents: after midnight the others would be of another month, once in a month.
  const day = pack.today(Temporal.Now.instant());
  const billing = { ...authority.packAt(other.db), today: () => day };
  const shop = await aCheckout(other.db, undefined, [{ rows: 20 }], { billing });
  arca.control({ expireTickets: true });
  const purchases = [];
  for (let count = 0; count < 4; count += 1) {
    const purchase = await shop.purchase();
    answerOf(await shop.buyer.pay(purchase));
    purchases.push(purchase);
  }
  const [, second, third, fourth] = purchases.map(({ id }) => id);
  const staff = await anOrganiser(other.db, shop.app);
  await staff.refundSome(fourth ?? '', { count: 1 });
  await authority.issue(other.db, billing);
  await authority.issue(other.db, billing);
  const sound = await checkBooks(other.db);
  expect(sound.faults).toEqual([]);
  expect(sound.series.map(({ typeCode, count, missing }) => [typeCode, count, missing])).toEqual([
    [6, 4, 0],
    [8, 1, 0],
  ]);
  const month = Temporal.PlainDate.from(day).toPlainYearMonth().toString();
  const text = (await exportMonth(other.db, billing, month)).toString().replace('\uFEFF', '').trim();
  const rows = text
    .split('\r\n')
    .map((row) => [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain = '']) => quoted ?? plain));
  const [header = [], ...documents] = rows;
  expect(header.slice(0, 3)).toEqual(['Fecha', 'Tipo', 'Código']);
  expect(documents.map((cells) => cells[1])).toEqual(['Factura B', 'Factura B', 'Factura B', 'Factura B', 'Nota de crédito B']);
  const total = header.indexOf('Total');
  expect(documents.map((cells) => Number(cells[total]))).toEqual([23_000, 23_000, 23_000, 23_000, -11_500]);
  const parts = ['Neto gravado', 'IVA 21 %', 'IVA 10,5 %', 'Exento'].map((name) => header.indexOf(name));
  for (const cells of documents) expect(parts.reduce((sum, at) => sum + Number(cells[at]), 0)).toBeCloseTo(Number(cells[total]), 2);

  const run = runHere(runBillsCheck, other.db);
  const folder = await mkdtemp(join(tmpdir(), 'butaca-bills-'));
  const csv = join(folder, 'month.csv');
  expect(await run('--month', month, '--csv', csv)).toEqual({
    code: 0,
    said: expect.stringMatching(/point of sale 5, type 6: 4 documents .*, 92000\.00 in all\n[\s\S]*orders, ledger and bills add up/),
  });
  expect((await readFile(csv, 'utf8')).replace('\uFEFF', '').trim()).toBe(text);
  await rm(folder, { recursive: true });
  expect(await run('--month', month)).toEqual({ code: 2, said: expect.stringContaining('--month and --csv: name both or none') });
  expect(await run('--month', '2026-13', '--csv', csv)).toEqual({
    code: 2,
    said: expect.stringContaining('--month: must be like 2026-11'),
  });

  await ownerOf(other.db).begin(async (tx) => {
    await tx`alter table bill disable trigger user`;
    await tx`delete from bill where purchase_id = ${second ?? ''}`;
    await tx`update bill set amount = amount - 100 where purchase_id = ${third ?? ''}`;
    await tx`delete from bill where purchase_id = ${fourth ?? ''} and kind = 'credit_note'`;
    await tx`alter table bill enable trigger user`;
  });
  const { series, faults } = await checkBooks(other.db);
  expect(faults.map(({ what, purchaseId, amount }) => [what, purchaseId, amount]).toSorted()).toEqual(
    [
      ['paid and not billed', second, 2_300_000],
      ['refunded and not credited', fourth, TICKET_TOTAL],
      ['the bill is not what was booked', third, -100],
      ['the lines of a document are not its amount', third, -100],
    ].toSorted(),
  );
  expect(series).toMatchObject([{ typeCode: 6, count: 3, missing: 1 }]);
  // As an operator runs it, with a process of its own.
  const { code, said } = await scriptOn(other, 'bills-check.ts')();
  expect(code).toBe(1);
  expect(said).toContain('; numbers between them that are not ours: 1');
  expect(said).toContain(`paid and not billed: 23000.00, purchase ${second}`);
  expect(said).toContain('what does not add up: 4');
  await shop.close();
  await other.close();
});
