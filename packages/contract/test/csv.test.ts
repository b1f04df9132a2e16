import { expect, test } from 'vitest';
import { csvAmount, csvFigure, csvMoment, csvOf } from '../src/csv.ts';

/** The cells of a file by RFC 4180, as any program reads them. */
function cellsOf(file: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of file.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** What a spreadsheet makes of a cell when it opens the file: a formula, a number of 15 digits, a day, a truth value, or the text. */
function spreadsheet(cell: string): string | number | { formula: string } | Date | boolean {
  const text = cell.trim();
  if (/^[=+@-]/.test(text) && Number.isNaN(Number(text))) return { formula: text };
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const number = text
    .replace(/[\s$%]/g, '')
    .replace(/\.(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.');
  if (number !== '' && !Number.isNaN(Number(number))) return Number(Number(number).toPrecision(15));
  if (/^(?:\d{1,4}[/-]\d{1,2}(?:[/-]\d{1,4})?|\d{1,2}:\d{2}|(?:mar|dic|sep)\w*[ -]?\d+|\d+[ -](?:mar|dic|sep)\w*)$/i.test(text))
    return new Date(0);
  return cell;
}

const texts = [
  ...[
    '00123456',
    '30123456',
    '123E45',
    '1e5',
    '12345678901234567890',
    '20-30123456-6',
    '0',
    '3.5',
    '1.234,56',
    '12/05',
    '2026-11-21',
    '19:30',
  ],
  ...[
    '=1+1',
    '+54 11 5555-0100',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '=HYPERLINK("http://x")',
    '-5+cmd|x',
    'MAR1',
    '1-dic',
    'TRUE',
    '5 %',
    '$ 5',
  ],
  ...["'00123456", 'José, "Pepe"\ny línea', 'AAB123456', 'Fila 12', 'Sep Pérez', '', 'a;=1+1'],
];

test('a text stays the text that it is in a spreadsheet: documents, codes, and what would be a formula, a day or a truth value', () => {
  const [cells = []] = cellsOf(csvOf([texts]));
  const seen = cells.map(spreadsheet);
  expect(seen.every((each) => typeof each === 'string')).toBe(true);
  expect(seen.map((each) => String(each).replace(/^'/, ''))).toEqual(texts);
});

test('any other program reads every text as it was, by dropping one leading apostrophe', () => {
  expect(cellsOf(csvOf([texts, texts])).map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual([texts, texts]);
});

test('names, rows and sentences stand as they are', () => {
  const plain = ['Julia Paredes', 'Platea', 'A12', 'AAB123456', 'Compró 2 entradas', 'Marcos 3 veces', 'O’Higgins'];
  expect(csvOf([plain])).toBe(`\uFEFF${plain.join(',')}\r\n`);
});

test('figures are figures, those below zero too', () => {
  const [cells = []] = cellsOf(csvOf([[csvAmount(1_270_450), csvAmount(-50), csvFigure(7), csvMoment(0), csvFigure('2026-11-21')]]));
  expect(cells).toEqual(['12704.50', '-0.50', '7', '1970-01-01T00:00:00.000Z', '2026-11-21']);
  expect(cells.slice(0, 3).map(spreadsheet)).toEqual([12_704.5, -0.5, 7]);
});
