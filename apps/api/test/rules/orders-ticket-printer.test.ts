import { afterAll, expect, test } from 'vitest';
import { TicketPrinter } from '../../src/orders/documents/ticket-printer.ts';
import { ticketsPdf } from '../../src/orders/documents/tickets-pdf.ts';
import { aSheet, documentBrand as brand } from '../factories/orders.ts';

const options = { format: 'a4', brand } as const;
const printer = new TicketPrinter({ atOnce: 1, waiting: 1 });
afterAll(() => printer.close());

test('a document drawn in a thread equals one drawn here', async () => {
  expect((await printer.print([aSheet()], options)).equals(await ticketsPdf([aSheet()], options))).toBe(true);
});

test('beyond the queue requests are refused with a time to retry, and all before them get their tickets', async () => {
  const wanted = [printer.print([aSheet()], options), printer.print([aSheet()], options)];
  await expect(printer.print([aSheet()], options)).rejects.toMatchObject({
    failure: 'busy',
    data: { retryAfterSeconds: expect.any(Number) },
  });
  for (const pdf of await Promise.all(wanted)) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a document that cannot be drawn does not affect others', async () => {
  await expect(printer.print([aSheet({ timeZone: 'Atlantis' })], options)).rejects.toThrow('time zone');
  await expect(printer.print([], options)).rejects.toThrow('no ticket to print');
  expect(await printer.print([aSheet()], options)).toBeInstanceOf(Buffer);
});

test('a printer closed during its work rejects its requests', async () => {
  const closing = new TicketPrinter({ atOnce: 1, waiting: 0 });
  const lost = expect(closing.print([aSheet()], options)).rejects.toThrow('ended before its document was done');
  await new Promise((resolve) => setImmediate(resolve));
  await closing.close();
  await lost;
});
