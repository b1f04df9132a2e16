import { parentPort } from 'node:worker_threads';
import type { PrintAnswer, PrintRequest } from './ticket-printer.ts';
import { ticketsPdf } from './tickets-pdf.ts';

/** Draws the requested documents one after the other. */
parentPort?.on('message', async ({ sheets, options }: PrintRequest) => {
  const [first, ...others] = sheets.map((sheet) => ({
    ...sheet,
    startsAt: Temporal.Instant.from(sheet.startsAt),
    paidAt: Temporal.Instant.from(sheet.paidAt),
  }));
  let answer: PrintAnswer;
  try {
    if (!first) throw new Error('no ticket to print');
    answer = { pdf: await ticketsPdf([first, ...others], options) };
  } catch (error) {
    answer = { fault: String(error) };
  }
  parentPort?.postMessage(answer);
});
