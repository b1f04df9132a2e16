import { loadBrand } from '@butaca/brand/load';
import { isPrinted } from '@butaca/contract';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { Poster } from '../../src/catalogue/index.ts';
import { drawA4 } from '../../src/orders/documents/a4.ts';
import { set, widthOf } from '../../src/orders/documents/lettering.ts';
import { drawReceipts } from '../../src/orders/documents/receipt.ts';
import { sheetsOf } from '../../src/orders/documents/ticket-sheet.ts';
import { ticketsPdf } from '../../src/orders/documents/tickets-pdf.ts';
import { runsOf } from '../../src/orders/documents/typefaces.ts';
import { documentBrand, longDate } from '../../src/orders/documents/wording.ts';
import { fileWord } from '../../src/orders/index.ts';
import { anOrder, aSheet, aTicket, documentBrand as brand, codes } from '../factories/orders.ts';
import { drawingsOf, overlapsOf, scanned, writtenOn } from '../read-pdf.ts';

/** As long as the catalogue and the sign-up form let them be. */
const longest = {
  showName: 'Ágota '.repeat(33).trim(),
  venueName: 'Centro '.repeat(28).trim(),
  venueAddress: 'Rabanal '.repeat(40).trim(),
  sectorName: 'W'.repeat(200),
  row: 'Palco 14 bis',
  seat: 'AA-1204-izquierda',
  priceTypeName: 'Jubilados '.repeat(20).trim(),
  holder: `${'W'.repeat(80)} ${'M'.repeat(80)}`,
  price: 999_999_999_900,
  orderTotal: 999_999_999_900,
};
const formats = ['a4', 'receipt'] as const;
test.each(formats)('the code of every ticket can be scanned from its page (%s)', async (format) => {
  const [one, two] = sheetsOf(anOrder(), codes, 'es') as [ReturnType<typeof aSheet>, ReturnType<typeof aSheet>];
  const first = drawingsOf(await ticketsPdf([one], { format, brand }))
    .map(scanned)
    .find(Boolean);
  expect(first).toBe(one.code);
  expect(codes.read(first ?? '')).toEqual({ id: aTicket().id, performanceId: 31, placeId: 1204 });
  expect(drawingsOf(await ticketsPdf([two], { format, brand })).map(scanned)).toContain(two.code);
});

test.each(formats)('a ticket printed twice is the same to the byte, another one is not (%s)', async (format) => {
  const once = await ticketsPdf([aSheet()], { format, brand });
  expect(once.equals(await ticketsPdf([aSheet()], { format, brand }))).toBe(true);
  expect(once.equals(await ticketsPdf([aSheet({ seat: '13' })], { format, brand }))).toBe(false);
});

const aPoster = async ({ width, height } = { width: 400, height: 600 }): Promise<Poster> => {
  const { data } = await sharp({ create: { width, height, channels: 3, background: '#2a4d8f' } })
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width, height, ink: '#2a4d8f', alt: 'Afiche', hash: 'c0ffee' };
};
const picturesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image\b/g) ?? [];

test('a page of A4 has its show’s poster, which is in the file once for all pages; a roll and a show without one have none', async () => {
  const poster = await aPoster();
  const posters = new Map([[31, poster]]);
  const sheets = [aSheet(), aSheet({ seat: '13' }), aSheet({ seat: '14' })] as const;
  const [illustrated, plain] = await Promise.all([
    ticketsPdf(sheets, { format: 'a4', brand, posters }),
    ticketsPdf(sheets, { format: 'a4', brand }),
  ]);
  expect(picturesOf(illustrated)).toHaveLength(1);
  expect(illustrated.includes(poster.jpeg)).toBe(true);
  expect(illustrated.length - plain.length).toBeLessThan(poster.jpeg.length + 4000);
  expect(illustrated.equals(await ticketsPdf(sheets, { format: 'a4', brand, posters: new Map([[31, { ...poster }]]) }))).toBe(true);
  expect(picturesOf(plain)).toEqual([]);
  const [receipt, other] = await Promise.all([
    ticketsPdf(sheets, { format: 'receipt', brand, posters }),
    ticketsPdf([aSheet({ performanceId: 32 })], { format: 'a4', brand, posters }),
  ]);
  expect([picturesOf(receipt), picturesOf(other)]).toEqual([[], []]);
});

