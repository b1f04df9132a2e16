import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { billPdf, drawBill } from '../../src/orders/documents/bill-pdf.ts';
import type { BillSheet } from '../../src/orders/documents/bill-sheet.ts';
import { aBill, aBillLine, aBillOfTaxpayers } from '../factories/bill-sheets.ts';
import { documentBrand as brand } from '../factories/orders.ts';
import { drawingsOf, outline, overlapsOf, type ReadElement, readPdf, scanned, unmarkedInk, writtenOn } from '../read-pdf.ts';

const read = async (sheet: BillSheet) => {
  const { pages, ...facts } = await readPdf(await billPdf(sheet, brand));
  return { ...facts, pages, lines: pages.flatMap(({ elements }) => outline(elements)) };
};
/** Roles of a tree: `TR(TH TH)`. */
const shape = ({ role, children }: ReadElement): string => (children.length > 0 ? `${role}(${children.map(shape).join(' ')})` : role);
const tables = (elements: readonly ReadElement[]): ReadElement[] =>
  elements.flatMap((element) => (element.role === 'Table' ? [element] : tables(element.children)));

test('a bill to a consumer says who bills what to whom, and is read in that order', async () => {
  const { lines, info, xmpTitle, marks } = await read(aBill({ legends: ['Defensa de las y los consumidores.'] }));
  expect(info).toMatchObject({
    PDFFormatVersion: '1.7',
    Language: 'es',
    Title: 'Factura B 00005-00001234',
    Author: 'Butaca Entradas S.A.',
  });
  expect([xmpTitle, marks?.Marked]).toEqual(['Factura B 00005-00001234', true]);
  expect(lines).toEqual([
    'H1 Factura B',
    'P COD. 06',
    'P ORIGINAL',
    'P Punto de venta: 00005 Comp. Nº: 00001234',
    'P Fecha de emisión: 26/11/2026',
    'H2 Butaca',
    'P Butaca Entradas S.A.',
    'P Av. Corrientes 1530, piso 4, C1042AAO Ciudad Autónoma de Buenos Aires',
    'P IVA Responsable Inscripto',
    'P CUIT: 30-71000000-7',
    'P Ingresos Brutos: 901-123456-7',
    'P Inicio de actividades: 01/03/2019',
    'H2 Cliente A consumidor final',
    'P Condición frente al IVA Consumidor final',
    'P Condición de venta Visa terminada en 4905',
    'P Operación n.º ERC-9QJ-YSK',
    'P Período facturado desde / hasta 27/11/2026 al 27/11/2026',
    'P Vencimiento para el pago 26/11/2026',
    'TH Descripción',
    'TH Cantidad',
    'TH Precio unitario',
    'TH Importe',
    'TD Bodas de sangre viernes 27 de noviembre de 2026, 20:30 · Teatro Alborada · Platea, fila F, asientos 12 y 14 · General',
    'TD 2',
    'TD $ 37.000,00',
    'TD $ 74.000,00',
    'TD Cargo por servicio',
    'TD 2',
    'TD $ 5.500,00',
    'TD $ 11.000,00',
    'H2 Total $ 85.000,00',
    'H2 Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)',
    'P IVA Contenido $ 14.752,07',
    'P Otros Impuestos Nacionales Indirectos $ 0,00',
    'P CAE Nº: 76471234567890',
    'P Fecha de Vto. de CAE: 06/12/2026',
    'P Defensa de las y los consumidores.',
    expect.stringMatching(/^Figure Código QR fiscal/),
  ]);
});

test('its fiscal QR can be scanned, and a discount has a minus sign, which is read aloud', async () => {
  const sheet = aBill({ lines: [aBillLine({ unitAmount: -826_446, amount: -826_446 })] });
  const drawings = drawingsOf(await billPdf(sheet, brand));
  expect(drawings.map(scanned).filter(Boolean)).toEqual([sheet.qr]);
  expect((await read(sheet)).lines).toContain('TD \u2212$ 8.264,46');
});

test('a bill to a taxpayer lists prices before taxes with their rates, and the taxes apart', async () => {
  const { lines, pages } = await read(aBillOfTaxpayers());
  const [table] = tables(pages[0]?.elements ?? []);
  const row = 'TR(TD TD TD TD TD)';
  expect(table && shape(table)).toBe(`Table(TR(TH TH TH TH TH) ${row} ${row} ${row})`);
  expect(table?.children[0]?.children.map(({ text }) => text)).toEqual(['Descripción', 'Cantidad', 'Precio unitario', 'IVA', 'Importe']);
  expect(table?.children.slice(1).map(({ children }) => children[3]?.text)).toEqual(['21 %', '21 %', 'Exento']);
  expect(lines.filter((line) => /neto|IVA 21|exento|Total/.test(line))).toEqual([
    'P Importe neto gravado $ 70.247,93',
    'P IVA 21 % $ 14.752,07',
    'P Importe exento $ 3.000,00',
    'H2 Total $ 88.000,00',
  ]);
  expect(lines).toContain('P Documento CUIT 30-69876543-2');
});

test('the box of the transparency law stands on bills that contain taxes alone, and is drawn for them alone', async () => {
  const boxes = async (sheet: BillSheet) =>
    (await read(sheet)).lines.filter((line) => /Transparencia|Contenido|Indirectos/.test(line)).length;
  expect([await boxes(aBill()), await boxes(aBill({ contained: null })), await boxes(aBillOfTaxpayers())]).toEqual([3, 0, 0]);
  const curves = async (sheet: BillSheet) =>
    drawingsOf(await billPdf(sheet, brand)).flatMap((drawing) => drawing.match(/ c$/gm) ?? []).length;
  expect([await curves(aBill()), await curves(aBillOfTaxpayers())]).toEqual([4, 0]);
});

