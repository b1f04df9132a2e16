import { billTexts as t } from '../../texts/index.ts';
import { BOTTOM, COLUMN_GAP, dateText, drawRule, INK, LEFT, LINE, type Paper, percent, RIGHT, reading, SOFT, WIDTH } from './bill-paper.ts';
import type { BillSheet } from './bill-sheet.ts';
import { set } from './lettering.ts';
import { drawQr, qrOf, write, writeText } from './pen.ts';
import { artifact, Part } from './tagged-pdf.ts';

/** The box with the taxes that a price contains; the totals stand beside it. */
const BOX = { width: 262, padding: 14 };
const TOTALS = WIDTH - BOX.width - COLUMN_GAP;
const SUM_HEIGHT = 16;
const QR_SIDE = 92;
const ABOVE = 24;
const FOOT_GAP = 20;

/** A part of the end of a bill, which has to be measured before it is known on which page it stands. */
interface Ending {
  readonly height: number;
  /** From this edge downwards. */
  draw(top: number): void;
}

/** The end of a bill: totals below the lines, and what authorises it at the foot of the page. */
export function closingOf(paper: Paper, sheet: BillSheet): Ending {
  const totals = totalsOf(paper, sheet);
  const contained = sheet.contained && containedOf(paper, sheet.contained);
  const foot = footOf(paper, sheet);
  return {
    height: ABOVE + Math.max(totals.height, contained?.height ?? 0) + 2 * FOOT_GAP + foot.height,
    draw(top) {
      totals.draw(top + ABOVE);
      contained?.draw(top + ABOVE);
      drawRule(paper.document, BOTTOM - foot.height - FOOT_GAP);
      foot.draw(BOTTOM - foot.height);
    },
  };
}

/** What a consumer pays, which has its taxes in it; for a taxpayer also what it is made of. */
function totalsOf(paper: Paper, { taxesApart, net, taxes, exempt, total }: BillSheet): Ending {
  const sums = taxesApart
    ? [
        { label: t('net'), amount: net },
        ...taxes.map(({ rate, amount }) => ({ label: t('tax', { rate: percent(rate) }), amount })),
        ...(exempt === 0 ? [] : [{ label: t('exempt'), amount: exempt }]),
      ]
    : [];
  const sumsHeight = sums.length === 0 ? 0 : sums.length * SUM_HEIGHT + 8;
  const amount = set(paper.money(total), { face: 'title', size: 32, least: 12, width: TOTALS });
  return {
    height: sumsHeight + 18 + amount.height,
    draw(top) {
      for (const [index, sum] of sums.entries()) drawSum(paper, sum, { left: RIGHT - TOTALS, right: RIGHT, y: top + index * SUM_HEIGHT });
      reading(paper, 'H2', (part) => {
        const place = { x: RIGHT, align: 'end', part } as const;
        writeText(paper.document, t('total'), { face: 'text', size: 9, width: TOTALS }, { ...place, y: top + sumsHeight, color: SOFT });
        write(paper.document, amount, { ...place, y: top + sumsHeight + 18, color: INK });
      });
    },
  };
}

/** Law 27.743, in the words that RG 5614 prescribes. */
function containedOf(paper: Paper, { vat, others }: NonNullable<BillSheet['contained']>): Ending {
  const { width, padding } = BOX;
  const title = set(t('contained'), { face: 'textBold', size: 8.5, least: 7, width: width - 2 * padding, mostLines: 2 });
  const height = 2 * padding + title.height + 2 * SUM_HEIGHT + 2;
  return {
    height,
    draw(top) {
      artifact(paper.document).mark(() => paper.document.roundedRect(LEFT, top, width, height, 6).lineWidth(0.6).stroke(LINE));
      const y =
        reading(paper, 'H2', (part) => write(paper.document, title, { x: LEFT + padding, y: top + padding, color: INK, part })) + 12;
      const edges = { left: LEFT + padding, right: LEFT + width - padding };
      drawSum(paper, { label: t('contained.vat'), amount: vat }, { ...edges, y });
      drawSum(paper, { label: t('contained.others'), amount: others }, { ...edges, y: y + SUM_HEIGHT });
    },
  };
}

function drawSum(paper: Paper, sum: { label: string; amount: number }, { left, right, y }: { left: number; right: number; y: number }) {
  const { document, money } = paper;
  reading(paper, 'P', (part) => {
    writeText(document, sum.label, { face: 'text', size: 9, least: 7, width: right - left - 76 }, { x: left, y, color: SOFT, part });
    writeText(
      document,
      money(sum.amount),
      { face: 'figures', size: 9, least: 6, width: 72 },
      { x: right, y, color: INK, align: 'end', part },
    );
  });
}

/** The fiscal QR, beside it the authorisation and the sentences that the law asks for. */
function footOf(paper: Paper, { authorisation: { name, code, expiresOn }, legends, qr }: BillSheet): Ending {
  const { document } = paper;
  const x = LEFT + QR_SIDE + 28;
  const small = { face: 'text', size: 8.5, least: 7, width: RIGHT - x, mostLines: 6 } as const;
  const notes = [
    { block: set(t('authorisation', { name, code }), { ...small, face: 'figuresBold', size: 10 }), color: INK, gap: 9 },
    { block: set(t('authorisation.expiresOn', { name, date: dateText(expiresOn) }), { ...small, size: 10 }), color: INK, gap: 16 },
    ...legends.map((legend) => ({ block: set(legend, small), color: SOFT, gap: 8 })),
  ];
  return {
    height: Math.max(
      QR_SIDE,
      notes.reduce((sum, { block, gap }) => sum + block.height + gap, 0),
    ),
    draw(top) {
      let y = top;
      for (const { block, color, gap } of notes) y = reading(paper, 'P', (part) => write(document, block, { x, y, color, part })) + gap;
      const squares = qrOf(qr);
      const figure = new Part(document, 'Figure', { alt: t('qr.alt'), bbox: [LEFT, top, LEFT + QR_SIDE, top + QR_SIDE] });
      figure.mark(() => drawQr(document, squares, { x: LEFT, y: top, side: QR_SIDE / squares.length }));
      paper.elements.push(figure.element());
    },
  };
}
