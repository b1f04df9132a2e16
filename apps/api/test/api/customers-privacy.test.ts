import { languages } from '@butaca/brand/languages';
import { getExport, getPrivacy, marketingTextOf, marketingTexts, marketingVersions, setMarketing, signUp } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { afterAll, expect, test } from 'vitest';
import { personalTables } from '../../../../scripts/privacy/stored-data.ts';
import { codedColumns } from '../../src/customers/privacy/export-words.ts';
import { sectionsOf } from '../../src/customers/privacy/queries-export.ts';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { purchaseTasks } from '../../src/sale/index.ts';
import enExport from '../../src/texts/en/export.json' with { type: 'json' };
import { exportTexts } from '../../src/texts/index.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { signUpForm, visitorAt } from '../factories/customers.ts';
import { somePeople } from '../factories/people.ts';
import { letExportsAge, letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app } = checkout;
const people = await somePeople(database, app);
afterAll(async () => {
  await people.close();
  await checkout.close();
  await database.close();
});

type Person = Awaited<ReturnType<typeof people.person>>;
const DAY = 24 * 60;

/** The person's file, once it is ready. */
async function fileOf(person: Person): Promise<string> {
  const { id } = answerOf(await person.requestExport());
  await people.work();
  const file = await person.ok(getExport, { params: { id } });
  return file.text();
}

test('the file holds everything that is kept about its owner, of nobody else, and no secret', async () => {
  const me = await people.person();
  const neighbour = await people.person();
  for (const { customerId, pay } of [me, neighbour]) await pay(await checkout.purchase({ customerId }));
  const text = await fileOf(me);
  for (const trace of me.traces) expect(text).toContain(trace);
  for (const trace of neighbour.traces) expect(text).not.toContain(trace);

  for (const [table, { personal, withheld = '' }] of Object.entries(personalTables)) {
    const secret = new Set(withheld.split(' '));
    const columns = personal.split(' ').filter((column) => !secret.has(column));
    const rows = await rowsOf(table, me.customerId);
    for (const row of rows)
      for (const column of columns) {
        const value = row[column];
        // Times are written otherwise, amounts as decimals, and what is nobody's yet stands as null.
        if (typeof value === 'string' && !/^\d{4}-\d\d-\d\dT/.test(value))
          expect(text, `${table}.${column}`).toContain(wordOf(value, column));
      }
    for (const row of rows)
      for (const column of secret) if (typeof row[column] === 'string') expect(text, `${table}.${column}`).not.toContain(row[column]);
  }
  expect(JSON.parse(text)).toMatchObject({
    compras: [{ total: 23_000, canal: 'tienda', estado: 'pagado' }],
    entradas: [{ estado: 'válido' }, {}],
    pagos: [{ importe: 23_000, estado: 'aprobado' }],
  });
});

/** Codes of ours are written in words, cards by their names. */
const wordOf = (value: string, column: string): string =>
  column === 'brand' ? brandName(value) : ((exportTexts as Readonly<Record<string, string>>)[`code.${value}`] ?? value);

test('the file is in its reader’s language: sections, columns, and words for what the database keeps as codes', async () => {
  const me = await people.person();
  await me.pay(await checkout.purchase({ customerId: me.customerId }));
  await me.ok(setMarketing, { body: { given: false, textVersion: marketingVersions.en } });
  await db`update customer set language = 'en' where id = ${me.customerId}`;
  const { id } = answerOf(await me.requestExport());
  await people.work();
  const sections = JSON.parse(await (await me.ok(getExport, { params: { id } })).text());
  expect(sections).toMatchObject({
    account: [{ gender: expect.any(String), role: 'customer', language: 'English' }],
    purchases: [{ channel: 'shop', state: 'paid', total: 23_000 }],
    tickets: [{ state: 'valid' }, {}],
    payments: [{ state: 'approved', card: 'Visa' }],
  });
  expect(sections['news by e-mail'].at(-1)).toMatchObject({ agreed: false, text: marketingTexts[marketingVersions.en] });
  const spanish = Object.entries(exportTexts).flatMap(([key, word]) => (/^(section|column)\./.test(key) ? [word] : []));
  const english = new Set(Object.values(enExport));
  const names = [
    ...Object.keys(sections),
    ...Object.values<object[]>(sections)
      .flat()
      .flatMap((row) => Object.keys(row)),
  ];
  expect(names.filter((name) => spanish.includes(name) && !english.has(name))).toEqual([]);
});

