/** A number, an amount, a day or a moment: what a spreadsheet may take for one. */
export interface CsvFigure {
  readonly figure: string;
}

/** A string is text, and stays text in a spreadsheet. */
export type CsvCell = string | CsvFigure;

export const csvFigure = (figure: number | string): CsvFigure => ({ figure: String(figure) });

/** Minor units with a point, as programs read them. */
export const csvAmount = (minorUnits: number): CsvFigure => csvFigure((minorUnits / 100).toFixed(2));

/** ISO 8601 in UTC. */
export const csvMoment = (epochMs: number): CsvFigure => csvFigure(new Date(epochMs).toISOString());

/**
 * Rows as a file for spreadsheets (RFC 4180), in UTF-8 with a mark, so that they read its letters. A text that a spreadsheet would take for
 * a formula, a number, a date or a truth value has an apostrophe before it, and so has one that begins with an apostrophe: a program that
 * drops one leading apostrophe reads every text as it was (decision 095).
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

function cellOf(cell: CsvCell): string {
  const text = typeof cell === 'string' ? `${isTakenForElse(cell) ? "'" : ''}${cell}` : cell.figure;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Fullwidth signs begin formulas where people type Japanese. */
const FORMULA = /^['=+\-@\t\r\n＝＋－＠]/;
/** `00123456`, `1.234,56`, `12/05`, `20-30123456-6`, `19:30`, `5 %`, `US$ 12`, `12 pm`. */
const NUMBER_OR_TIME = /^(?:[^\p{L}]*|\p{L}{0,3}\.?\s*\p{Sc}[^\p{L}]*|[^\p{L}]*\p{Sc}\s*\p{L}{0,3}|[\d:.,\s]+[ap](?:\.?\s?m)?\.?)$/iu;
const SCIENTIFIC = /^[\d.,\s]+[ed]\s*[+-]?\s*\d+$/i;
/** `MAR1`, `1-dic`, `5 de mayo`, `Sep 2026`, in the languages of our brands. */
const DAY =
  /^(?:\d{1,4}[\s/.,-]*(?:de\s+)?)?(?:ene|jan|feb|fev|mar|abr|apr|may|mai|jun|jul|ago|aug|sep|set|oct|out|nov|dic|dez|dec)\p{L}*\.?(?:[\s/.,-]*(?:de\s+)?\d[\d\s/.,:-]*)?$/iu;
const TRUTH = /^(?:true|false|verdadero|falso|verdadeiro)$/i;

function isTakenForElse(cell: string): boolean {
  const text = cell.trim();
  if (FORMULA.test(cell) || FORMULA.test(text) || TRUTH.test(text)) return true;
  return /\p{Nd}/u.test(text) && (NUMBER_OR_TIME.test(text) || SCIENTIFIC.test(text) || DAY.test(text));
}
