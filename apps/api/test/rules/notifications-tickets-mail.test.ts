import { loadBrand } from '@butaca/brand/load';
import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import enBuy from '../../../storefront/app/i18n/en/buy.json' with { type: 'json' };
import esBuy from '../../../storefront/app/i18n/es/buy.json' with { type: 'json' };
import ptBuy from '../../../storefront/app/i18n/pt/buy.json' with { type: 'json' };
import { mailColours } from '../../src/notifications/index.ts';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { codePicture, ticketNumber } from '../../src/orders/index.ts';
import { anOrder, aTicket, codes, ticketsWorld } from '../factories/orders.ts';

const buyTexts = { es: esBuy, en: enBuy, pt: ptBuy };

const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
const pdf = Buffer.from('%PDF-');
const mailOf = (given: Parameters<typeof anOrder>[0] = {}) => ticketsMail(anOrder(given), { ...ticketsWorld, sender, pdf });
const calendarOf = (given: Parameters<typeof anOrder>[0] = {}) =>
  (mailOf(given).attachments?.find(({ filename }) => filename.endsWith('.ics'))?.content ?? Buffer.alloc(0))
    .toString()
    .replaceAll('\r\n ', '');
/** What a reader sees of the HTML. */
const read = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&');
const [evening] = anOrder().performances as [ReturnType<typeof anOrder>['performances'][number]];

test('the mail says when and where, each place, what was paid and with which card, and where the order is', () => {
  const { to, subject, text, html } = mailOf();
  expect(to).toEqual({ name: 'Julia Paredes', address: 'julia@correo.example' });
  expect(subject).toBe('Tus entradas para Bodas de sangre');
  const facts = [
    'Hola, Julia',
    'Bodas de sangre',
    'viernes 27 de noviembre de 2026, 20:30',
    'Teatro Alborada',
    'Pasaje de los Telones 80, Buenos Aires',
    'Platea · Fila F · Asiento 12',
    'Platea · Fila F · Asiento 14',
    'General',
    '$\u00a042.500',
    'Precio sin impuestos nacionales: $\u00a070.248',
    'Pagaste con Visa terminada en 4905, en 3 cuotas.',
    'En la puerta',
    'vale para un solo ingreso',
    `https://entradas.example/myOrders/${anOrder().id}`,
  ];
  for (const fact of facts) for (const part of [text, read(html)]) expect(part).toContain(fact);
  for (const part of [text, read(html)]) expect(part).toMatch(/Total[:\s]+\$\u00a085\.000/);
});

