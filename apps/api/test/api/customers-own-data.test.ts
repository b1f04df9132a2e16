import { loadBrand } from '@butaca/brand/load';
import {
  addAddress,
  addPhone,
  type Country,
  changeCustomer,
  charge,
  getCustomer,
  getOrder,
  type InputOf,
  logIn,
  removePhone,
  signUp,
} from '@butaca/contract';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { freshDatabase } from '../database.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers, loggedIn, PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';

const database = await freshDatabase();
const { db } = database;
const { brand } = await loadBrand('butaca');
const checkout = await aCheckout(db, undefined, [{}], { confirmAddress: 'none' });
const { app } = checkout;
const elsewhere = await customersApp(db);
afterAll(async () => {
  await elsewhere.close();
  await checkout.close();
  await database.close();
});

type Changes = InputOf<typeof changeCustomer>['body'];

/** A customer with the calls of their own data. */
async function someone(at = app) {
  const [{ token, customerId }] = await haveBuyers(db, 1);
  const client = clientOf(at, { token });
  return {
    ...client,
    customerId,
    token,
    change: (changes: Partial<Changes>) => client.call(changeCustomer, { body: changes as Changes }),
    read: () => client.ok(getCustomer, {}),
  };
}

/** One whose account began elsewhere: a name, an e-mail and no more. */
async function someoneWithout(at = app) {
  const me = await someone(at);
  await db`update customer set gender = null, document_type = null, document_number = null, birthday = null where id = ${me.customerId}`;
  return me;
}

const allOthers = (customerId: string) => db`
  select 'phone', to_jsonb(customer_phone) from customer_phone where customer_id <> ${customerId}
  union all select 'address', to_jsonb(customer_address) from customer_address where customer_id <> ${customerId}
  union all select 'customer', to_jsonb(customer) from customer where id <> ${customerId} order by 1, 2`;

/** The reason of each refused field, by its name on the wire. */
async function reasonsOf(outcome: Awaited<ReturnType<Awaited<ReturnType<typeof someone>>['change']>>) {
  if (outcome.status !== 'refusal' || outcome.failure !== 'invalid_input') throw new Error(`it ended with ${resultOf(outcome)}`);
  return Object.fromEntries(outcome.data.fields.map(({ name, reason }) => [name, reason]));
}

/** The api of a brand that keeps people's data as they are. */
async function keepingApp() {
  const kept = await customersApp(db, { brand: { ...brand, flags: { ...brand.flags, editOwnData: false } } });
  onTestFinished(() => kept.close());
  return kept;
}

