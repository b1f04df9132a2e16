import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { expect, test } from 'vitest';
import { offerMail, pendingMail, returnMail } from '../../src/notifications/late-money-mails.ts';

const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
const until = Temporal.Instant.from('2026-12-12T21:05:00Z');
const timeZone = 'America/Argentina/Buenos_Aires';
const hamlet = { showName: 'Hamlet & Ofelia', startsAt: Temporal.Instant.from('2026-12-18T23:30:00Z'), timeZone, isOffered: true };
const gaviota = { showName: 'La gaviota', startsAt: Temporal.Instant.from('2026-12-20T22:00:00Z'), timeZone, isOffered: false };
const purchase = {
  id: 'Zm9vYmFyYmF6cXV4cXV1eA',
  number: 123_456_789,
  isPaid: false,
  ofCancelled: [],
  undecided: [],
  typed: [],
  ofTwoCards: [],
  firstName: 'Ana',
  lastName: 'Ferreyra',
  email: 'ana@correo.example',
  isProved: false,
  language: null,
  performances: [hamlet, gaviota],
  hasPlaces: true,
  heldUntil: null,
  slow: [],
  slips: {},
  attempts: {},
  offeredUntil: until,
};

test('the mail of an offer says until when, by the venue’s clock, what the buyer can do, and where', () => {
  const mail = offerMail(purchase, until, sender);
  expect(mail.subject).toBe('Te guardamos otros lugares para Hamlet & Ofelia');
  expect(mail.text).toMatch(/hasta el sábado 12 de diciembre,? (a las )?18:05/);
  expect(mail.text).toContain('no pagás nada más');
  for (const content of [mail.text, mail.html]) {
    expect(content).toContain('https://entradas.example/payConfirm?idProcesoDeCompra=Zm9vYmFyYmF6cXV4cXV1eA');
  }
  expect(mail.html).toContain('Hamlet &amp; Ofelia');
});

test('the mail of a refund says so, and whether it changes the purchase', () => {
  expect(returnMail(purchase, 'a1', sender).text).toContain('no quedó en una compra');
  expect(returnMail({ ...purchase, isPaid: true }, 'a1', sender).text).toContain('Tu compra sigue igual');
  expect(returnMail(purchase, 'a1', sender).text).toContain('Te devolvemos el pago completo');
});

test('both mails name the operation by the number that the buyer reads everywhere else', () => {
  for (const { text, html } of [offerMail(purchase, until, sender), returnMail(purchase, 'a1', sender)])
    for (const content of [text, html]) expect(content).toContain(`Número de operación: ${formatOrderNumber(123_456_789)}`);
});

test('each refund has a mail of its own, the same however often it is composed', () => {
  expect(returnMail(purchase, 'a1', sender).messageId).toBe(returnMail(purchase, 'a1', sender).messageId);
  expect(returnMail(purchase, 'b2', sender).messageId).not.toBe(returnMail(purchase, 'a1', sender).messageId);
});

test('of a purchase of several evenings each mail names those that it is about, with their dates', () => {
  const offer = offerMail(purchase, until, sender);
  expect(offer.text).toMatch(/los lugares que elegiste para Hamlet & Ofelia \(viernes 18 de diciembre,? (a las )?20:30\) ya no estaban/);
  expect(offer.text).not.toContain('La gaviota');
  const back = returnMail(purchase, 'a1', sender);
  expect(back.subject).toBe('Te devolvemos el dinero de Hamlet & Ofelia y La gaviota');
  expect(back.text).toMatch(/Hamlet & Ofelia \(viernes 18.*20:30\) y La gaviota \(domingo 20.*19:00\)/);
  const twice = { ...purchase, performances: [hamlet, { ...hamlet, startsAt: gaviota.startsAt }] };
  expect(returnMail(twice, 'a1', sender).subject).toBe('Te devolvemos el dinero de Hamlet & Ofelia');
});

test('the mail of a payment that is decided later says until when its places are kept, by the venue’s clock, or that they are not', () => {
  const kept = pendingMail({ ...purchase, heldUntil: until }, { reference: 'a1', news: 'waiting', timeZone }, sender);
  expect(kept.text).toMatch(/Guardamos tus lugares hasta el sábado 12 de diciembre,? (a las )?18:05/);
  expect(kept.text).not.toContain('Ya no guardamos');
  const lost = pendingMail(purchase, { reference: 'a1', news: 'waiting', timeZone }, sender);
  expect(lost.text).toContain('Ya no guardamos tus lugares');
  expect(lost.text).not.toContain('Guardamos tus lugares hasta');
});