test('the mail brings each ticket’s code as a picture above its number, its show’s poster, and nothing else to load', async () => {
  const second = { ...evening, id: 32, showName: 'Mahler 2' };
  const third = { ...evening, id: 33, startsAt: evening.startsAt.add({ hours: 24 }) };
  const order = anOrder({
    performances: [evening, third, second],
    tickets: [aTicket(), aTicket({ seat: '14', performanceId: 33 }), aTicket({ seat: '15', performanceId: 32 })],
  });
  const drawn = await Promise.all(order.tickets.map(async (ticket) => [ticket.id, await codePicture(codes.sign(ticket))] as const));
  const poster = { jpeg: Buffer.from('jpeg'), width: 440, height: 660, ink: null, alt: 'Afiche & <b>', hash: 'c0ffee' };
  const posters = new Map([
    [31, poster],
    [33, poster],
  ]);
  const { html, text, pictures = [] } = ticketsMail(order, { ...ticketsWorld, sender, pdf, pictures: { posters, codes: new Map(drawn) } });
  const numbers = order.tickets.map(({ id }) => ticketNumber(id));
  expect(pictures.map(({ cid, contentType }) => [cid.replace(/@.*/, ''), contentType])).toEqual([
    ['poster-c0ffee', 'image/jpeg'],
    ...[numbers[0], numbers[1], numbers[2]].map((number) => [number, 'image/png']),
  ]);
  const named = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source);
  expect(new Set(named)).toEqual(new Set(pictures.map(({ cid }) => `cid:${cid}`)));
  expect(html).toContain('alt="Afiche &amp; &lt;b&gt;"');
  // On a phone of 320 px they stand one below the other: side by side a long name makes the mail wider than the screen.
  expect(html).toMatch(/@media \(max-width:480px\)\{.*\.beside\{display:block!important/);
  expect(html).toMatch(/<td class="beside"[^>]*><img src="cid:poster-c0ffee[^>]*><\/td><td class="beside"/);
  expect(html).not.toMatch(/url\(|<script|<link|src="https?:/);
  for (const number of numbers) {
    expect(html.indexOf(`>${number}<`)).toBeGreaterThan(html.indexOf(`cid:${number}`));
    expect(text).toContain(`Entrada n.º ${number}`);
  }
});

test('the picture of a code is the code, black on white with its quiet edge', async () => {
  const code = codes.sign(aTicket());
  const { data, info } = await sharp(await codePicture(code))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const squares = encode(code, { ecc: 'M', border: 4 }).data;
  expect([info.width, info.height]).toEqual([squares.length * 8, squares.length * 8]);
  const shown = squares.map((row, y) => row.map((_, x) => (data[(y * 8 + 4) * info.width + x * 8 + 4] ?? 0) < 128));
  expect(shown).toEqual(squares);
});

test.each(['es', 'en', 'pt'] as const)('charges are called what the order’s page calls them (%s)', (language) => {
  const page = buyTexts[language];
  const totals = { ...anOrder().totals, antiFraudQr: 100, delivery: 200, products: 300, discounts: -400_000, financing: 500 };
  const order = anOrder({ totals, tickets: [aTicket({ promotion: 'Martes 2x1', discount: 400_000 }), aTicket({ seat: '14' })] });
  const { text } = ticketsMail(order, { ...ticketsWorld, sender: { ...sender, locale: language }, pdf });
  const fill = (words: string, count: number) => words.replace('{{count}}', String(count));
  const labels = [
    fill(page['totals.tickets_other'], 2),
    'Martes 2x1',
    page['totals.products'],
    page['totals.service'],
    page['totals.qr'],
    page['totals.delivery'],
    fill(page['totals.financing_other'], 3),
    page['totals.total'],
  ];
  const [list = ''] = text.split('\n\n').filter((paragraph) => paragraph.startsWith(labels[0] ?? ''));
  expect(
    list
      .split('\n')
      .slice(0, labels.length)
      .map((row) => row.split(': ')[0]),
  ).toEqual(labels);
  expect(list).toContain('Martes 2x1: −$\u00a04.000');
});

test('the mail says how to get to each venue once, as the venue’s page does, with a map to open', () => {
  const other = { ...evening, id: 32, venueName: 'Sala Dos', venueAddress: null, venueTransport: null };
  const again = { ...evening, id: 33 };
  const { text, html } = mailOf({
    performances: [evening, other, again],
    tickets: [aTicket(), aTicket({ performanceId: 32, seat: '1' }), aTicket({ performanceId: 33, seat: '2' })],
  });
  for (const part of [text, read(html)]) {
    expect(part.match(/Cómo llegar/g)).toHaveLength(1);
    for (const fact of ['Subte línea V, estación Telones.', 'Hay estacionamiento en Pasaje de los Telones 150.'])
      expect(part).toContain(fact);
  }
  const map = 'https://www.openstreetmap.org/search?query=Pasaje+de+los+Telones+80%2C+Buenos+Aires';
  expect(text).toContain(`Ver en un mapa: ${map}`);
  expect(html).toContain(`href="${map}"`);
});

test.each(['butaca', 'mua'])('the mail has the accent of its brand, by day and by night (%s)', async (name) => {
  const look = await loadBrand(name);
  const colours = mailColours(look);
  const { html } = ticketsMail(anOrder(), { ...ticketsWorld, sender: { ...sender, colours }, pdf });
  const expected = { butaca: ['#b3261e', '#ff7f63'], mua: ['#2f6a14', '#cfe85a'] }[name] ?? [];
  expect([colours.accent.light, colours.accent.dark]).toEqual(expected);
  for (const colour of [...expected, colours.onAccent.light, colours.onAccent.dark]) expect(html).toContain(colour);
});

test('a ticket that was bought by a promotion says so, and that a document is asked for at the door (EN-116)', () => {
  const { text, html } = mailOf({
    tickets: [aTicket({ promotion: 'Martes 2x1' }), aTicket({ seat: '14', promotion: 'Estudiantes', asksDocument: true })],
  });
  for (const part of [text, read(html)]) {
    expect(part).toContain('General · Martes 2x1');
    expect(part).toContain('General · presentar documento: Estudiantes');
  }
});

test('after its places were changed the mail says so, and that the tickets of before let nobody in', () => {
  const { subject, text, html } = ticketsMail(anOrder(), { ...ticketsWorld, sender, pdf, before: 'changed' });
  expect(subject).toBe('Cambiaron tus lugares para Bodas de sangre');
  for (const part of [text, read(html)]) {
    expect(part).toContain('las de los lugares anteriores ya no sirven');
    expect(part).not.toContain('Tu compra está confirmada');
  }
});

test('tickets that were issued anew: the mail says so in its subject and first sentence, and that all copies of before are void', () => {
  const { subject, text, html } = ticketsMail(anOrder(), { ...ticketsWorld, sender, pdf, before: 'reissued' });
  expect(subject).toBe('Tus entradas nuevas para Bodas de sangre: las anteriores ya no sirven');
  for (const part of [text, read(html)]) {
    expect(part).toContain('Lo que imprimiste, descargaste, guardaste en el teléfono o recibiste por correo antes ya no sirve para entrar');
    expect(part).not.toContain('Tu compra está confirmada');
  }
});

test('an order that cost nothing is free of charge, and nothing in its mail was paid', () => {
  const given = anOrder();
  const totals = { ...given.totals, tickets: 0, serviceCharge: 0, total: 0, net: 0 };
  const { text, html } = mailOf({ totals, payment: null, tickets: given.tickets.map((ticket) => ({ ...ticket, final: 0, net: 0 })) });
  for (const part of [text, read(html)]) {
    expect(part).toContain('Sin cargo');
    expect(part).not.toMatch(/\$|Pagaste|impuestos/);
  }
});

test('the tickets and the calendar are attached, with file names that are valid everywhere', () => {
  const performances = [{ ...evening, showName: '¡Añoranzas! (12ª edición) / «Ő»' }];
  expect(mailOf({ performances }).attachments).toMatchObject([
    { filename: 'entradas-anoranzas-12-edicion-o.pdf', contentType: 'application/pdf', content: pdf },
    { filename: 'anoranzas-12-edicion-o.ics', contentType: expect.stringMatching(/^text\/calendar; .*method=PUBLISH/) },
  ]);
  expect(mailOf({ performances: [{ ...evening, showName: '渡辺' }] }).attachments?.[0]?.filename).toBe('entradas-funcion.pdf');
});

test('a buyer who collects at the box office gets instructions, and no code or file', () => {
  const { text, html, attachments } = mailOf({ delivery: { kind: 'box_office', name: 'Retiro en boletería' } });
  for (const part of [text, html]) {
    expect(part).toContain('boletería');
    expect(part).toContain(anOrder().id);
    expect(part).not.toContain('Entrada n.º');
    expect(part).not.toContain('PDF');
    expect(part).not.toContain('Mostrá el código');
  }
  expect(attachments?.map(({ contentType }) => contentType.split(';')[0])).toEqual(['text/calendar']);
});

test('an order for two evenings is listed evening by evening', () => {
  const second = { ...evening, id: 32, showName: 'Mahler 2', startsAt: evening.startsAt.add({ hours: 48 }) };
  const order = {
    performances: [evening, second],
    tickets: [aTicket(), aTicket({ performanceId: 32, row: null, seat: null, sectorName: 'Campo' })],
  };
  const { subject, text } = mailOf(order);
  expect(subject).toBe('Tus entradas para Bodas de sangre y Mahler 2');
  expect(text).toMatch(/Bodas de sangre\n.*27 de noviembre.*\n.*\n- Platea.*\n\nMahler 2\n.*29 de noviembre.*\n.*\n- Campo \(General\)/);
  expect(calendarOf(order).match(/BEGIN:VEVENT/g)).toHaveLength(2);
});

test('a calendar entry has time, place and a link to the order, and a second mail updates it', () => {
  const calendar = calendarOf();
  for (const line of [
    'METHOD:PUBLISH',
    'DTSTART:20261127T233000Z',
    'DTEND:20261128T013000Z',
    'SUMMARY:Bodas de sangre',
    'LOCATION:Teatro Alborada\\, Pasaje de los Telones 80\\, Buenos Aires',
    `UID:${anOrder().id}.31@entradas.example`,
    `URL:https://entradas.example/myOrders/${anOrder().id}`,
  ]) {
    expect(calendar.split('\r\n')).toContain(line);
  }
  expect(calendarOf()).toBe(calendar);
});

test('a name that looks like markup is escaped, and the mail loads nothing from elsewhere', () => {
  const { html, subject } = mailOf({ performances: [{ ...evening, showName: '<b>Hamlet</b> & "Ofelia"', venueName: '<img src=x>' }] });
  expect(html).toContain('&lt;b&gt;Hamlet&lt;/b&gt; &amp; &quot;Ofelia&quot;');
  expect(html).not.toMatch(/<img|url\(|<script|<link/);
  expect(subject).toBe('Tus entradas para <b>Hamlet</b> & "Ofelia"');
});

test('a void ticket is not listed, and every retry sends the same mail', () => {
  const { text } = mailOf({ tickets: [aTicket(), aTicket({ seat: '14', state: 'void' })] });
  expect(text).not.toContain('Asiento 14');
  expect(mailOf().messageId).toBe(`<send-tickets.${anOrder().id}@entradas.example>`);
  expect(mailOf().html).toBe(mailOf().html);
});

test('products are listed with their evening; an order of products alone is called by them, and its mail has no tickets', () => {
  const product = {
    ...{ performanceId: 31, productId: 1, variantId: 2, name: 'Remera', variantName: 'M', handover: 'pickup' as const, quantity: 2 },
    quote: { final: 5_600_000 },
  };
  const both = mailOf({ products: [product] });
  expect(both.subject).toBe('Tus entradas para Bodas de sangre');
  expect(both.text).toMatch(/- 2 × Remera, M \(Se retira en el lugar\): \$\s*56\.000/);
  const alone = ticketsMail(anOrder({ tickets: [], products: [product], delivery: null }), { ...ticketsWorld, sender, pdf: null });
  expect(alone.subject).toBe('Tu compra: Remera');
  expect(alone.text).toContain('Retiralos en el lugar de la función');
  expect(alone.text).not.toMatch(/entradas van|código de cada entrada/);
  expect(alone.attachments?.map(({ filename }) => filename)).toEqual(['bodas-de-sangre.ics']);
});

test('a payment without a card names no card', () => {
  expect(mailOf({ payment: null }).text).not.toContain('Pagaste');
  expect(mailOf({ payment: { brand: null, lastFour: '4905', instalments: 1, fromBalance: 0, firstCard: null } }).text).toContain(
    'Pagaste con tarjeta terminada en 4905.',
  );
});