test('every section, column and code of the file has a word in every language', async () => {
  const me = await people.person();
  const sections = await db.begin((tx) => sectionsOf(tx, me.customerId));
  const known = new Set(Object.keys(exportTexts));
  for (const [section, rows] of Object.entries(sections)) {
    expect(known).toContain(`section.${section}`);
    const columns = (rows as unknown as { columns: readonly { name: string }[] }).columns.map(({ name }) => name);
    for (const column of columns) expect(known).toContain(`column.${column}`);
    for (const column of codedColumns[section] ?? []) expect(columns, section).toContain(column);
  }
  // Columns whose values the database bounds.
  const bounded = await database.owner<{ column: string; values: string[] }[]>`
    select table_name || '.' || column_name as column, array(select (regexp_matches(check_clause, '''([^'']+)''::text', 'g'))[1]) as values
      from information_schema.constraint_column_usage join information_schema.check_constraints using (constraint_schema, constraint_name)
     where check_clause ~ ${'^\\(+\\w+ = ANY'}`;
  const codesOf = (column: string) => bounded.find((each) => each.column === column)?.values ?? [];
  for (const column of [
    ...['customer.gender', 'customer.document_type', 'customer.role', 'customer.language', 'customer_address.type', 'customer_phone.type'],
    ...['marketing_consent.place', 'second_factor.kind', 'support_message.kind', 'undelivered_mail.reason', 'undelivered_mail.ending'],
    ...['purchase.channel', 'purchase.stage', 'ticket.state', 'attempt.state', 'reading.result', 'bill.state', 'bill_receiver.condition'],
  ]) {
    expect(codesOf(column).length, column).toBeGreaterThan(1);
    for (const code of codesOf(column)) expect(known, column).toContain(`code.${code}`);
  }
});