test('the code of a ticket with a poster can be scanned from its page', async () => {
  const pdf = await ticketsPdf([aSheet()], { format: 'a4', brand, posters: new Map([[31, await aPoster()]]) });
  expect(drawingsOf(pdf).map(scanned)).toContain(aSheet().code);
});

test.each([
  ['upright', { width: 400, height: 600 }],
  ['square', { width: 500, height: 500 }],
  ['very wide', { width: 600, height: 100 }],
])('beside an %s poster the longest title stays on the paper, and no two lines meet', async (_, size) => {
  const document = new PDFDocument({ autoFirstPage: false });
  const written = writtenOn(document);
  drawA4(document, aSheet(longest), brand, await aPoster(size));
  for (const { x, right } of written) {
    expect(x).toBeGreaterThanOrEqual(56 - 0.1);
    expect(right).toBeLessThanOrEqual(595.28 - 56 + 0.1);
  }
  expect(overlapsOf(written)).toEqual([]);
});

test('each ticket has a page of A4, and a roll has them all', async () => {
  const sheets = [aSheet(), aSheet(), aSheet()] as const;
  const pages = async (format: 'a4' | 'receipt') =>
    (await ticketsPdf(sheets, { format, brand })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(await pages('a4')).toHaveLength(3);
  expect(await pages('receipt')).toHaveLength(1);
});

test('a roll longer than the largest PDF page continues on the next one', async () => {
  const sheets = Array.from({ length: 60 }, () => aSheet()) as [ReturnType<typeof aSheet>];
  const pdf = (await ticketsPdf(sheets, { format: 'receipt', brand })).toString('latin1');
  const heights = [...pdf.matchAll(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g)].map(([, height]) => Number(height));
  expect(heights.length).toBeGreaterThan(1);
  for (const height of heights) expect(height).toBeLessThanOrEqual(14_400);
});

test.each([
  ['usual', {}],
  ['without a number', { row: null, seat: null }],
  ['with a seat and no row', { row: null }],
  ['with all that is long', longest],
  ['with a title that fills four lines', { ...longest, showName: 'El extraordinario y muy lamentable viaje de la señora Ágota Kőrösi' }],
  ['with many products', { ...longest, products: Array.from({ length: 20 }, (_, index) => `2 × Remera de la temporada número ${index}`) }],
  ['with long words and no number', { ...longest, row: null, seat: null }],
  ['in other alphabets', { showName: 'Ñe’ẽ kőrös ₲ Žižek', holder: 'Юлия 渡辺', sectorName: 'Ğ Ș Ł' }],
])('a ticket %s stays on its paper, and no two lines meet', (_, given) => {
  for (const [format, from, to] of [
    ['a4', 56, 595.28 - 56],
    ['receipt', 11.3, 226.8 - 11.3],
  ] as const) {
    const document = new PDFDocument({ autoFirstPage: false });
    const written = writtenOn(document);
    if (format === 'a4') drawA4(document, aSheet(given), brand);
    else drawReceipts(document, [aSheet(given)], brand);
    for (const { x, y, right } of written) {
      expect(x).toBeGreaterThanOrEqual(from - 0.1);
      expect(right).toBeLessThanOrEqual(to + 0.1);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(document.page.height - 10);
    }
    expect(overlapsOf(written)).toEqual([]);
  }
});

test('no text is wider than its column or has more lines than there is room for', () => {
  const settings = fc.record({
    face: fc.constantFrom('title', 'titleBold', 'text', 'textBold'),
    size: fc.integer({ min: 8, max: 60 }),
    least: fc.integer({ min: 6, max: 8 }),
    width: fc.integer({ min: 40, max: 500 }),
    mostLines: fc.integer({ min: 1, max: 5 }),
    balanced: fc.boolean(),
  });
  const letters = fc.constantFrom(...'aábcdeéñüőẽwWMiI.,’—₲$19 \u00a0Жか'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 200 }), settings, (text, setting) => {
      const { lines, size } = set(text, setting);
      expect(lines.length).toBeLessThanOrEqual(setting.mostLines);
      for (const line of lines) expect(widthOf(line.trimEnd(), setting.face) * size).toBeLessThanOrEqual(setting.width + 0.01);
    }),
  );
});