test('of several means of payment each stands with its amount', async () => {
  const paidBy = [
    { by: 'Saldo a favor', amount: 2_000_000 },
    { by: 'Visa terminada en 4905', amount: 6_500_000 },
  ];
  const { lines } = await read(aBill({ paidBy }));
  expect(lines).toContain('P Condición de venta Saldo a favor: $ 20.000,00; Visa terminada en 4905: $ 65.000,00');
});

test('a credit note names the bill that it takes back; goods alone have no period', async () => {
  const credits = { letter: 'B', pointOfSale: 5, number: 1234, issuedOn: '2026-11-26' };
  const { lines, info } = await read(aBill({ kind: 'credit_note', typeCode: 8, number: 77, credits, service: null }));
  expect(info.Title).toBe('Nota de crédito B 00005-00000077');
  expect(lines.slice(0, 2)).toEqual(['H1 Nota de crédito B', 'P COD. 08']);
  expect(lines).toContain('P Comprobante asociado Factura B 00005-00001234 del 26/11/2026');
  expect(lines.join()).not.toMatch(/Período|Vencimiento/);
});

test('many lines go on over pages under a repeated head, and are read once each; totals and QR stand on the last page', async () => {
  const sheet = aBill({ lines: Array.from({ length: 80 }, (_, index) => aBillLine({ text: `Entrada ${index + 1}.`, detail: null })) });
  const pdf = await billPdf(sheet, brand);
  const { pages, lines } = await read(sheet);
  expect(pages.length).toBeGreaterThan(2);
  expect(lines.filter((line) => line.startsWith('TD Entrada'))).toEqual(
    Array.from({ length: 80 }, (_, index) => `TD Entrada ${index + 1}.`),
  );
  expect(lines.filter((line) => line.startsWith('TH'))).toHaveLength(4);
  pages.forEach(({ artifacts, loose, elements }, index) => {
    const repeated = artifacts.map((text) => text.trim()).filter(Boolean);
    expect(repeated.at(-1)).toBe(`Página ${index + 1} de ${pages.length}`);
    if (index > 0) expect(repeated).toEqual(expect.arrayContaining(['Butaca', 'Factura B 00005-00001234', 'Descripción', 'Importe']));
    expect(loose).toEqual([]);
    expect(outline(elements).some((line) => /Total|CAE|Figure/.test(line))).toBe(index === pages.length - 1);
  });
  expect(
    drawingsOf(pdf)
      .filter((drawing) => drawing.includes('BDC'))
      .flatMap(unmarkedInk),
  ).toEqual([]);
});

const longest: Partial<BillSheet> = {
  issuer: {
    ...aBill().issuer,
    tradeName: 'Teatro Municipal Coliseo Podestá '.repeat(4),
    legalName: 'Asociación Civil '.repeat(12),
    address: 'Rabanal '.repeat(30),
  },
  receiver: { name: 'W'.repeat(160), document: 'DNI 30.111.222', condition: 'Consumidor final', address: 'Rabanal '.repeat(40) },
  paidBy: Array.from({ length: 3 }, () => ({ by: 'Mastercard Débito terminada en 4905', amount: 99_999_999_999_900 })),
  lines: Array.from({ length: 3 }, () =>
    aBillLine({
      text: 'W'.repeat(200),
      detail: 'Rabanal '.repeat(60),
      quantity: 99_999,
      unitAmount: 999_999_999_900,
      amount: -99_999_999_999_900,
    }),
  ),
  total: 99_999_999_999_900,
  contained: { vat: 99_999_999_999_900, others: 99_999_999_999_900 },
  legends: ['El crédito fiscal discriminado en el presente comprobante '.repeat(6), 'W'.repeat(300)],
};

test.each([
  ['usual', aBill()],
  ['with all that is long', aBill(longest)],
  [
    'to a taxpayer, with all that is long',
    aBillOfTaxpayers({ ...longest, taxes: [2100, 1050, 2700].map((rate) => ({ rate, base: 1, amount: 99_999_999_999_900 })) }),
  ],
  ['with a line more than a page holds', aBill({ lines: Array.from({ length: 9 }, () => aBillLine()) })],
  ['in other alphabets', aBill({ receiver: { ...aBill().receiver, name: 'Юлия Αλέξανδρος Nguyễn' } })],
])('a bill %s stays on its paper, and no two texts meet', (_, sheet) => {
  const document = new PDFDocument({ autoFirstPage: false });
  const written = writtenOn(document);
  drawBill(document, sheet, brand);
  for (const { x, y, right, text } of written) {
    expect(x, text).toBeGreaterThanOrEqual(56 - 0.1);
    expect(right, text).toBeLessThanOrEqual(595.28 - 56 + 0.1);
    expect(y, text).toBeGreaterThan(20);
    expect(y, text).toBeLessThan(841.89 - 40);
  }
  expect(overlapsOf(written)).toEqual([]);
});

test('a bill drawn twice is the same to the byte, in Spanish whatever its reader speaks; another one is not', async () => {
  const once = await billPdf(aBill(), brand);
  const english = { ...brand, language: 'en' } as const;
  expect(once.equals(await billPdf(aBill(), english))).toBe(true);
  expect(once.equals(await billPdf(aBill({ number: 1235 }), brand))).toBe(false);
});
