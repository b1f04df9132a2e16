import { loadBrand } from '@butaca/brand/load';
import { getOrder, listDeliveryTypes, listPaymentMethods, subscribe } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import type { Mail } from '../../src/notifications/mailer.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';

const { brand } = await loadBrand('butaca');
const database = await freshDatabase();
const { db } = database;
const shop = await aCheckout(db, undefined, [{ rows: 20 }], {
  brand: {
    ...brand,
    locale: { ...brand.locale, languages: ['es', 'en', 'pt'] },
    translations: { en: { 'Tarjeta de crédito o débito': 'Credit or debit card' } },
  },
});
const { app, sale, gateway } = shop;
afterAll(async () => {
  await shop.close();
  await database.close();
});

/** Everything that waits, by the address it went to. */
async function mailsByAddress(): Promise<(address: string) => Mail[]> {
  const sent = await mailsSent(database);
  return (address) => sent.filter(({ to }) => to.address === address);
}

/** Somebody who signed up while they read this language; left out, without telling one. */
async function reader(language?: string) {
  const form = signUpForm();
  const { token } = answerOf(await visitorAt(app, language ? { language } : {}).signUp(form));
  await db`update customer set email_confirmed_at = now() where email = ${form.email}`;
  return {
    email: form.email,
    in: (spoken: string) => buyerAt(app, { token, language: spoken }),
    ...buyerAt(app, { token, ...(language && { language }) }),
  };
}
type Reader = Awaited<ReturnType<typeof reader>>;

let next = 0;
async function buy(who: Pick<Reader, 'take' | 'selectDelivery' | 'pay'>): Promise<string> {
  const { purchase } = answerOf(await who.take(sale, [next++]));
  answerOf(await who.selectDelivery(purchase.id));
  answerOf(await who.pay({ id: purchase.id, total: TICKET_TOTAL }));
  return purchase.id;
}

const purchaseWords = {
  es: ['Tus entradas para Hamlet', 'Tu compra está confirmada.', 'Fila', 'entradas-hamlet.pdf', 'Cada código vale para un solo ingreso'],
  en: ['Your tickets for Hamlet', 'Your purchase is confirmed.', 'Row', 'tickets-hamlet.pdf', 'Each code is valid for a single entry'],
  pt: [
    'Seus ingressos para Hamlet',
    'Sua compra está confirmada.',
    'Fileira',
    'ingressos-hamlet.pdf',
    'Cada código vale para uma única entrada',
  ],
} as const;

test('a purchase keeps the language of its buyer: mail, tickets and file names; other buyers of the evening keep theirs', async () => {
  const languages = ['es', 'en', 'pt'] as const;
  const readers = await Promise.all(languages.map((language) => reader(language)));
  for (const who of readers) await buy(who);
  const mailsTo = await mailsByAddress();
  for (const [index, language] of languages.entries()) {
    const mails = mailsTo(readers[index]?.email ?? '').filter(({ messageId }) => messageId.startsWith('<send-tickets.'));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    const [subject, opening, row, file, door] = purchaseWords[language];
    expect(mail?.subject).toBe(subject);
    for (const part of [mail?.text, mail?.html]) for (const words of [opening, row, door]) expect(part).toContain(words);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    const [pdf] = mail?.attachments ?? [];
    expect(pdf?.filename).toBe(file);
    expect(pdf?.content.toString('latin1')).toContain(`/Lang (${language})`);
    const others = Object.entries(purchaseWords).flatMap(([other, words]) => (other === language ? [] : words.slice(0, 2)));
    for (const words of others) expect(mail?.text).not.toContain(words);
  }
});