describe('one’s own data', () => {
  test('what is changed is there afterwards, what is left out stays, and nobody else’s row changes (CA-084)', async () => {
    await someone();
    const me = await someone();
    const before = await allOthers(me.customerId);
    const was = await me.read();
    const changed = await me.ok(changeCustomer, { body: { firstName: ' Ana ', documentType: 'passport', documentNumber: 'ab 123-456' } });
    expect(changed).toEqual({ ...was, firstName: 'Ana', documentType: 'passport', documentNumber: 'AB123456' });
    expect(await me.read()).toEqual(changed);
    expect(await me.ok(changeCustomer, { body: { lastName: 'Núñez', gender: 'other', birthday: '1985-02-28', country: 'py' } })).toEqual({
      ...changed,
      lastName: 'Núñez',
      gender: 'other',
      birthday: '1985-02-28',
      country: 'py',
    });
    expect(await me.ok(changeCustomer, { body: {} })).toEqual(await me.read());
    expect(await allOthers(me.customerId)).toEqual(before);
  });

  test('a saved name is the one of the next log-in and of the next purchase’s tickets', async () => {
    const { email, token } = await loggedIn(app);
    const me = clientOf(app, { token });
    await me.ok(changeCustomer, { body: { firstName: 'Renata', lastName: 'Ibáñez' } });
    expect((await visitorAt(app).ok(logIn, { body: { email, password: PASSWORD } })).user.name).toBe('Renata');
    const [row] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
    const { id, total } = await checkout.purchase({ customerId: row?.id ?? '' });
    const { orderId = '' } = await me.ok(charge, { params: { purchaseId: id }, body: { ...cardForm, total } });
    expect((await me.ok(getOrder, { params: { orderId }, query: {} })).holder).toBe('Renata Ibáñez');
  });

  test('every field with a wrong value is named, and nothing is changed', async () => {
    const me = await someone();
    const was = await me.read();
    const reasons = await reasonsOf(
      await me.change({ firstName: 'Ana2', lastName: 'bit.ly', birthday: '1899-12-31', documentNumber: '5', country: 'ar' }),
    );
    expect(reasons).toEqual({
      cNombre: 'forbidden_characters',
      cApellido: 'forbidden_characters',
      dNacimiento: 'year_too_low',
      cDocumento: 'too_low',
    });
    expect(await reasonsOf(await me.change({ birthday: '2999-01-01' }))).toEqual({ dNacimiento: 'year_too_high' });
    expect(await reasonsOf(await me.change({ documentType: 'cuit' }))).toEqual({ cDocumento: 'too_short' });
    const tooLong = await me.callRaw(changeCustomer, { body: { cNombre: 'a'.repeat(81), cGenero: 'X', cPais: 'BR', dNacimiento: 'ayer' } });
    expect(tooLong).toMatchObject({ failure: 'invalid_input' });
    expect((await reasonsOf(tooLong)).cGenero).toBeDefined();
    expect(await me.read()).toEqual(was);
  });

  test.each([
    ['pictures', 'Ana 🎭'],
    ['pictures alone', '🎭'],
    ['a flag', '🇦🇷 Ana'],
    ['private use', 'Ana\uE000'],
  ])('a name with %s is refused at sign-up and in one’s own data, naming the field', async (_, name) => {
    const me = await someone();
    expect(await reasonsOf(await me.change({ firstName: name }))).toEqual({ cNombre: 'unprintable' });
    expect((await me.read()).firstName).toBe('Julia');
    const outcome = await visitorAt(app).signUp(signUpForm({ lastName: name }));
    expect(outcome).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cApellido', reason: 'unprintable' }] } });
  });

  test.each([
    ['a mark that turns the direction', 'A\u202Ena'],
    ['a right-to-left mark', 'Ana\u200F'],
    ['an isolate', '\u2067Ana\u2069'],
    ['a blank that cannot be seen', 'An\u200Ba'],
  ])('a name loses %s at sign-up and in one’s own data, and is stored as it reads', async (_, name) => {
    const me = await someone();
    expect((await me.ok(changeCustomer, { body: { firstName: name } })).firstName).toBe('Ana');
    expect(
      answerOf(await visitorAt(app).callRaw(signUp, { body: { ...z.encode(signUp.body, signUpForm()), cNombre: name } })).user.name,
    ).toBe('Ana');
  });

  test('names are kept as they were written, in each script that tickets can print', async () => {
    const me = await someone();
    for (const firstName of ['Ōe', 'Ζωή', 'Мария', 'Hương', 'M̃ongelós']) {
      expect((await me.ok(changeCustomer, { body: { firstName } })).firstName).toBe(firstName);
    }
  });

  test('two tabs that change different fields at once both keep their change', async () => {
    const me = await someone();
    const there = clientOf(elsewhere, { token: me.token });
    for (let turn = 0; turn < 5; turn += 1) {
      const [firstName, documentNumber] = [`Ana${'a'.repeat(turn)}`, String(20_000_000 + turn)];
      const both = await Promise.all([me.change({ firstName }), there.call(changeCustomer, { body: { documentNumber } })]);
      expect(both.map(resultOf)).toEqual(['ok', 'ok']);
      expect(await me.read()).toMatchObject({ firstName, documentNumber });
    }
  });

  test('without a session nothing is changed', async () => {
    const me = await someone();
    expect(await clientOf(app).call(changeCustomer, { body: { firstName: 'Nadie' } })).toMatchObject({ status: 'unauthorised' });
    expect((await me.read()).firstName).toBe('Julia');
  });
});

describe('a deployment that keeps people’s data', () => {
  test('changes nothing that an account knows, and names each such field (RO-027, FL-023)', async () => {
    const app = await keepingApp();
    const me = await someone(app);
    const was = await me.read();
    expect(await reasonsOf(await me.change({ firstName: 'Otra', birthday: '1991-01-01', documentNumber: '30999999' }))).toEqual({
      cNombre: 'read_only',
      dNacimiento: 'read_only',
      cDocumento: 'read_only',
    });
    expect(await me.read()).toEqual(was);
    // The same call where the switch is on.
    expect(resultOf(await clientOf(elsewhere, { token: me.token }).call(changeCustomer, { body: { firstName: 'Otra' } }))).toBe('ok');
  });

  test('takes what an account does not know yet, once, and lets addresses and phones be changed (RO-027)', async () => {
    const me = await someoneWithout(await keepingApp());
    await me.ok(changeCustomer, { body: { gender: 'male', birthday: '1990-05-17' } });
    expect(await reasonsOf(await me.change({ gender: 'feminine' }))).toEqual({ cGenero: 'read_only' });
    expect(resultOf(await me.change({ gender: 'male' }))).toBe('ok');
    await me.ok(addPhone, { body: { type: 'mobile', number: '11 5555 0100', preferred: true } });
    const address = {
      type: 'home',
      street: 'Mitre',
      number: '1',
      country: 'ar',
      province: 'B',
      location: 'Azul',
      postcode: '7300',
    } as const;
    await me.ok(addAddress, { body: { ...address, preferred: true } });
  });
});

