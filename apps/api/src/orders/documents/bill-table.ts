import { billTexts as t } from '../../texts/index.ts';
import { type Document, drawRule, type Element, INK, LEFT, type Paper, percent, RIGHT, SOFT, WIDTH } from './bill-paper.ts';
import type { BillSheet } from './bill-sheet.ts';
import { type Block, CAP_HEIGHT, type Setting, set } from './lettering.ts';
import { write } from './pen.ts';
import { artifact, Part } from './tagged-pdf.ts';

type Line = BillSheet['lines'][number];

const PADDING = 8;
const GUTTER = 8;
const LABEL = { face: 'text', size: 8.5, least: 7 } as const;

interface Column {
  readonly name: string;
  readonly x: number;
  readonly align: 'start' | 'end';
  readonly width: number;
  readonly cell: (line: Line) => readonly Entry[];
}

/** Entries of a cell stand one below the other. */
interface Entry {
  readonly text: string;
  readonly setting: Omit<Setting, 'width'>;
  readonly color: string;
}

export interface Row {
  readonly type: 'TH' | 'TD';
  readonly cells: readonly (Pick<Column, 'x' | 'align'> & {
    readonly blocks: readonly { readonly block: Block; readonly color: string; readonly y: number }[];
  })[];
  readonly height: number;
}

/** The lines of a bill, measured. */
export function tableOf(
  { money }: Pick<Paper, 'money'>,
  { lines, taxesApart }: BillSheet,
): { readonly header: Row; readonly rows: readonly Row[] } {
  const columns = columnsOf(money, taxesApart);
  return {
    header: rowOf('TH', columns, ({ name }) => [{ text: name, setting: LABEL, color: SOFT }]),
    rows: lines.map((line) => rowOf('TD', columns, ({ cell }) => cell(line))),
  };
}

/** What a thing is, how many, and what it costs; its rate where taxes stand apart. */
function columnsOf(money: Paper['money'], taxesApart: boolean): Column[] {
  const figure = (text: string): Entry[] => [{ text, setting: { face: 'figures', size: 10, least: 6 }, color: INK }];
  const figures = [
    { name: t('quantity'), width: 50, cell: ({ quantity }: Line) => figure(String(quantity)) },
    { name: t('unitAmount'), width: 86, cell: ({ unitAmount }: Line) => figure(money(unitAmount)) },
    ...(taxesApart
      ? [{ name: t('taxRate'), width: 48, cell: ({ taxRate }: Line) => figure(taxRate === null ? t('exemptLine') : percent(taxRate)) }]
      : []),
    { name: t('amount'), width: 86, cell: ({ amount }: Line) => figure(money(amount)) },
  ];
  const widthOf = (some: typeof figures) => some.reduce((sum, { width }) => sum + width, 0);
  return [
    {
      name: t('line'),
      x: LEFT,
      align: 'start',
      width: WIDTH - widthOf(figures) - GUTTER,
      cell: ({ text, detail }) => [
        { text, setting: { face: 'text', size: 10, mostLines: 8 }, color: INK },
        ...(detail === null ? [] : [{ text: detail, setting: { face: 'text', size: 8.5, mostLines: 16 } as const, color: SOFT }]),
      ],
    },
    ...figures.map((column, index) => ({
      ...column,
      x: RIGHT - widthOf(figures.slice(index + 1)),
      align: 'end' as const,
      width: column.width - GUTTER,
    })),
  ];
}

function rowOf(type: Row['type'], columns: readonly Column[], entriesOf: (column: Column) => readonly Entry[]): Row {
  const top = type === 'TH' ? 0 : PADDING;
  const cells = columns.map((column) => {
    let y = top;
    const blocks = entriesOf(column).map(({ text, setting, color }) => {
      const placed = { block: set(text, { ...setting, width: column.width }), color, y };
      y += placed.block.height + PADDING - 1;
      return placed;
    });
    return { x: column.x, align: column.align, blocks };
  });
  const ends = cells.flatMap(({ blocks }) => blocks.map(({ block, y }) => y + block.height));
  return { type, cells, height: Math.max(...ends, top + LABEL.size * CAP_HEIGHT) + PADDING };
}

/** Draws a row and the rule below it; a header that is repeated on a later page is not read again (`rows` is null). */
export function drawRow(document: Document, { type, cells, height }: Row, y: number, rows: Element[] | null): number {
  const elements = cells.flatMap(({ blocks, x, align }) => {
    const part = rows && new Part(document, type, type === 'TH' ? { scope: 'Column' } : {});
    for (const { block, color, y: below } of blocks)
      write(document, block, { x, y: y + below, color, align, part: part ?? artifact(document) });
    return part ? [part.element()] : [];
  });
  rows?.push(document.struct('TR', {}, elements));
  return drawRule(document, y + height, { thickness: 0.4 });
}

interface Room {
  /** Of the first page and of the others, below the header of the table. */
  readonly first: number;
  readonly others: number;
  /** What comes after the last row, on its page. */
  readonly closing: number;
}

/** Fills page after page; what closes the bill takes a row along to a page of its own. */
export function pagesOf<Sized extends { readonly height: number }>(rows: readonly Sized[], { first, others, closing }: Room): Sized[][] {
  let page: Sized[] = [];
  let left = first;
  const pages = [page];
  for (const row of rows) {
    if (row.height > left && (page.length > 0 || left < others)) {
      page = [];
      pages.push(page);
      left = others;
    }
    page.push(row);
    left -= row.height;
  }
  if (closing > left) pages.push(page.length > 1 ? page.splice(-1) : []);
  return pages;
}
