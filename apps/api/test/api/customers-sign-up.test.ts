import { loadBrand } from '@butaca/brand/load';
import { getCustomer, signUp } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
const visitor = visitorAt(app);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** A form with some fields as they stand on the wire: most of these tests are about values that the contract's types do not let through. */
const formWith = (fields: Record<string, unknown>) => ({ ...z.encode(signUp.body, signUpForm()), ...fields });
/** The reason of each refused field, by its name on the wire. */
const reasonsOf = async (fields: Record<string, unknown>) => {
  const outcome = await visitor.callRaw(signUp, { body: formWith(fields) });
  if (outcome.status !== 'refusal' || outcome.failure !== 'invalid_input') throw new Error(`it ended with ${resultOf(outcome)}`);
  return Object.fromEntries(outcome.data.fields.map(({ name, reason }) => [name, reason]));
};
const accounts = async () => (await database.db<{ count: number }[]>`select count(*)::int as count from customer`)[0]?.count;

test('a visitor signs up, is logged in, and can log in again (CA-017, CA-018)', async () => {
  const form = signUpForm();
  const { token, user } = answerOf(await visitor.signUp(form));
  expect(user).toMatchObject({ name: 'Julia', email: form.email, role: 'customer' });
  expect((await clientOf(app, { token }).ok(getCustomer, {})).email).toBe(form.email);
  expect(answerOf(await visitor.logIn(form.email)).user).toMatchObject({ name: 'Julia', email: form.email, role: 'customer' });
});

test('a deployment that configured another path for signing up answers at that path and at the usual one (AN-012)', async () => {
  const { brand } = await loadBrand('butaca');
  const configured = await customersApp(database.db, { brand: { ...brand, services: { ClienteInsertar_V2: '/v2/Cliente/Insertar' } } });
  onTestFinished(() => configured.close());
  const form = signUpForm();
  const atOtherPath = { ...signUp, path: '/v2/Cliente/Insertar' };
  const there = visitorAt(configured);
  expect((await there.ok(atOtherPath, { body: form })).user.email).toBe(form.email);
  expect(await there.logIn(form.email)).toMatchObject({ status: 'ok' });
  expect(await there.signUp(signUpForm())).toMatchObject({ status: 'ok' });
  const elsewhere = await app.inject({ method: 'POST', url: atOtherPath.path, payload: formWith({}) });
  expect(elsewhere.json()).toMatchObject({ nCode: 404 });
});

test('where the terms are accepted at sign-up, nobody signs up without; a form with other errors hears of them first (FL-019)', async () => {
  const { brand } = await loadBrand('butaca');
  const asking = await customersApp(database.db, { brand: { ...brand, flags: { ...brand.flags, termsAtSignUp: true } } });
  onTestFinished(() => asking.close());
  const there = visitorAt(asking);
  const before = await accounts();
  for (const acceptsTerms of [undefined, false])
    expect(await there.signUp(signUpForm({ acceptsTerms }))).toMatchObject({ failure: 'terms_not_accepted' });
  expect(await there.signUp(signUpForm({ documentNumber: '5' }))).toMatchObject({ failure: 'invalid_input' });
  expect(await accounts()).toBe(before);
  expect(await there.signUp(signUpForm({ acceptsTerms: true }))).toMatchObject({ status: 'ok' });
});

test('a sign-up enqueues one welcome mail and stores the password as a hash', async () => {
  const form = signUpForm();
  answerOf(await visitor.signUp(form));
  const [customer] = await database.db<{ id: string; passwordHash: string }[]>`
    select id, password_hash as "passwordHash" from customer where email = ${form.email}`;
  const jobs = await database.db<{ task: string }[]>`
    select task_identifier as task from graphile_worker.jobs where key = ${`welcome-customer.${customer?.id}`}`;
  expect(jobs.map(({ task }) => task)).toEqual(['welcome-customer']);
  expect(customer?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(customer?.passwordHash).not.toContain(form.password);
});

test('an e-mail address has one account, regardless of case and surrounding blanks', async () => {
  answerOf(await visitor.callRaw(signUp, { body: formWith({ cEmail: 'Una.Sola@Correo.example' }) }));
  const before = await accounts();
  expect(await visitor.callRaw(signUp, { body: formWith({ cEmail: '  una.sola@correo.EXAMPLE ' }) })).toMatchObject({
    failure: 'email_taken',
    data: { fields: [{ name: 'cEmail', reason: 'taken' }] },
  });
  expect(await accounts()).toBe(before);
});

test('the owner of a taken address is told by mail, once or twice a day however often a stranger tries; others are not', async () => {
  const mailbox = await aMailbox(database);
  onTestFinished(() => mailbox.close());
  const [form, neighbour] = [signUpForm({ email: 'titular@correo.example' }), signUpForm()];
  for (const each of [form, neighbour]) answerOf(await visitor.signUp(each));
  const told = async (address: string) =>
    (await mailbox.mailsTo(address)).filter(({ subject }) => subject === 'Ya tenés una cuenta en Butaca');
  expect(resultOf(await visitor.signUp(signUpForm({ email: 'Titular+otra@correo.example' })))).toBe('email_taken');
  const [mail] = await told(form.email);
  expect(mail?.text).toContain('https://entradas.example/recoverPassword');
  for (let time = 0; time < 5; time += 1) {
    expect(resultOf(await visitor.signUp(form))).toBe('email_taken');
    await mailbox.deliver();
  }
  expect((await told(form.email)).length).toBeLessThanOrEqual(2);
  expect(await told(neighbour.email)).toEqual([]);
  await letTriesAge(database.db, 24 * 60 * 60 + 1);
  await visitor.signUp(form);
  expect((await told(form.email)).length).toBe(3);
});

test('when two people sign up with the same address at once, exactly one gets it', async () => {
  const before = (await accounts()) ?? 0;
  const form = signUpForm();
  const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.signUp(form)));
  expect(answers.map(resultOf).sort()).toEqual([...Array(5).fill('email_taken'), 'ok']);
  expect(await accounts()).toBe(before + 1);
});