/** The customer's rows of a table, found by the customer or by their purchases. */
async function rowsOf(table: string, customerId: string): Promise<Record<string, unknown>[]> {
  const columns = await db<{ name: string }[]>`select column_name as name from information_schema.columns where table_name = ${table}`;
  const names = new Set(columns.map(({ name }) => name));
  const [column, ids] = names.has('customer_id')
    ? ['customer_id', 'select $1::text']
    : ['purchase_id', 'select id from purchase where customer_id = $1'];
  if (table === 'customer') return jsonOf('id', 'select $1::text');
  return names.has(column) ? jsonOf(column, ids) : [];

  async function jsonOf(by: string, among: string) {
    const rows = await db.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(each) as row from ${table} as each where ${by} in (${among})`,
      [customerId],
    );
    return rows.map(({ row }) => row);
  }
}

test('a mail says that the file is ready and brings no data; another customer does not find it', async () => {
  const me = await people.person();
  const neighbour = await people.person();
  const { id } = answerOf(await me.requestExport());
  expect(resultOf(await me.call(getExport, { params: { id } }))).toBe('not_found');
  await people.work();
  const mail = people.mailsTo(me.email).find(({ subject }) => subject.includes('están listos'));
  expect(mail?.text).toContain('https://entradas.example/myPrivacy');
  for (const trace of me.traces.slice(1)) expect(mail?.text).not.toContain(trace);
  expect(await me.ok(getPrivacy, {})).toMatchObject({ export: { id, madeAt: expect.any(Number), expiresAt: expect.any(Number) } });
  expect(resultOf(await neighbour.call(getExport, { params: { id } }))).toBe('not_found');
  expect((await neighbour.ok(getPrivacy, {})).export).toBeUndefined();
});

test('a file is asked for once an hour; clicks while it is being made get the same one', async () => {
  const me = await people.person();
  const asked = (await Promise.all([me.requestExport(), me.requestExport(), me.requestExport()])).map((each) => answerOf(each).id);
  expect(new Set(asked).size).toBe(1);
  await people.work();
  expect(resultOf(await me.requestExport())).toBe('too_many_attempts');
  await letExportsAge(db, 61);
  expect(answerOf(await me.requestExport()).id).not.toBe(asked[0]);
});

test('after a week a file is gone, and so is its row', async () => {
  const me = await people.person();
  const { id } = answerOf(await me.requestExport());
  await people.work();
  await letExportsAge(db, 7 * DAY - 1);
  await deleteOldTraces(db);
  expect(resultOf(await me.call(getExport, { params: { id } }))).toBe('ok');
  await letExportsAge(db, 2);
  expect(resultOf(await me.call(getExport, { params: { id } }))).toBe('not_found');
  await deleteOldTraces(db);
  expect(await db`select from data_export where id = ${id}`).toHaveLength(0);
});

test('news by mail are agreed to with the sign-up or in the account, and taken back there; every decision is kept with its text', async () => {
  const form = signUpForm({ marketing: marketingVersions.es });
  const visitor = visitorAt(app);
  answerOf(await visitor.signUp(form));
  const { token } = answerOf(await visitor.logIn(form.email));
  const me = clientOf(app, { token });
  expect((await me.ok(getPrivacy, {})).consents).toMatchObject([{ given: true, textVersion: marketingVersions.es, place: 'sign-up' }]);
  const { consents } = await me.ok(setMarketing, { body: { given: false, textVersion: marketingVersions.es } });
  expect(consents).toMatchObject([
    { given: false, place: 'account' },
    { given: true, place: 'sign-up' },
  ]);
  // The same decision again is the same decision.
  expect((await me.ok(setMarketing, { body: { given: false, textVersion: marketingVersions.es } })).consents).toHaveLength(2);
  const headers = { authorization: `Bearer ${token}` };
  const unknown = await app.inject({ method: 'POST', url: setMarketing.path, headers, payload: { lAcepta: 'S', cVersion: '1999-01' } });
  expect(unknown.json()).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'cVersion' }] } });
});

test('a consent in another language is kept with the very text that was read; every language has one of its own', async () => {
  expect(Object.keys(marketingVersions).toSorted()).toEqual([...languages].toSorted());
  const texts = Object.values(marketingVersions).map((version) => marketingTexts[version]);
  expect(new Set(texts).size).toBe(languages.length);
  const form = signUpForm({ marketing: marketingVersions.pt });
  const visitor = visitorAt(app);
  answerOf(await visitor.signUp(form));
  const { token } = answerOf(await visitor.logIn(form.email));
  const me = clientOf(app, { token });
  expect((await me.ok(getPrivacy, {})).consents).toMatchObject([{ given: true, textVersion: marketingVersions.pt }]);
  // The same words once more, in another language, are another text.
  const { consents } = await me.ok(setMarketing, { body: { given: true, textVersion: marketingVersions.en } });
  expect(consents.map(({ textVersion }) => marketingTextOf(textVersion))).toEqual([
    expect.stringContaining('I want to receive'),
    expect.stringContaining('Quero receber'),
  ]);
});

test('nobody who was not asked has agreed: without the box of the sign-up there is no consent', async () => {
  const visitor = visitorAt(app);
  const form = signUpForm();
  answerOf(await visitor.call(signUp, { body: form }));
  const { token } = answerOf(await visitor.logIn(form.email));
  const me = clientOf(app, { token });
  expect((await me.ok(getPrivacy, {})).consents).toEqual([]);
  expect((await me.ok(setMarketing, { body: { given: false, textVersion: marketingVersions.es } })).consents).toEqual([]);
});

const forget = () => purchaseTasks(app.sale)['forget-old-purchases']();

test('a purchase that was never charged is deleted 90 days after its end, others stay', async () => {
  const me = await people.person();
  const unpaid = await checkout.purchase({ customerId: me.customerId });
  const paid = await checkout.purchase({ customerId: me.customerId });
  answerOf(await me.cancel(unpaid.id));
  await me.pay(paid);
  const left = async () =>
    (await db<{ id: string }[]>`select id from purchase where customer_id = ${me.customerId} order by id`).map(({ id }) => id);
  await letMinutesPass(db, unpaid.id, 90 * DAY - 5);
  await letMinutesPass(db, paid.id, 90 * DAY + 5);
  await forget();
  expect(await left()).toEqual([unpaid.id, paid.id].sort());
  await letMinutesPass(db, unpaid.id, 10);
  await forget();
  expect(await left()).toEqual([paid.id]);
});

test('the digits of a card are cleared after 24 months, its brand and amount stay', async () => {
  const me = await people.person();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  await me.pay(purchase);
  const card = async () => (await db`select brand, bin, last_four, amount from attempt where purchase_id = ${purchase.id}`)[0];
  await letMinutesPass(db, purchase.id, 700 * DAY);
  await forget();
  expect(await card()).toMatchObject({ brand: 'visa', bin: '450799', last_four: '4905' });
  await letMinutesPass(db, purchase.id, 40 * DAY);
  await forget();
  expect(await card()).toMatchObject({ brand: 'visa', bin: null, last_four: null, amount: purchase.total });
  expect(resultOf(await me.order(purchase.id))).toBe('ok');
});

test('a name that was said at a counter is cleared a year later, once its tickets no longer let in', async () => {
  const me = await people.person();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  await me.pay(purchase);
  await ownerOf(db)`update purchase set channel = 'box_office', holder = 'Quetzalcoatl' where id = ${purchase.id}`;
  const holder = async () => (await db<{ holder: string | null }[]>`select holder from purchase where id = ${purchase.id}`)[0]?.holder;
  await letMinutesPass(db, purchase.id, 370 * DAY);
  await forget();
  expect(await holder()).toBe('Quetzalcoatl');
  await ownerOf(db)`update performance set starts_at = clock_timestamp() - interval '12 hours'`;
  await forget();
  expect(await holder(), 'a performance of last night may still be going on').toBe('Quetzalcoatl');
  await ownerOf(db)`update performance set starts_at = clock_timestamp() - interval '25 hours'`;
  await forget();
  expect(await holder()).toBeNull();
});