/** Where something is drawn on a page, from the top down. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The poster and everything else of a ticket as it is drawn: lines of text, rules, the squares of its code. */
function drawnA4(given: Parameters<typeof aSheet>[0]) {
  const document = new PDFDocument({ autoFirstPage: false });
  const bands: Band[] = [];
  const posters: (Band & { readonly left: number; readonly right: number })[] = [];
  const at = { y: 0, scale: 1 };
  vi.spyOn(document, 'text').mockImplementation((_, __?: unknown, y?: unknown) => {
    const size = Number(Reflect.get(document, '_fontSize'));
    bands.push({ top: Number(y) - size * 0.7, bottom: Number(y) });
    return document;
  });
  vi.spyOn(document, 'moveTo').mockImplementation((_, y) => {
    bands.push({ top: y, bottom: y });
    return document;
  });
  vi.spyOn(document, 'lineTo').mockReturnValue(document);
  vi.spyOn(document, 'translate').mockImplementation((_, y) => {
    at.y = y;
    return document;
  });
  vi.spyOn(document, 'scale').mockImplementation((scale) => {
    at.scale = scale;
    return document;
  });
  vi.spyOn(document, 'rect').mockImplementation((_, y, __, height) => {
    bands.push({ top: at.y + y * at.scale, bottom: at.y + (y + height) * at.scale });
    return document;
  });
  vi.spyOn(document, 'roundedRect').mockImplementation((x, y, width, height) => {
    posters.push({ left: x, right: x + width, top: y, bottom: y + height });
    return document;
  });
  drawA4(document, aSheet(given), brand);
  return { posters, bands: [...bands, ...posters].sort((one, other) => one.top - other.top) };
}

test.each([
  ['usual', {}],
  ['without a number', { row: null, seat: null }],
  ['with all that is long', longest],
  ['with many products', { products: Array.from({ length: 20 }, (_, index) => `2 × Remera de la temporada número ${index}`) }],
])('the poster of an A4 ticket %s fills what its texts leave of the page', (_, given) => {
  const { posters, bands } = drawnA4(given);
  const [{ left, right, top, bottom } = { left: 0, right: 0, top: 0, bottom: 0 }] = posters;
  expect([posters.length, Math.round(left), Math.round(right)]).toEqual([1, 56, Math.round(595.28 - 56)]);
  expect(bottom - top).toBeGreaterThan(120);
  let reached = 48;
  const blanks = bands.map((band) => {
    const blank = band.top - reached;
    reached = Math.max(reached, band.bottom);
    return blank;
  });
  expect(Math.max(...blanks, 841.89 - 48 - reached)).toBeLessThan(32);
});

test('an A4 ticket says how to get there, what to know before, and its operation’s number; what cost nothing has no price', () => {
  const document = new PDFDocument({ autoFirstPage: false });
  const written: string[] = [];
  const write = document.text.bind(document);
  vi.spyOn(document, 'text').mockImplementation((text: string, x?: unknown, y?: unknown, options?: unknown) => {
    written.push(text.trimEnd());
    return write(text, Number(x), Number(y), options as PDFKit.Mixins.TextOptions);
  });
  drawA4(document, aSheet({ price: 0 }), brand);
  for (const text of ['Cómo llegar', 'Teatro Alborada', 'Pasaje de los Telones 80, Buenos Aires', 'ERC-9QJ-YSK', 'Sin cargo'])
    expect(written).toContain(text);
  expect(written.join(' ')).toContain('Llegá con tiempo y llevá tu documento.');
  expect(written.join(' ')).not.toMatch(/pagad/i);
});

test('the poster of an A4 ticket is one drawn area with shades, not lines that a scanner could take for a code', async () => {
  const [drawing = ''] = drawingsOf(await ticketsPdf([aSheet()], { format: 'a4', brand })).filter((each) => each.includes(' re'));
  expect(drawing.match(/ l\n/g)?.length ?? 0).toBeLessThan(20);
});

