import { afterAll, expect, onTestFinished, test } from 'vitest';
import { billPdf } from '../../src/orders/documents/bill-pdf.ts';
import { DocumentPrinter } from '../../src/orders/documents/document-printer.ts';
import type { TicketSheet } from '../../src/orders/documents/ticket-sheet.ts';
import { ticketsPdf } from '../../src/orders/documents/tickets-pdf.ts';
import { aBill } from '../factories/bill-sheets.ts';
import { aSheet, documentBrand as brand } from '../factories/orders.ts';

const options = { format: 'a4', brand } as const;
const printer = new DocumentPrinter({ threads: 1, perPurpose: 1, perPerson: 1 });
afterAll(() => printer.close());

let documents = 0;
/** A document of its own unless it is named. */
const wanted = (sheets: readonly TicketSheet[] = [aSheet()], { person = 'ana', name = `document ${++documents}` } = {}) => ({
  asker: { purpose: 'customer' as const, person },
  name,
  document: async () => ({ name: 'entradas.pdf', sheets, options }),
});
const clerk = { asker: { purpose: 'counter' as const, person: 'a clerk' } };
type Given = ConstructorParameters<typeof DocumentPrinter>[0];
function aPrinter(given: Given) {
  const own = new DocumentPrinter(given);
  onTestFinished(() => own.close());
  return own;
}

/** Documents that are read when their turn comes, and end when they are told; nothing is drawn. */
function gate() {
  const read: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (name: string, order: ReturnType<typeof wanted> = wanted()) => ({
    ...order,
    document: async () => {
      read.push(name);
      await promise;
      return order.document();
    },
  });
  return { read, held, open: resolve };
}

test('a document drawn in a thread equals one drawn here', async () => {
  const { name, bytes } = await printer.print(wanted());
  expect(name).toBe('entradas.pdf');
  expect(bytes.equals(await ticketsPdf([aSheet()], options))).toBe(true);
});

test('a bill is drawn in a thread, too', async () => {
  const order = { ...wanted(), document: async () => ({ name: 'factura.pdf', bill: aBill(), brand }) };
  const { name, bytes } = await printer.print(order);
  expect(name).toBe('factura.pdf');
  expect(bytes.equals(await billPdf(aBill(), brand))).toBe(true);
});

test('beyond the queue requests are refused with a time to retry, and all before them get their tickets', async () => {
  const accepted = [printer.print(wanted()), printer.print(wanted())];
  await expect(printer.print(wanted())).rejects.toMatchObject({ failure: 'busy', data: { retryAfterSeconds: expect.any(Number) } });
  for (const { bytes } of await Promise.all(accepted)) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a document that cannot be drawn or read does not affect others', async () => {
  await expect(printer.print(wanted([aSheet({ timeZone: 'Atlantis' })]))).rejects.toThrow('time zone');
  await expect(printer.print(wanted([]))).rejects.toThrow('no ticket to print');
  const unread = { ...wanted(), document: () => Promise.reject(new Error('no such order')) };
  await expect(printer.print(unread)).rejects.toThrow('no such order');
  expect((await printer.print(wanted())).bytes).toBeInstanceOf(Buffer);
});

test('a printer closed during its work rejects its requests', async () => {
  const closing = new DocumentPrinter({ threads: 1 });
  const lost = expect(closing.print(wanted())).rejects.toThrow('ended before its document was done');
  await new Promise((resolve) => setImmediate(resolve));
  await closing.close();
  await lost;
});

test('a document that is asked for sixty times is drawn once for the first, and once for all who ask while that is drawn', async () => {
  const own = aPrinter({ threads: 1 });
  const { read, held, open } = gate();
  const same = (name: string) => own.print(held(name, wanted([aSheet()], { name: 'one order' })));
  const [first, ...later] = Array.from({ length: 60 }, (_, index) => same(`request ${index}`));
  open();
  await first;
  const [second, ...others] = await Promise.all(later);
  expect(read).toEqual(['request 0', 'request 1']);
  for (const { bytes } of others) expect(bytes).toBe(second?.bytes);
  // It is not kept: what is asked for later is made anew.
  await same('again');
  expect(read).toEqual(['request 0', 'request 1', 'again']);
});

test('a document that is asked for while an older state of it is drawn shows the new state (EN-117)', async () => {
  const own = aPrinter({ threads: 1 });
  let code = 'old';
  const drawn = Promise.withResolvers<void>();
  const order = {
    ...wanted([], { name: 'one order' }),
    document: async () => {
      const name = code;
      await drawn.promise;
      return { name, sheets: [aSheet()], options };
    },
  };
  const before = own.print(order);
  code = 'new';
  const after = own.print(order);
  drawn.resolve();
  expect((await Promise.all([before, after])).map(({ name }) => name)).toEqual(['old', 'new']);
});

