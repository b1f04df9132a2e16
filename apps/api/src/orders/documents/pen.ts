import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { type Block, CAP_HEIGHT, type Setting, set, widthOf, widthOfRun } from './lettering.ts';
import type { Marking } from './tagged-pdf.ts';
import { runsOf } from './typefaces.ts';

type Document = InstanceType<typeof PDFDocument>;
type FontSource = Parameters<Document['font']>[0];

export interface Place {
  readonly x: number;
  /** Top edge of the first line's capitals. */
  readonly y: number;
  readonly color: string;
  /** `x` is where lines begin, where they end, or their middle. */
  readonly align?: 'start' | 'middle' | 'end';
  /** What it is read as. */
  readonly part: Marking;
}

const share = { start: 0, middle: 0.5, end: 1 } as const;

/** Writes a block; returns its last baseline. */
export function write(document: Document, block: Block, { x, y, color, align = 'start', part }: Place): number {
  const { face, size, lines, leading } = block;
  document.fillColor(color).fontSize(size);
  part.mark(() => {
    lines.forEach((line, index) => {
      let at = x - (align === 'start' ? 0 : widthOf(line.trimEnd(), face) * size * share[align]);
      const runs = runsOf(line, face);
      for (const run of runs) {
        // pdfkit also accepts opened fonts, which its types leave out; opening a font takes longer than drawing the page.
        document.font(run.font as unknown as FontSource, run.name);
        const options = { lineBreak: false, baseline: 'alphabetic', ...(run.features && { features: run.features }) } as const;
        document.text(run.text, at, y + CAP_HEIGHT * size + index * leading, options);
        if (runs.length > 1) at += widthOfRun(run) * size;
      }
    });
  });
  return y + block.height;
}

/** Sets a text and writes it. */
export const writeText = (document: Document, text: string, setting: Setting, place: Place) => write(document, set(text, setting), place);

/** What has to stay empty around it, in squares. */
export const QUIET = 4;

/** Black squares by line. */
export type Qr = readonly (readonly boolean[])[];

/** A sixth of it may be lost (level M): more would only make the squares smaller. */
export const qrOf = (code: string): Qr => encode(code, { ecc: 'M', border: 0 }).data;

/** Squares of `side` points each, drawn as one shape so that no viewer shows seams; `x` and `y` are of the first square. */
export function drawQr(document: Document, qr: Qr, { x, y, side }: { x: number; y: number; side: number }) {
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