test('a promotion stands on the ticket beside its price type, and says where a document is asked for (EN-116)', () => {
  const order = anOrder({
    tickets: [
      aTicket(),
      aTicket({ seat: '13', promotion: 'Martes 2x1' }),
      aTicket({ seat: '14', promotion: 'Estudiantes', asksDocument: true }),
    ],
  });
  const priceTypes = (language: 'es' | 'pt') => sheetsOf(order, codes, language).map(({ priceTypeName }) => priceTypeName);
  expect(priceTypes('es')).toEqual(['General', 'General · Martes 2x1', 'General · presentar documento: Estudiantes']);
  expect(priceTypes('pt')[2]).toBe('General · apresentar documento: Estudiantes');
});

test('a ticket whose visitor was named bears that name and document, the others the buyer’s name', () => {
  const nomination = { firstName: 'Elena', lastName: 'Ruiz', documentType: 'dni' as const, documentNumber: '30111222', version: 1 };
  const order = anOrder({ tickets: [aTicket({ nomination }), aTicket({ seat: '14' })] });
  expect(sheetsOf(order, codes, 'es').map(({ holder, document }) => [holder, document])).toEqual([
    ['Elena Ruiz', 'DNI 30111222'],
    ['Julia Paredes', null],
  ]);
});

test.each(formats)('the promotion, the visitor and the document are written on the paper (%s)', (format) => {
  const document = new PDFDocument({ autoFirstPage: false });
  const written: string[] = [];
  const write = document.text.bind(document);
  vi.spyOn(document, 'text').mockImplementation((text: string, x?: unknown, y?: unknown, options?: unknown) => {
    written.push(text.trimEnd());
    return write(text, Number(x), Number(y), options as PDFKit.Mixins.TextOptions);
  });
  const nomination = { firstName: 'Elena', lastName: 'Ruiz', documentType: 'dni' as const, documentNumber: '30111222', version: 1 };
  const tickets = [aTicket({ promotion: 'Estudiantes', asksDocument: true, nomination })];
  const sheets = sheetsOf(anOrder({ tickets }), codes, 'es');
  if (format === 'a4') for (const sheet of sheets) drawA4(document, sheet, brand);
  else drawReceipts(document, sheets, brand);
  const paper = written.join(' ').replaceAll(/\s+/g, ' ');
  for (const text of ['General · presentar documento: Estudiantes', 'Elena Ruiz', 'DNI 30111222']) expect(paper).toContain(text);
});

test('a void ticket is not printed, and the others are counted without it', () => {
  const order = anOrder({ tickets: [aTicket(), aTicket({ seat: '13', state: 'void' }), aTicket({ seat: '14' })] });
  expect(sheetsOf(order, codes, 'es').map(({ seat, turn, outOf, holder }) => [seat, turn, outOf, holder])).toEqual([
    ['12', 1, 2, 'Julia Paredes'],
    ['14', 2, 2, 'Julia Paredes'],
  ]);
});

test('the brand’s accent by day colours the curtain, and Argentina’s show the price without national taxes', async () => {
  expect(documentBrand(await loadBrand('butaca'))).toEqual(brand);
});

test('the date is the venue’s, by a clock of 24 hours', () => {
  const startsAt = Temporal.Instant.from('2026-11-28T02:05:00Z');
  expect(longDate(startsAt, 'America/Argentina/Buenos_Aires', 'es')).toBe('viernes 27 de noviembre de 2026, 23:05');
  expect(longDate(startsAt, 'Europe/Madrid', 'es')).toBe('sábado 28 de noviembre de 2026, 03:05');
});

const shirts = {
  ...{ performanceId: 31, productId: 1, variantId: 2, name: 'Remera', variantName: 'M', handover: 'pickup' as const, quantity: 2 },
  quote: { final: 1_000_000 },
};

test('what was bought beside the tickets stands on the first ticket of the order alone', () => {
  const order = anOrder({
    tickets: [aTicket(), aTicket({ seat: '13' })],
    products: [shirts, { ...shirts, name: 'Programa', variantName: null }],
  });
  expect(sheetsOf(order, codes, 'es').map(({ products }) => products)).toEqual([['2 × Remera, M', '2 × Programa'], []]);
});