test('a request that comes as the last one that waits for its document leaves gets the document', async () => {
  const own = aPrinter({ threads: 1 });
  const { held, open } = gate();
  const first = own.print(held('first'));
  const leaving = new AbortController();
  const left = expect(
    own.print({ ...held('shared', wanted(undefined, { name: 'shared' })), signal: leaving.signal }),
  ).rejects.toMatchObject({ failure: 'busy' });
  leaving.abort();
  const next = own.print(held('shared', wanted(undefined, { name: 'shared' })));
  open();
  await Promise.all([first, left]);
  expect((await next).bytes).toBeInstanceOf(Buffer);
});

test('while a customer asks for sixty documents a clerk’s comes next, then one of each other customer', async () => {
  const own = aPrinter({ threads: 2, perPerson: 4, perPurpose: 60 });
  const { read, held, open } = gate();
  const greedy = Array.from({ length: 60 }, (_, index) => own.print(held(`greedy ${index}`, wanted(undefined, { person: 'greedy' }))));
  const refused = Promise.allSettled(greedy);
  const patient = own.print(held('patient', wanted(undefined, { person: 'patient' })));
  const counter = own.print({ ...held('clerk'), ...clerk });
  await new Promise((resolve) => setImmediate(resolve));
  // One thread is the counters' alone.
  expect(read).toEqual(['greedy 0', 'clerk']);
  open();
  await Promise.all([patient, counter]);
  expect(read.slice(2, 4)).toEqual(['greedy 1', 'patient']);
  const results = await refused;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results.slice(5)) expect(result).toMatchObject({ status: 'rejected', reason: { failure: 'busy' } });
});

test('a hundred customers who fill their queue leave the counters’ queue as it is', async () => {
  const own = aPrinter({ threads: 1, perPurpose: 20 });
  const { held, open } = gate();
  const crowd = Array.from({ length: 100 }, (_, index) => own.print(held('crowd', wanted(undefined, { person: `customer ${index}` }))));
  const settled = Promise.allSettled(crowd);
  const counters = Array.from({ length: 20 }, (_, index) =>
    own.print({ ...held('clerk'), asker: { purpose: 'counter', person: `clerk ${index}` } }),
  );
  open();
  for (const { bytes } of await Promise.all(counters)) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
});

test('a document that nobody waits for any more is not made, and leaves its place to another', async () => {
  const own = aPrinter({ threads: 1, perPerson: 1 });
  const { read, held, open } = gate();
  const first = own.print(held('first'));
  const leaving = new AbortController();
  const left = own.print({ ...held('left'), signal: leaving.signal });
  const gone = expect(left).rejects.toMatchObject({ failure: 'busy' });
  leaving.abort();
  await gone;
  const next = own.print(held('next'));
  open();
  await Promise.all([first, next]);
  expect(read).toEqual(['first', 'next']);
});

test('a document that two wait for is made when one of them leaves', async () => {
  const own = aPrinter({ threads: 1 });
  const { held, open } = gate();
  const first = own.print(held('first'));
  const leaving = new AbortController();
  const shared = [
    own.print({ ...held('shared', wanted(undefined, { name: 'shared' })), signal: leaving.signal }),
    own.print(held('shared', wanted(undefined, { name: 'shared' }))),
  ];
  leaving.abort();
  open();
  await first;
  for (const { bytes } of await Promise.all(shared)) expect(bytes).toBeInstanceOf(Buffer);
});

test('a thread that hangs is replaced: its document fails, the next ones are drawn', async () => {
  const own = aPrinter({ threads: 1, timeoutMs: 2000, thread: new URL('../fixtures/hanging-thread.ts', import.meta.url) });
  const hung = expect(own.print(wanted([aSheet({ showName: 'hang' })]))).rejects.toThrow('not drawn within 2000 ms');
  const next = own.print(wanted());
  await hung;
  expect((await next).bytes.toString()).toBe('drawn');
});

const slow = new URL('../fixtures/slow-thread.ts', import.meta.url);

test('the start of a thread is no part of the time that a document may take', async () => {
  const own = aPrinter({ threads: 1, timeoutMs: 500, thread: slow });
  expect((await own.print(wanted())).bytes.toString()).toBe('drawn');
});

test('a thread that does not start fails its document alone, and the next one gets another thread', async () => {
  const own = aPrinter({ threads: 1, startMs: 200, thread: slow });
  await expect(own.print(wanted())).rejects.toThrow('did not start within 200 ms');
  await expect(own.print(wanted())).rejects.toThrow('did not start within 200 ms');
});

test('a printer that is closed while a thread starts rejects the document that waits for it', async () => {
  const closing = new DocumentPrinter({ threads: 1, thread: slow });
  const lost = expect(closing.print(wanted())).rejects.toThrow('ended before its document was done');
  await new Promise((resolve) => setImmediate(resolve));
  await closing.close();
  await lost;
});