describe('what an account does not know yet', () => {
  test('is left out of its data, and is added with a phone in one step (R-048, CA-081)', async () => {
    const me = await someoneWithout();
    const was = await me.read();
    for (const field of ['gender', 'documentType', 'documentNumber', 'birthday', 'alias']) expect(was).not.toHaveProperty(field);
    const missing = { gender: 'undisclosed', birthday: '1990-05-17', documentType: 'dni', documentNumber: '30.123.456' } as const;
    const now = await me.ok(changeCustomer, { body: { ...missing, phoneType: 'permanent', phoneNumber: '011 4444-0101' } });
    expect(now).toEqual({
      ...was,
      ...missing,
      documentNumber: '30123456',
      phones: [{ id: expect.any(String), type: 'permanent', number: '541144440101', written: '+54 11 4444 0101', preferred: true }],
    });
  });

  test('is not half added: a wrong phone leaves the document out too', async () => {
    const me = await someoneWithout();
    const outcome = await me.change({ documentType: 'dni', documentNumber: '30123456', phoneType: 'mobile', phoneNumber: '1'.repeat(30) });
    expect(await reasonsOf(outcome)).toEqual({ cTelefono: 'too_long' });
    expect(await me.read()).not.toHaveProperty('documentNumber');
    expect((await me.read()).phones).toEqual([]);
  });

  test('half a document is asked for whole', async () => {
    const me = await someoneWithout();
    expect(await reasonsOf(await me.change({ documentType: 'dni' }))).toEqual({ cDocumento: 'missing' });
    expect(await reasonsOf(await me.change({ documentNumber: '30123456' }))).toEqual({ cTipoDeDocumento: 'missing' });
    expect(resultOf(await me.change({ gender: 'other', country: 'py' }))).toBe('ok');
  });

  test('a phone is taken by an account that has none, also when two tabs send one at once', async () => {
    const me = await someone();
    const there = clientOf(elsewhere, { token: me.token });
    const body = { phoneType: 'mobile', phoneNumber: '11 5555 0100' } as Changes;
    const both = await Promise.all([me.change(body), there.call(changeCustomer, { body })]);
    expect(both.map(resultOf).sort()).toEqual(['invalid_input', 'ok']);
    const { phones } = await me.read();
    expect(phones).toHaveLength(1);
    await me.ok(removePhone, { params: { id: phones[0]?.id ?? '' } });
    expect(resultOf(await me.change(body))).toBe('ok');
  });

  test('an alias is saved for an account that may have one, and for no other', async () => {
    const me = await someone();
    expect(await reasonsOf(await me.change({ alias: 'julia.p' }))).toEqual({ cAlias: 'read_only' });
    expect(await me.read()).toMatchObject({ hasAlias: false });
    await db`update customer set has_alias = true where id = ${me.customerId}`;
    expect(await me.ok(changeCustomer, { body: { alias: ' julia.p ' } })).toMatchObject({ hasAlias: true, alias: 'julia.p' });
  });
});

