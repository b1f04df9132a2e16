import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkBooks, exportMonth, issueBills } from '../../src/bills/index.ts';
import { freshDatabase } from '../database.ts';
import { PretendedDgi } from '../example-pack/dgi.ts';
import { uyPack } from '../example-pack/uy-pack.ts';
import { letBillsWait } from '../factories/bills.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { silent } from '../factories/watch.ts';
import { outline, readPdf } from '../read-pdf.ts';

/** What docs/adding-a-fiscal-pack.md walks through, until an order has a document that a pretended authority has numbered. */
const here = import.meta.dirname;
const database = await freshDatabase();
const { db } = database;
const dgi = new PretendedDgi();
const issuer = { taxId: '211234560018', legalName: 'Sala del Puerto', address: 'Rambla 25, Montevideo', rates: [2100, 1050, 0] };
const pack = uyPack(issuer, dgi);
const checkout = await aCheckout(db, undefined, [{ rows: 20 }], { billing: pack });
const organiser = await anOrganiser(db, checkout.app);
afterAll(async () => {
  await checkout.close();
  await database.close();
});

const issue = (by = pack) => issueBills({ db, pack: by, watch: silent, financingTaxRate: 2100 });
const billsOf = async (id: string) => answerOf(await checkout.buyer.order(id)).bills ?? [];
async function bought({ seats = 2 } = {}) {
  const purchase = await checkout.purchase({ seats });
  answerOf(await checkout.buyer.pay(purchase));
  return purchase;
}

test('the code of the walk is that of the pack that is tested here', async () => {
  const [page, code] = await Promise.all([
    readFile(join(here, '../../../../docs/adding-a-fiscal-pack.md'), 'utf8'),
    readFile(join(here, '../example-pack/uy-pack.ts'), 'utf8'),
  ]);
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  expect(blocks.length).toBe(3);
  for (const block of blocks) expect(code).toContain(block);
});

test('an empty pack of another country bills, recovers a lost answer, credits, prints and fills the books', async () => {
  // A credit note belongs to the month of its own day, here the one after its bill's.
  const [lastDay, dayAfter] = ['2026-11-30', '2026-12-01'].map((day) => ({ ...pack, today: () => day }));
  const [first, second] = [await bought({ seats: 3 }), await bought()];
  dgi.loses = 1;
  await issue(lastDay);
  expect((await billsOf(first.id))[0]).toMatchObject({ state: 'pending' });
  await letBillsWait(db, 10);
  await issue(lastDay);
  expect(await billsOf(first.id)).toMatchObject([{ state: 'authorised', receiptNumber: 1, amount: first.total }]);
  expect(await billsOf(second.id)).toMatchObject([{ state: 'authorised', receiptNumber: 2, amount: second.total }]);
  expect(dgi.documents.map(({ number, amount }) => [number, amount])).toEqual([
    [1, first.total],
    [2, second.total],
  ]);

  await organiser.refundSome(first.id, { count: 1 });
  await issue(dayAfter);
  const [bill, note] = await billsOf(first.id);
  expect(note).toMatchObject({ kind: 'credit_note', state: 'authorised', receiptNumber: 1, amount: TICKET_TOTAL });
  const { pages } = await readPdf((await checkout.buyer.file(`/v2/Operacion/${first.id}/Comprobante/${bill?.id}`)).rawPayload);
  const text = pages.flatMap(({ elements }) => outline(elements)).join('\n');
  for (const printed of ['Sala del Puerto', bill?.cae ?? '', 'Entrada · Hamlet']) expect(text).toContain(printed);

  expect(await checkBooks(db)).toMatchObject({ faults: [] });
  const rowsOf = async (month: string) => (await exportMonth(db, pack, month)).toString().replace('\uFEFF', '').trim().split('\r\n');
  const [header, ...bills] = await rowsOf('2026-11');
  expect(header).toBe('Fecha,Número,Total,Operación n.º');
  expect(bills.map((row) => row.slice(0, 12))).toEqual(['2026-11-30,1', '2026-11-30,2']);
  expect((await rowsOf('2026-12')).slice(1)).toEqual([expect.stringMatching(/^2026-12-01,1,-/)]);
});

test('what the pack cannot bill is refused in its words, and keeps no other from being billed', async () => {
  const [first, second] = [await bought(), await bought()];
  const other = uyPack({ ...issuer, rates: [2200, 1000, 0] }, dgi);
  await issue(other);
  const problems = [{ code: '', message: expect.stringMatching(/: su tasa no es del IVA$/) }];
  for (const { id } of [first, second]) expect((await organiser.order(id)).bills).toMatchObject([{ state: 'refused', problems }]);
  const third = await bought();
  await issue();
  expect(await billsOf(third.id)).toMatchObject([{ state: 'authorised' }]);
});