test('the mail of its end says that nothing was charged, and until when the places are kept for another payment if they are', () => {
  const over = pendingMail(purchase, { reference: 'a1', news: 'over', timeZone }, sender);
  expect(over.text).toContain('No se te cobró nada');
  expect(over.text).toContain('pueden estar otra vez a la venta');
  const kept = pendingMail({ ...purchase, heldUntil: until }, { reference: 'a1', news: 'over', timeZone }, sender);
  expect(kept.text).toMatch(/Guardamos tus lugares hasta el sábado 12 de diciembre,? (a las )?18:05/);
  expect(kept.text).not.toContain('a la venta');
  expect(over.messageId).not.toBe(pendingMail(purchase, { reference: 'a1', news: 'waiting', timeZone }, sender).messageId);
});

test('of a payment that its provider goes on with the mail of its end does not say that nothing was charged, but what becomes of the money', () => {
  const over = pendingMail(purchase, { reference: 'a1', news: 'over', mayStillCome: true, timeZone }, sender);
  expect(over.subject).toBe('Tu pago de Hamlet & Ofelia y La gaviota no se confirmó a tiempo');
  expect(over.text).toContain('Si el dinero llega más tarde, te lo devolvemos completo');
  expect(over.text).toContain('pueden estar otra vez a la venta');
  expect(over.text).not.toContain('No se te cobró nada');
});

test('who was given details to pay with is told at the end not to use them, and nobody else', () => {
  for (const mayStillCome of [true, false]) {
    const over = (maySlip: boolean) =>
      pendingMail(purchase, { reference: 'a1', news: 'over', maySlip, mayStillCome, timeZone }, sender).text;
    expect(over(true)).toContain('Si te dieron datos para pagar en efectivo o por transferencia, ya no los uses.');
    expect(over(false)).not.toMatch(/datos para pagar|ya pagaste/);
    // Cash may be on its way through the provider.
    expect(over(true)).toMatch(
      mayStillCome ? /Si el dinero llega más tarde, te lo devolvemos/ : /Si ya pagaste, te devolvemos todo el dinero/,
    );
  }
});

test('of products alone the mails say nothing of places', () => {
  const products = { ...purchase, hasPlaces: false };
  for (const news of ['waiting', 'over'] as const)
    expect(pendingMail(products, { reference: 'a1', news, timeZone }, sender).text).not.toMatch(/lugares/i);
});

test('a buyer who may still have to pay is told to, and one whose card is looked at is told not to pay again', () => {
  const kept = { ...purchase, heldUntil: until };
  const slow = pendingMail(kept, { reference: 'a1', news: 'waiting', maySlip: true, timeZone }, sender).text;
  expect(slow).toContain('pagá con los datos que te dieron');
  expect(slow).not.toContain('No vuelvas a pagar');
  const review = pendingMail(kept, { reference: 'a1', news: 'waiting', timeZone }, sender).text;
  expect(review).toContain('No vuelvas a pagar');
  expect(review).not.toContain('efectivo');
});

test('a buyer who has still to pay reads until when, as the page says it, and finds what to pay with; once the time is over neither', () => {
  const slow = { ...purchase, slips: { a1: 'https://wallet.example/cupon/7' } };
  const of = { reference: 'a1', maySlip: true, timeZone };
  const waiting = pendingMail({ ...slow, heldUntil: until }, { ...of, news: 'waiting' }, sender);
  expect(waiting.text).toMatch(/tenés hasta el sábado 12 de diciembre,? (a las )?18:05\./);
  expect(waiting.text).toContain('Ver los datos para pagar: https://wallet.example/cupon/7');
  expect(waiting.html).toContain('href="https://wallet.example/cupon/7"');
  const late = pendingMail(slow, { ...of, news: 'waiting' }, sender).text;
  expect(late).toContain('ya no lo hagas: se terminó el tiempo');
  for (const text of [late, pendingMail({ ...slow, heldUntil: until }, { ...of, news: 'over' }, sender).text])
    expect(text).not.toContain('cupon');
});

test('the mail of a performance that was cancelled tells those who have a slip not to pay, and nobody else of slips', () => {
  const off = (maySlip: boolean) => pendingMail(purchase, { reference: 'a1', news: 'cancelled', maySlip, timeZone }, sender);
  expect(off(true).subject).toBe('Se canceló Hamlet & Ofelia y La gaviota: no pagues');
  expect(off(true).text).toContain('No pagues: si te dieron datos para pagar, no los uses.');
  expect(off(true).text).toContain('Si ya pagaste, te devolvemos todo el dinero');
  expect([off(false).subject, off(false).text].join()).not.toMatch(/no pagues|ya pagaste/i);
  expect(off(false).text).toContain('Si el pago se confirma igual, te devolvemos todo el dinero');
  // Of a job that a server of the version before has left.
  const before = { ...purchase, slow: ['a1'] };
  expect(pendingMail(before, { reference: 'a1', news: 'cancelled', timeZone }, sender).text).toContain('No pagues');
  expect(pendingMail(before, { reference: 'a1', news: 'cancelled', maySlip: false, timeZone }, sender).text).not.toContain('No pagues');
  expect(returnMail({ ...purchase, ofCancelled: ['a1'] }, 'a1', sender).text).toContain('La función se canceló, y tu pago para Hamlet');
});