describe('the country decides', () => {
  test('which documents there are: INE and IFE are Mexico’s (EN-099)', async () => {
    const form = (country: 'ar' | 'py' | 'mx') => signUpForm({ country, documentType: 'ine', documentNumber: 'ABCD123456' });
    const foreign = { failure: 'invalid_input', data: { fields: [{ name: 'cTipoDeDocumento', reason: 'not_offered' }] } };
    expect(await visitorAt(app).signUp(form('ar'))).toMatchObject(foreign);
    expect(await visitorAt(app).signUp({ ...form('mx'), phoneNumber: '55 1234 5678' })).toMatchObject({ status: 'ok' });
    const me = await someone();
    expect(await reasonsOf(await me.change({ documentType: 'ife', documentNumber: 'ABCD1234' }))).toEqual({
      cTipoDeDocumento: 'not_offered',
    });
    expect(resultOf(await me.change({ documentType: 'ife', documentNumber: 'ABCD1234', country: 'mx' }))).toBe('ok');
    // Back in Argentina it would be no document any more.
    expect(await reasonsOf(await me.change({ country: 'ar' }))).toEqual({ cTipoDeDocumento: 'not_offered' });
  });

  test('which numbers are phones: without a calling code they are of the customer’s country', async () => {
    const numberOf = async (country: Country, number: string) => {
      const me = await someone();
      const papers = { documentType: 'passport', documentNumber: 'AB123456' } as const;
      await me.ok(changeCustomer, { body: { country, ...papers } });
      const outcome = await me.call(addPhone, { body: { type: 'mobile', number, preferred: true } });
      return outcome.status === 'ok' ? outcome.data.phones[0]?.number : resultOf(outcome);
    };
    expect(await numberOf('ar', '11 4444-0101')).toBe('541144440101');
    expect(await numberOf('ar', '11 15 4444-0101')).toBe('5491144440101');
    expect(await numberOf('py', '0981 555 010')).toBe('595981555010');
    expect(await numberOf('ar', '0981 555 010')).toBe('invalid_input');
    expect(await numberOf('mx', '55 1234 5678')).toBe('525512345678');
    expect(await numberOf('mx', '+598 94 123 456')).toBe('59894123456');
    expect(await numberOf('uy', '094 123 456')).toBe('59894123456');
    // Antarctica has no numbers of its own.
    expect(await numberOf('aq', '094 123 456')).toBe('invalid_input');
    expect(await numberOf('aq', '+598 94 123 456')).toBe('59894123456');
  });

  test('a deployment offers some documents, and takes no others of the countries that it knows', async () => {
    const few = { ...brand.people, countries: ['ar'] as const, documentTypes: ['dni'] as const };
    const strict = await customersApp(db, { brand: { ...brand, people: few } });
    onTestFinished(() => strict.close());
    const outcome = await visitorAt(strict).signUp(
      signUpForm({ country: 'py', documentType: 'ci', documentNumber: '4123456', phoneNumber: '0981 555 010' }),
    );
    expect(outcome).toMatchObject({ data: { fields: [{ name: 'cTipoDeDocumento', reason: 'not_offered' }] } });
    expect(await visitorAt(strict).ok(signUp, { body: signUpForm() })).toBeDefined();
  });

  test('somebody of any other country signs up with a passport or its identity document, and with no other', async () => {
    const form = (country: Country, changes = {}) =>
      signUpForm({ country, documentType: 'passport', documentNumber: 'X-123 456', phoneNumber: '094 123 456', ...changes });
    expect(await visitorAt(app).signUp(form('uy'))).toMatchObject({ status: 'ok' });
    const abroad = { documentType: 'foreign_ci', documentNumber: '4.123.456-7', phoneNumber: '+598 94 123 456' };
    expect(await visitorAt(app).signUp(form('aq', abroad))).toMatchObject({ status: 'ok' });
    const refused = (name: string) => ({ failure: 'invalid_input', data: { fields: [expect.objectContaining({ name })] } });
    expect(await visitorAt(app).signUp(form('uy', { documentType: 'dni', documentNumber: '30123456' }))).toMatchObject(
      refused('cTipoDeDocumento'),
    );
    const unknown = await visitorAt(app).callRaw(signUp, { body: { ...z.encode(signUp.body, form('uy')), cPais: 'XX' } });
    expect(unknown).toMatchObject(refused('cPais'));
  });
});

test('an account that is erased while its data are changed stays erased, whichever comes first', async () => {
  const me = await someone();
  const erased = db`
    update customer set email = null, first_name = null, last_name = null, gender = null, document_type = null, document_number = null,
           birthday = null, country = null, password_hash = null, email_confirmed_at = null, erased_at = clock_timestamp()
     where id = ${me.customerId} returning id`;
  const [, ...outcomes] = await Promise.all([erased, me.change({ firstName: 'Ana' }), me.change({ lastName: 'Luz' })]);
  for (const outcome of outcomes) expect(['ok', 'busy']).toContain(resultOf(outcome));
  const [row] = await db`select first_name, last_name from customer where id = ${me.customerId}`;
  expect(row).toEqual({ first_name: null, last_name: null });
  expect(resultOf(await me.change({ firstName: 'Ana' }))).toBe('busy');
});
