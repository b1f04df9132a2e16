import { loadBrand } from '@butaca/brand/load';
import { getPayLink, listPaymentMethods, payByLink, payInFrame, resumePayment, saveCard } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { filesWith, tablesWith } from '../../../../rehearsal/storm/card-numbers.ts';
import { aSandbox, PUBLIC } from '../../../sandbox/test/a-sandbox.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { freshDatabase } from '../database.ts';
import { aBancard, bancardCards } from '../factories/bancard.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { aCybersource, aDevice, cybersourceMethod, named } from '../factories/cybersource.ts';
import { aWatch } from '../factories/watch.ts';

const NUMBERS = { payway: '4507990000004905', cybersource: '4456530000001005', saved: bancardCards.approved, declined: '4258210000474094' };
const ALL = Object.values(NUMBERS);

const { db, owner, close } = await freshDatabase();
const log = aWatch();
const gateway = await aSandbox();
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
const paraguay = await customersApp(db, { payments: [bancard.provider], brand: bancard.brand, watch: log.watch });
afterAll(async () => {
  await Promise.all([others.close(), paraguay.close(), bancard.close()]);
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

test('no number of a card stands in the database or the log, whoever the provider is, by pay link and as a saved card (EN-100)', async () => {
  const approved = await aPurchase();
  expect(answerOf(await buyer.pay(approved, await tokenOf(NUMBERS.payway)))).toMatchObject({ outcome: 'approved' });
  const declined = await aPurchase();
  expect(answerOf(await buyer.pay(declined, await tokenOf(NUMBERS.declined)))).toMatchObject({ outcome: 'declined' });

  const linked = await aPurchase();
  const { code } = answerOf(await buyer.makeLink(linked.id));
  const payer = clientOf(checkout.app);
  expect(answerOf(await payer.call(getPayLink, { params: { code } }))).toMatchObject({ state: 'payable' });
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

  expect(await tablesWith(owner, ALL)).toEqual([]);
  for (const number of ALL) expect(log.text()).not.toContain(number);
  expect(log.text()).not.toBe('');
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
});
