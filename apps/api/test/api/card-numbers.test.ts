import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBrand } from '@butaca/brand/load';
import { charge, getPayLink, listPaymentMethods, payByLink, payInFrame, resumePayment, saveCard } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { filesWith, tablesWith } from '../../../../rehearsal/storm/card-numbers.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { Wallets } from '../../../sandbox/src/wallets.ts';
import { aSandbox, PUBLIC } from '../../../sandbox/test/a-sandbox.ts';
import { mercadoPago } from '../../src/payments/providers/mercadopago/mercadopago.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { freshDatabase } from '../database.ts';
import { aBancard, bancardCards } from '../factories/bancard.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { aCybersource, aDevice, cybersourceMethod, named } from '../factories/cybersource.ts';
import { aPayway, paywayCards } from '../factories/payway.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

const NUMBERS = {
  payway: '4507990000004905',
  cybersource: '4456530000001005',
  saved: bancardCards.approved,
  declined: '4258210000474094',
  mercadoPago: '4509953566233704',
  asked: paywayCards.deviceAndChallenge,
  second: paywayCards.another,
};
const ALL = Object.values(NUMBERS);

const { db, owner, close } = await freshDatabase();
const log = aWatch();
const wallets = readConfig({}).wallets;
const gateway = await aSandbox({ wallets: new Wallets(wallets) });
const cybersource = await aCybersource();
const bancard = await aBancard();
const { brand } = await loadBrand('butaca');
const card = payway({ url: gateway.api, publicKey: PUBLIC.apikey, privateKey: 'sandbox-private-key', timeoutMs: 5000 });
const checkout = await aCheckout(db, card, [{ rows: 10 }], { watch: log.watch });
const others = await customersApp(db, {
  payments: [card, cybersource.provider],
  brand: { ...brand, payments: { methods: [...brand.payments.methods, cybersourceMethod] } },
  watch: log.watch,
});
const bank = aPayway(gateway, 5000);
const mercadoPagoMethod = { ...cybersourceMethod, id: 16, provider: 'mercadopago' };
const asking = await customersApp(db, {
  payments: [
    bank.provider,
    mercadoPago({ ...wallets.mercadoPago, url: `${gateway.origin}/mercadopago`, pageOrigin: gateway.origin, timeoutMs: 5000 }),
  ],
  brand: { ...brand, payments: { methods: [...brand.payments.methods, mercadoPagoMethod] } },
  watch: log.watch,
});
const paraguay = await customersApp(db, { payments: [bancard.provider], brand: bancard.brand, watch: log.watch });
afterAll(async () => {
  await Promise.all([others.close(), asking.close(), paraguay.close(), bancard.close()]);
  await checkout.close();
  await close();
});

const { buyer, purchase: aPurchase } = checkout;
const of = (id: string) => ({ params: { purchaseId: id } });
const tokenOf = async (number: string) => ({
  token: String((await gateway.token({ card_number: number })).body.id),
  bin: number.slice(0, 6),
  lastFour: number.slice(-4),
});

/** What browsers exchange at Mercado Pago; the name of its holder decides what becomes of it. */
async function mercadoPagoCard(name: 'APRO' | 'FUND') {
  const number = NUMBERS.mercadoPago;
  const url = `${gateway.origin}/mercadopago/v1/card_tokens?public_key=${wallets.mercadoPago.publicKey}`;
  const holder = { cardholder: { name, identification: { type: 'DNI', number: '30123456' } } };
  const { body } = await gateway.post(
    url,
    {},
    { card_number: number, expiration_month: 11, expiration_year: 2040, security_code: '123', ...holder },
  );
  return { paymentMethodId: mercadoPagoMethod.id, token: String(body.id), bin: number.slice(0, 6), lastFour: number.slice(-4) };
}

const nothingWasKept = async () => {
  expect(await tablesWith(owner, ALL)).toEqual([]);
  for (const number of ALL) expect(log.text()).not.toContain(number);
  expect(log.text()).not.toBe('');
};

test('neither does one stand there after 3-D Secure, of a second card, or by card at Mercado Pago, paid and declined (EN-100)', async () => {
  const there = buyerAt(asking, buyer);
  const asked = await aPurchase();
  const body = { ...cardForm, ...(await bank.card(NUMBERS.asked)), details: named(aDevice), total: asked.total };
  const device = answerOf(await there.call(charge, { ...of(asked.id), body }));
  const goOn = async (given: Readonly<Record<string, string>>) =>
    answerOf(await there.call(resumePayment, { ...of(asked.id), body: { given: named(given) } }));
  const { instruction_value } = await bank.open(device.next ?? {});
  const question = await goOn({ instruction_value });
  expect(await goOn(await bank.answerBank(question.next ?? {}, 'passed'))).toMatchObject({ outcome: 'approved' });

  const shared = await aPurchase();
  expect(answerOf(await there.pay(shared, { ...(await tokenOf(NUMBERS.payway)), firstPart: TICKET_TOTAL }))).toMatchObject({
    outcome: 'secured',
  });
  expect(answerOf(await there.pay(shared, await tokenOf(NUMBERS.second)))).toMatchObject({ outcome: 'approved' });

  const elsewhere = await aPurchase();
  expect(answerOf(await there.pay(elsewhere, await mercadoPagoCard('FUND')))).toMatchObject({ outcome: 'declined' });
  expect(answerOf(await there.pay(elsewhere, await mercadoPagoCard('APRO')))).toMatchObject({ outcome: 'approved' });
  await nothingWasKept();
});

