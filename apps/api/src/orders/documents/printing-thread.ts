import { parentPort } from 'node:worker_threads';
import { billPdf } from './bill-pdf.ts';
import type { FromPrinter, PrintAnswer, PrintRequest } from './document-printer.ts';
import { ticketsPdf } from './tickets-pdf.ts';

/** Draws the requested documents one after the other. */
parentPort?.on('message', async (request: PrintRequest) => {
  let answer: PrintAnswer;
  try {
    answer = { pdf: await draw(request) };
  } catch (error) {
    answer = { fault: String(error) };
  }
  parentPort?.postMessage(answer);
});
parentPort?.postMessage({ ready: true } satisfies FromPrinter);

async function draw(request: PrintRequest): Promise<Buffer> {
  if ('bill' in request) return billPdf(request.bill, request.brand);
  const [first, ...others] = request.sheets.map((sheet) => ({
    ...sheet,
    startsAt: Temporal.Instant.from(sheet.startsAt),
    paidAt: Temporal.Instant.from(sheet.paidAt),
  }));
  if (!first) throw new Error('no ticket to print');
  return ticketsPdf([first, ...others], request.options);
}