test.each([
  ['an address is required (VA-008)', { cEmail: '' }, { cEmail: 'missing' }],
  ['an address without a dot in its domain is no address (VA-009)', { cEmail: 'a@b' }, { cEmail: 'invalid' }],
  ['a password is required (VA-010)', { cClave: '' }, { cClave: 'missing' }],
  ['a password has at least 8 characters (VA-013)', { cClave: 'Abcdef1' }, { cClave: 'too_short' }],
  ['a password has a capital (VA-014)', { cClave: 'abcdefg1' }, { cClave: 'no_capital' }],
  ['a password has a number (VA-015)', { cClave: 'Abcdefgh' }, { cClave: 'no_number' }],
  ['a gender is required (VA-017)', { cGenero: undefined }, { cGenero: 'missing' }],
  ['a document number is required (VA-018)', { cDocumento: ' ' }, { cDocumento: 'missing' }],
  ['a DNI below a million is too low (VA-019)', { cDocumento: '999.999' }, { cDocumento: 'too_low' }],
  ['a DNI above 99,999,999 is too high (VA-020)', { cDocumento: '100000000' }, { cDocumento: 'too_high' }],
  ['a DNI behind a row of zeros is too long to be kept', { cDocumento: `${'0'.repeat(30)}30123456` }, { cDocumento: 'too_long' }],
  ['a name is required (VA-021)', { cNombre: '  ', cApellido: '' }, { cNombre: 'missing', cApellido: 'missing' }],
  ['a year above this one is refused (VA-024)', { dNacimiento: '2999-01-01' }, { dNacimiento: 'year_too_high' }],
  ['a year before 1900 is refused (VA-025)', { dNacimiento: '1899-12-31' }, { dNacimiento: 'year_too_low' }],
  ['the 31st of February is no date (VA-026)', { dNacimiento: '1990-02-31' }, { dNacimiento: 'invalid' }],
  ['a name with a digit is flagged (VA-037)', { cNombre: 'Ana2' }, { cNombre: 'forbidden_characters' }],
  ['a name with a hyphen is flagged (VA-038)', { cApellido: 'Pérez-Gómez' }, { cApellido: 'forbidden_characters' }],
  ['a phone has digits', { cTelefono: 'llamame' }, { cTelefono: 'invalid' }],
  ['a mobile has its area code', { cTelefono: '15 4444-1234' }, { cTelefono: 'no_area_code' }],
  ['a name that PostgreSQL cannot store is refused', { cNombre: 'Ju\u0000lia' }, { cNombre: 'invalid' }],
  ['a name of 10 kB is refused', { cNombre: 'J'.repeat(10_240) }, { cNombre: 'too_long' }],
  ['a password of 10 kB is refused before it is hashed', { cClave: `A1${'a'.repeat(10_240)}` }, { cClave: 'too_long' }],
  [
    'numbers, lists and objects where text belongs are refused',
    { cNombre: 7, cEmail: [], cClave: {} },
    { cNombre: 'invalid', cEmail: 'invalid', cClave: 'invalid' },
  ],
])('%s', async (_, fields, reasons) => {
  const before = await accounts();
  expect(await reasonsOf(fields)).toEqual(reasons);
  expect(await accounts()).toBe(before);
});

test('all refused fields are named at once', async () => {
  expect(await reasonsOf({ cClave: 'abcdefgh', cDocumento: '5', cApellido: 'Paredes!' })).toMatchObject({
    cClave: 'no_capital',
    cDocumento: 'too_low',
    cApellido: 'forbidden_characters',
  });
});

test('a sign-up without a body, with broken JSON and with 70 kB is refused, each for its reason', async () => {
  const send = async (payload?: string) => {
    const headers = payload === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: signUp.path, headers, ...(payload !== undefined && { payload }) });
    return { status: response.statusCode, ...response.json() };
  };
  expect(await send()).toMatchObject({ status: 200, nCode: 400, oData: { listaCampo: [{ cCampo: 'body', cMotivo: 'missing' }] } });
  expect(await send('{"cNombre":')).toMatchObject({ status: 200, nCode: 400, cError: 'malformed_body' });
  expect(await send(JSON.stringify({ cNombre: 'J'.repeat(70_000) }))).toMatchObject({ status: 200, nCode: 413, cError: 'body_too_large' });
});
