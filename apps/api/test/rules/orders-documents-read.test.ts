import { expect, test } from 'vitest';
import { set } from '../../src/orders/documents/lettering.ts';
import { ticketsPdf } from '../../src/orders/documents/tickets-pdf.ts';
import { aSheet, documentBrand as brand } from '../factories/orders.ts';
import { drawingsOf, outline, readPdf, unmarkedInk } from '../read-pdf.ts';

const formats = ['a4', 'receipt'] as const;
const products = ['2 × Remera, M', '1 × Programa'];
const ofAll = (pages: Awaited<ReturnType<typeof readPdf>>['pages']) => pages.flatMap(({ elements }) => outline(elements));

const code =
  'Figure Código QR para entrar: mostralo en la puerta. En la boletería también podés decir el número de la entrada, N1ZZ-CYD2-YFKH.';
const door =
  'P Mostrá este código en la puerta, impreso o en el teléfono. Vale para un solo ingreso: entra quien lo presenta primero, así que no compartas su foto.';

test('a screen reader reads an A4 ticket from what it is down to the notes, though it is drawn from the foot upwards', async () => {
  const { pages } = await readPdf(await ticketsPdf([aSheet({ document: 'DNI 30111222', products })], { format: 'a4', brand }));
  expect(ofAll(pages)).toEqual([
    'P Butaca',
    'P Entrada 1 de 1',
    'H1 Bodas de sangre',
    'P viernes 27 de noviembre de 2026, 20:30',
    'P Cómo llegar',
    'P Teatro Alborada',
    'P Pasaje de los Telones 80, Buenos Aires',
    'H2 Sector Platea Fila F Asiento 12',
    'P A nombre de Julia Paredes · DNI 30111222',
    'P Tarifa General',
    'P Precio $ 42.500',
    'P Precio sin impuestos nacionales: $ 35.124',
    'P Entrada n.º N1ZZ-CYD2-YFKH',
    'P Operación n.º ERC-9QJ-YSK',
    'P Total de la compra: $ 85.000',
    code,
    door,
    'H2 Productos de esta compra',
    'P 2 × Remera, M · 1 × Programa',
    'P Se entregan con tu documento y el número de operación.',
    'H2 Antes de la función',
    'P Llegá con tiempo y llevá tu documento.',
    'P Si se cancela, te devolvemos lo que pagaste.',
    'P Para consultas, tené a mano el número de operación.',
  ]);
});

test('a ticket on a roll is read in the same order', async () => {
  const { pages } = await readPdf(await ticketsPdf([aSheet({ document: 'DNI 30111222', products })], { format: 'receipt', brand }));
  expect(ofAll(pages)).toEqual([
    'P Butaca',
    'P Entrada 1 de 1',
    'H1 Bodas de sangre',
    'P viernes 27 de noviembre de 2026, 20:30',
    'P Teatro Alborada',
    'P Pasaje de los Telones 80, Buenos Aires',
    'H2 Sector Platea Fila F Asiento 12',
    'P A nombre de Julia Paredes DNI 30111222',
    'P General',
    'P $ 42.500',
    'P Precio sin impuestos nacionales: $ 35.124',
    'P Entrada n.º N1ZZ-CYD2-YFKH',
    'P Operación n.º ERC-9QJ-YSK',
    'P Total de la compra: $ 85.000',
    code,
    door,
    'H2 Productos de esta compra',
    'P 2 × Remera, M 1 × Programa',
    'P Se entregan con tu documento y el número de operación.',
  ]);
});

test.each(formats)('its file says its version, language and title, and that it is tagged (%s)', async (format) => {
  const sheet = aSheet({ showName: 'Romeo & Julieta <ópera>' });
  const pdf = await ticketsPdf([sheet, sheet], { format, brand: { ...brand, language: 'pt' } });
  const { info, xmpTitle, marks, preferences } = await readPdf(pdf);
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(info).toMatchObject({ PDFFormatVersion: '1.7', Language: 'pt', Title: '2 ingressos para Romeo & Julieta <ópera>' });
  expect(xmpTitle).toBe(info.Title);
  expect(marks).toMatchObject({ Marked: true, Suspects: false });
  expect(preferences).toMatchObject({ DisplayDocTitle: true });
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b[\s\S]*?endobj/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page).toContain('/Tabs /S');
});