test('no number of a card stands in the database or the log, whoever the provider is, by pay link and as a saved card (EN-100)', async () => {
  const approved = await aPurchase();
  expect(answerOf(await buyer.pay(approved, await tokenOf(NUMBERS.payway)))).toMatchObject({ outcome: 'approved' });
  const declined = await aPurchase();
  expect(answerOf(await buyer.pay(declined, await tokenOf(NUMBERS.declined)))).toMatchObject({ outcome: 'declined' });

  const linked = await aPurchase();
  const { code } = answerOf(await buyer.makeLink(linked.id));
  const payer = clientOf(checkout.app);
  expect(answerOf(await payer.call(getPayLink, { params: { code }, query: {} }))).toMatchObject({ state: 'payable' });
  const form = { ...cardForm, ...(await tokenOf(NUMBERS.payway)), email: 'tia@correo.example', total: linked.total };
  expect(answerOf(await payer.call(payByLink, { params: { code }, body: form }, { key: 'payer-of-the-link' }))).toMatchObject({
    outcome: 'approved',
  });

  const authenticated = await aPurchase();
  const elsewhere = buyerAt(others, buyer);
  await elsewhere.pay(authenticated, {
    ...(await cybersource.card(NUMBERS.cybersource)),
    paymentMethodId: cybersourceMethod.id,
    instalments: 1,
  });
  const resumed = await elsewhere.call(resumePayment, { ...of(authenticated.id), body: { given: named(aDevice) } });
  expect(answerOf(resumed)).toMatchObject({ outcome: 'approved' });

  const framed = await aPurchase();
  const there = buyerAt(paraguay, buyer);
  const { next } = answerOf(await there.call(saveCard, { ...of(framed.id), body: {} }));
  await bancard.inFrame(next, 'approved', NUMBERS.saved);
  const { items } = answerOf(await there.call(listPaymentMethods, of(framed.id)));
  const [saved] = items.find(({ savedCards }) => savedCards)?.cards ?? [];
  expect(saved).toBeDefined();
  const paid = await there.call(payInFrame, { ...of(framed.id), body: { total: framed.total, acceptsTerms: true, savedCard: saved?.id } });
  expect(answerOf(paid)).toMatchObject({ outcome: 'approved' });

  // What a browser must never send, sent all the same.
  const stray = { listaDetalle: [{ cNombre: 'numero', cValor: NUMBERS.payway }], cNumero: NUMBERS.payway };
  const url = `/v2/Proceso/${(await aPurchase()).id}/Cobrar`;
  await checkout.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${buyer.token}` }, payload: stray });

  await nothingWasKept();
});

test('a number that does stand somewhere is found: in a text, in JSON, with spaces, as bytes, in a file', async () => {
  await owner`create table card_number_of_a_test (id integer, line text, facts jsonb, bytes bytea)`;
  const [number] = ALL as [string];
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ');
  for (const line of [
    { line: `it was ${number}`, facts: null, bytes: null },
    { line: spaced, facts: null, bytes: null },
    { line: null, facts: { deep: [{ number }] }, bytes: null },
    { line: null, facts: null, bytes: Buffer.from(number) },
  ]) {
    await owner`insert into card_number_of_a_test values (1, ${line.line}, ${owner.json(line.facts as never)}, ${line.bytes})`;
    expect(await tablesWith(owner, ALL)).toEqual(['table public.card_number_of_a_test']);
    await owner`delete from card_number_of_a_test`;
  }
  expect(await tablesWith(owner, ALL)).toEqual([]);
  await owner`drop table card_number_of_a_test`;
  expect(await filesWith(`${import.meta.dirname}/../fixtures`, ALL)).toEqual([]);
  expect(await filesWith(import.meta.dirname, ALL)).toContain('file card-numbers.test.ts');
  const folder = await mkdtemp(join(tmpdir(), 'butaca-numbers-'));
  const found = async (content: string | Buffer, numbers: readonly string[]) => {
    await writeFile(join(folder, 'of a browser'), content);
    return (await filesWith(folder, numbers)).length > 0;
  };
  expect(await found(Buffer.from(`\u0007${spaced}!`, 'utf16le'), ALL)).toBe(true);
  // A security code counts where it stands alone, not inside of a longer number.
  expect([await found('code: 7391', ['7391']), await found(Buffer.from('7391', 'utf16le'), ['7391'])]).toEqual([true, true]);
  expect([await found('1373910', ['7391']), await found(Buffer.from('1373910', 'utf16le'), ['7391'])]).toEqual([false, false]);
  await rm(folder, { recursive: true });
});