test('who reads another language later has what they bought in the language that it was bought in, and a downloaded ticket, too', async () => {
  const who = await reader('en');
  const id = await buy(who);
  const spanish = who.in('es');
  await buy(spanish);
  const mails = (await mailsByAddress())(who.email).filter(({ messageId }) => messageId.startsWith('<send-tickets.'));
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Tus entradas para Hamlet', 'Your tickets for Hamlet']);
  const { headers, rawPayload } = await app.inject({
    url: `/v2/Operacion/${id}/Entradas/a4`,
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(headers['content-disposition']).toMatch(/filename="tickets-hamlet-/);
  expect(rawPayload.toString('latin1')).toContain('/Lang (en)');
});

test('calls answer in the language asked for, the first offered of a list; in the deployment’s when they ask for none or another', async () => {
  const who = await reader();
  const { purchase } = answerOf(await who.take(sale, [next++]));
  const params = { purchaseId: purchase.id };
  const namesIn = async (language: string) => {
    const caller = who.in(language);
    const deliveries = answerOf(await caller.call(listDeliveryTypes, { params })).items;
    const methods = answerOf(await caller.call(listPaymentMethods, { params })).items;
    return [...deliveries.flatMap(({ name, description }) => [name, description]), ...methods.map(({ name }) => name)];
  };
  const spanish = [
    'E-ticket',
    'Recibís las entradas por correo y las mostrás desde el teléfono.',
    'Retiro en boletería',
    'Retirás las entradas en la boletería del lugar con tu documento.',
    'Tarjeta de crédito o débito',
  ];
  const english = [
    'E-ticket',
    'You get the tickets by mail and show them on your phone.',
    'Pick-up at the box office',
    'You pick the tickets up at the venue’s box office with your document.',
    'Credit or debit card',
  ];
  expect(await namesIn('en')).toEqual(english);
  expect(await namesIn('fr, de;q=0.8, en-GB;q=0.5, es;q=0.1')).toEqual(english);
  for (const other of ['es', 'fr', 'en;q=0', ';;;,=', '']) expect(await namesIn(other)).toEqual(spanish);

  answerOf(await who.selectDelivery(purchase.id, 2));
  gateway.state.next.push('decline', 'decline');
  const declined = answerOf(await who.in('en').pay({ id: purchase.id, total: TICKET_TOTAL }));
  expect(declined).toMatchObject({ outcome: 'declined', message: expect.stringMatching(/^The card does not have enough funds/) });
  expect(answerOf(await who.in('pt').pay({ id: purchase.id, total: TICKET_TOTAL }))).toMatchObject({
    message: expect.stringMatching(/^O cartão não tem saldo/),
  });
  answerOf(await who.pay({ id: purchase.id, total: TICKET_TOTAL }));
  const nameOfDelivery = async (language: string) =>
    answerOf(await who.in(language).call(getOrder, { params: { orderId: purchase.id }, query: {} })).delivery?.name;
  expect([await nameOfDelivery('en'), await nameOfDelivery('es')]).toEqual(['Pick-up at the box office', 'Retiro en boletería']);
});

test('an account is written to in the language of its last log-in, and no other account with it', async () => {
  const [who, other] = [await reader('en'), await reader('es')];
  const first = await mailsByAddress();
  expect(first(who.email).map(({ subject }) => subject)).toEqual(['Welcome to Butaca']);
  expect(first(other.email).map(({ subject }) => subject)).toEqual(['Te damos la bienvenida a Butaca']);
  answerOf(await visitorAt(app, { language: 'pt' }).logIn(who.email, PASSWORD));
  const languages = await db`select email, language from customer where email in (${who.email}, ${other.email}) order by language`;
  expect(languages).toEqual([
    { email: other.email, language: 'es' },
    { email: who.email, language: 'pt' },
  ]);
  await visitorAt(app).signUp(signUpForm({ email: who.email }));
  expect((await mailsByAddress())(who.email).map(({ subject }) => subject)).toEqual(['Você já tem uma conta na Butaca']);
});

test('a subscription is confirmed in the language that it was asked for in', async () => {
  const body = { name: 'Julia', email: 'novidades@correo.example' };
  const { mail } = answerOf(await visitorAt(app, { language: 'pt' }).call(subscribe, { body }));
  expect(mail?.message).toMatch(/^Enviamos um e-mail/);
  expect((await mailsByAddress())(body.email).map(({ subject }) => subject)).toEqual(['Quer receber as novidades da Butaca?']);
});