test.each(formats)('all that is drawn is either read or marked as decoration (%s)', async (format) => {
  const pdf = await ticketsPdf([aSheet({ products }), aSheet({ row: null })], { format, brand });
  const drawn = drawingsOf(pdf).filter((drawing) => drawing.includes('BDC'));
  expect(drawn).toHaveLength(format === 'a4' ? 2 : 1);
  expect(drawn.flatMap(unmarkedInk)).toEqual([]);
  // Curtain, rules and cut lines, none of which says anything.
  for (const drawing of drawn) expect(drawing.match(/^\/Artifact BMC$/gm)?.length).toBe(format === 'a4' ? 3 : 8);
  for (const { loose, artifacts } of (await readPdf(pdf)).pages) expect([loose, artifacts]).toEqual([[], []]);
});

test.each(formats)('several tickets in one file are read one after the other, each with its own place and number (%s)', async (format) => {
  const sheets = [1, 2, 3].map((turn) => aSheet({ seat: String(turn), number: `N1ZZ-CYD2-000${turn}`, turn, outOf: 3 }));
  const { pages } = await readPdf(await ticketsPdf(sheets as [ReturnType<typeof aSheet>], { format, brand }));
  expect(pages).toHaveLength(format === 'a4' ? 3 : 1);
  const telling = /^(H1|H2 Sector|P Entrada|Figure)/;
  expect(ofAll(pages).filter((line) => telling.test(line))).toEqual(
    [1, 2, 3].flatMap((turn) => [
      `P Entrada ${turn} de 3`,
      'H1 Bodas de sangre',
      `H2 Sector Platea Fila F Asiento ${turn}`,
      `P Entrada n.º N1ZZ-CYD2-000${turn}`,
      expect.stringContaining(`el número de la entrada, N1ZZ-CYD2-000${turn}.`),
    ]),
  );
  const [document] = pages[0]?.elements ?? [];
  expect(document?.role).toBe('Document');
  expect(new Set(pages.flatMap(({ elements }) => elements[0]?.children.map(({ role }) => role)))).toEqual(new Set(['Sect']));
});

test.each(formats)('names in any alphabet are read as they were given (%s)', async (format) => {
  // Embedding Ý takes Y out of the font, too, and fontkit would keep it without its letter for the next ticket.
  for (const holder of [
    'Ýs',
    'Yvonne',
    'Ñe’ẽ Ẽrẽndy',
    'Αλέξανδρος Παπαδόπουλος',
    'Ґалина Щербак',
    'Nguyễn Thị Hương',
    'Kőrös Žižek',
    'Ἀχιλλεύς',
  ]) {
    const { pages } = await readPdf(await ticketsPdf([aSheet({ holder, showName: holder })], { format, brand }));
    // Some letters are drawn in two pieces, the second of which is read as a word joiner.
    const read = ofAll(pages).map((line) => line.replaceAll('\u2060', '').normalize('NFC'));
    expect(read).toContain(`H1 ${holder.normalize('NFC')}`);
    expect(read).toContain(`P A nombre de ${holder.normalize('NFC')}`);
  }
});

test('lines end with the space before the next word, which a screen reader would read together with it; in a word there is none', () => {
  const setting = { face: 'text', size: 10, width: 60, mostLines: 9 } as const;
  expect(set('El extraordinario viaje de Ágota', setting).lines).toEqual(['El ', 'extraordinari', 'o viaje de ', 'Ágota ']);
  expect(set('El extraordinario viaje de Ágota', { ...setting, width: 90, mostLines: 1 }).lines).toEqual(['El extraordinario… ']);
});