test.each(['a4', 'receipt'] as const)('what the order cost stands on its first ticket, as %s too', async (format) => {
  const order = anOrder();
  const sheets = sheetsOf(order, codes, 'es');
  expect(sheets.map(({ orderTotal }) => orderTotal)).toEqual([order.totals.total, null]);
  const pdf = (orderTotal: number | null) => ticketsPdf([aSheet({ orderTotal })], { format, brand });
  const [with1, with2, without] = await Promise.all([pdf(8_500_000), pdf(9_999_900), pdf(null)]);
  expect(with1.length).toBeGreaterThan(without.length);
  expect(with1.equals(with2)).toBe(false);
});

test.each(['a4', 'receipt'] as const)('a ticket as %s is as long as its products ask for, and the same without them', async (format) => {
  const pdf = (products: readonly string[]) => ticketsPdf([aSheet({ products })], { format, brand });
  const many = Array.from({ length: 20 }, (_, index) => `2 × Remera de la temporada número ${index}`);
  expect((await pdf(many)).length).toBeGreaterThan((await pdf([])).length);
  expect(await pdf([])).toEqual(await ticketsPdf([aSheet()], { format, brand }));
});

test('a ticket sold at a counter bears the name given there, or none; never the clerk’s (C-09)', () => {
  const holders = (given: Parameters<typeof anOrder>[0]) => sheetsOf(anOrder(given), codes, 'es').map(({ holder }) => holder);
  expect(new Set(holders({ channel: 'box_office', holder: 'Elena Ruiz' }))).toEqual(new Set(['Elena Ruiz']));
  expect(new Set(holders({ channel: 'box_office' }))).toEqual(new Set(['Al portador']));
  expect(new Set(holders({}))).toEqual(new Set(['Julia Paredes']));
});

test.each([
  ['Bodas de sangre', 'bodas-de-sangre'],
  ['¡Ñandú & Ágota!', 'nandu-agota'],
  ['Ánima '.repeat(20), `${'anima-'.repeat(9)}anima`],
  ['東京', ''],
])('%s is %s in the name of a file', (text, word) => expect(fileWord(text)).toBe(word));

const faces = ['title', 'titleItalic', 'titleBold', 'text', 'textBold'] as const;
const printed = (text: string, face: (typeof faces)[number]) =>
  runsOf(text, face).flatMap(({ font, text: part }) => {
    for (const sign of part) expect(font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0), `${sign} of ${text}`).toBe(true);
    return part;
  });

test('everything that a name may be written with is printed as it is, in every face', () => {
  const letters = Array.from({ length: 0x2000 }, (_, point) => String.fromCodePoint(point)).filter((sign) => isPrinted(sign));
  // Marks stand on a letter.
  const names = letters.map((sign) => (/\p{M}/u.test(sign) ? `n${sign}` : sign)).filter((name) => name.trim() !== '');
  expect(names.length).toBeGreaterThan(1500);
  for (const face of faces)
    for (const name of names)
      expect(printed(name, face).join('').normalize('NFC'), `U+${name.codePointAt(0)?.toString(16)}`).toBe(name.normalize('NFC'));
});

test.each(formats)('names in Greek, Cyrillic and with rare marks stand on the ticket, and its file stays small (%s)', async (format) => {
  const plain = await ticketsPdf([aSheet()], { format, brand });
  for (const holder of ['Αλέξανδρος Παπαδόπουλος', 'Ґалина Щербак', 'Ẽrẽndy M̃ongelós', 'Nguyễn Thị Hương', 'Ἀχιλλεύς']) {
    const runs = runsOf(holder.normalize('NFC'), 'textBold');
    expect(
      runs
        .map(({ text }) => text)
        .join('')
        .normalize('NFC'),
    ).toBe(holder.normalize('NFC'));
    const pdf = await ticketsPdf([aSheet({ holder })], { format, brand });
    // The letters that are used, not the font of 600 kB.
    expect(pdf.length).toBeLessThan(plain.length + 15_000);
  }
});
