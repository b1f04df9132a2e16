import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';

/** What has to stay empty around it, in squares. */
export const QUIET = 4;

/** Black squares by line. */
export type Qr = readonly (readonly boolean[])[];

/** A sixth of it may be lost (level M): more would only make the squares smaller. */
export const qrOf = (code: string): Qr => encode(code, { ecc: 'M', border: 0 }).data;

/** Squares of `side` points each, drawn as one shape so that no viewer shows seams; `x` and `y` are of the first square. */
export function drawQr(document: InstanceType<typeof PDFDocument>, qr: Qr, { x, y, side }: { x: number; y: number; side: number }) {
  document.save().translate(x, y).scale(side);
  qr.forEach((line, row) => {
    for (let start = line.indexOf(true); start !== -1; ) {
      const end = line.indexOf(false, start);
      const length = (end === -1 ? line.length : end) - start;
      document.rect(start, row, length, 1);
      start = line.indexOf(true, start + length);
    }
  });
  document.fill('#000000').restore();
}
