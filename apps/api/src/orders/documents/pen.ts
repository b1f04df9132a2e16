import type PDFDocument from 'pdfkit';
import { type Block, CAP_HEIGHT, type Setting, set, widthOf, widthOfRun } from './lettering.ts';
import { runsOf } from './typefaces.ts';

type Document = InstanceType<typeof PDFDocument>;
type FontSource = Parameters<Document['font']>[0];

export interface Place {
  readonly x: number;
  /** Of the tops of the first line's capitals. */
  readonly y: number;
  readonly color: string;
  /** `x` is where lines begin, where they end, or their middle. */
  readonly align?: 'start' | 'middle' | 'end';
}

const share = { start: 0, middle: 0.5, end: 1 } as const;

/** Writes a block and says where its last baseline is. */
export function write(document: Document, block: Block, { x, y, color, align = 'start' }: Place): number {
  const { face, size, lines, leading } = block;
  document.fillColor(color).fontSize(size);
  lines.forEach((line, index) => {
    let at = x - (align === 'start' ? 0 : widthOf(line, face) * size * share[align]);
    for (const run of runsOf(line, face)) {
      // pdfkit takes opened fonts as well, which its types do not know; opening them anew costs more than the page.
      document.font(run.font as unknown as FontSource, run.name);
      document.text(run.text, at, y + CAP_HEIGHT * size + index * leading, { lineBreak: false, baseline: 'alphabetic' });
      at += widthOfRun(run) * size;
    }
  });
  return y + block.height;
}

/** Sets a text and writes it. */
export const writeText = (document: Document, text: string, setting: Setting, place: Place) => write(document, set(text, setting), place);
