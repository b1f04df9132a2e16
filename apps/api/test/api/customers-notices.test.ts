import { loadBrand } from '@butaca/brand/load';
import { changeAddress, confirmEnrolment, logInWithDevice, openSecurity, removeAddress, removePasskey } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, visitorAt } from '../factories/customers.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anAddress, anOwner, letNoticesAge, linksIn, noticesTo, remembered, withAddress, withPasskey } from '../factories/notices.ts';
import { aMember, setUpApp } from '../factories/staff.ts';

// What is added to an account is told to its owner by mail.

const database = await freshDatabase();
const { db } = database;
const { brand } = await loadBrand('butaca');
const app = await customersApp(db, { brand: { ...brand, locale: { ...brand.locale, languages: ['es', 'en', 'pt'] } } });
const mailbox = await aMailbox(database);
afterAll(async () => {
  await app.close();
  await mailbox.close();
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const mailsTo = (email: string) => noticesTo(mailbox, email);
const jobs = () => db`select key from graphile_worker.jobs where task_identifier = 'tell-of-notices'`;

test('a new passkey is told by mail with its name, when, and a link; the same mail says so as HTML', async () => {
  const { email, token } = await anOwner(app);
  await withPasskey(app, token, 'Teléfono de Ana');
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Nueva llave de acceso en tu cuenta de Butaca');
  const [link] = linksIn(mail?.text ?? '');
  expect(linksIn(mail?.html ?? '')).toEqual([link]);
  const [{ time } = { time: '' }] = await db<{ time: string }[]>`
    select to_char(added_at at time zone 'America/Argentina/Buenos_Aires', 'HH24:MI') as time
      from account_notice join customer on customer.id = customer_id where email = ${email}`;
  expect(time).toMatch(/^\d\d:\d\d$/);
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain('Llave de acceso “Teléfono de Ana”');
    expect(text).toContain(time);
    expect(text).toContain('https://entradas.example/recoverPassword');
    expect(text).toContain('Si nunca abriste una cuenta en Butaca, alguien la abrió con tu correo: poné una contraseña');
  }
});

test('a browser that is remembered is told of by its name; signing up, or renewing its cookie, is not', async () => {
  const { email } = await anOwner(app);
  expect(await mailsTo(email)).toEqual([]);
  const jar = new Map<string, string>();
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/Cliente/Ingreso/Token',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' },
    payload: { cEmail: email, cClave: PASSWORD, lRecordar: 'S' },
  });
  for (const { name, value } of answer.cookies) jar.set(name, value);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Un navegador nuevo quedó recordado en tu cuenta de Butaca');
  expect(mail?.text).toContain('Chrome · Android');
  answerOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  answerOf(await visitorAt(app).logIn(email));
  await letNoticesAge(db, 3600);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('logging in anew in a browser that is remembered tells nothing new', async () => {
  const { email } = await anOwner(app);
  const { jar } = await remembered(app, email);
  answerOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  await remembered(app, email, jar);
  await letNoticesAge(db, 3600);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('logging in with an older copy of its cookie is told, and so is doing so with the cookie of another account', async () => {
  const [{ email }, { email: another }] = [await anOwner(app), await anOwner(app)];
  const { jar } = await remembered(app, email);
  const copy = new Map(jar);
  answerOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  expect(await mailsTo(email)).toHaveLength(1);
  await letNoticesAge(db, 3600);
  await remembered(app, email, copy);
  expect(await mailsTo(email)).toHaveLength(2);
  await remembered(app, another, copy);
  expect(await mailsTo(another)).toHaveLength(1);
});

test('an address that is added or becomes another place is told; preferring it is not', async () => {
  const { email, token } = await anOwner(app);
  const id = await withAddress(app, token);
  expect((await mailsTo(email))[0]).toMatchObject({
    subject: 'Nuevo domicilio en tu cuenta de Butaca',
    text: expect.stringContaining('Domicilio “Pasaje de los Telones 120”'),
  });
  await letNoticesAge(db, 3600);
  const client = clientOf(app, { token });
  await client.ok(changeAddress, { params: { id }, body: { ...anAddress, type: 'work', reference: 'Timbre roto' } });
  expect(await mailsTo(email)).toHaveLength(1);
  await client.ok(changeAddress, { params: { id }, body: { ...anAddress, street: 'Otra Calle' } });
  expect((await mailsTo(email))[0]?.text).toContain('“Otra Calle 120”');
});

test('a second factor is told to its member of staff, without a link that would take it away', async () => {
  const clerk = await aMember(db, app);
  const { token } = answerOf(await clerk.logIn());
  const { proof } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
  await setUpApp(app, proof);
  const [mail] = await mailsTo(clerk.email);
  expect(mail?.subject).toBe('Nuevo segundo factor en tu cuenta de Butaca');
  expect(mail?.text).toContain('Segundo factor “Teléfono”');
  expect(mail?.text).toContain('avisale enseguida a quien administra');
  expect(linksIn(`${mail?.text}${mail?.html}`)).toEqual([]);
  expect(resultOf(await clientOf(app).call(confirmEnrolment, { body: { proof, name: 'x', code: '000000' } }))).not.toBe('ok');
  await letNoticesAge(db, 3600);
  expect(await mailsTo(clerk.email)).toHaveLength(1);
});

test('the mail is in the language of its reader', async () => {
  const subjects: (string | undefined)[] = [];
  for (const language of ['es', 'en', 'pt']) {
    const { email, token } = await anOwner(app, { language });
    await withPasskey(app, token);
    await withAddress(app, token);
    const [mail] = await mailsTo(email);
    subjects.push(mail?.subject);
    expect(linksIn(mail?.text ?? '')).toHaveLength(2);
  }
  expect(subjects).toEqual([
    'Hay cosas nuevas en tu cuenta de Butaca',
    'There are new things in your Butaca account',
    'Há novidades na sua conta da Butaca',
  ]);
});

test('a name is cut and quoted: no markup, link, number to call or sentence of a stranger stands in the mail', async () => {
  const { email, token } = await anOwner(app);
  await withPasskey(app, token, '<b>x</b>” Llamá al 0800-555-1234: https://evil.example');
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain('Llave de acceso “b x b Llamá al https…”');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('555');
    expect(text?.split('”')).toHaveLength(2);
  }
});

test('what is added in a loop is pooled into few mails, which leave nothing out that still exists', async () => {
  const { email, token } = await anOwner(app);
  const client = clientOf(app, { token });
  await withPasskey(app, token, 'Uno');
  expect(await mailsTo(email)).toHaveLength(1);
  for (let round = 0; round < 12; round += 1) {
    const id = await withAddress(app, token, { number: String(round + 1) });
    await mailbox.deliver();
    if (round % 2 === 0) await client.ok(removeAddress, { params: { id } });
  }
  const { id: gone } = await withPasskey(app, token, 'Ido');
  await client.ok(removePasskey, { params: { id: gone } });
  await withPasskey(app, token, 'Dos');
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await jobs()).toHaveLength(1);
  await letNoticesAge(db, 61);
  const [second, ...before] = await mailsTo(email);
  expect(before).toHaveLength(1);
  expect(second?.text).toContain('“Dos”');
  expect(second?.text).not.toContain('“Ido”');
  expect(linksIn(second?.text ?? '')).toHaveLength(8);

  // The first three of an hour come a minute apart, the others ten.
  const mails = async () => (await mailsTo(email)).length;
  for (const [seconds, expected] of [
    [0, 2],
    [61, 3],
    [61, 3],
    [540, 4],
    [61, 4],
    [540, 5],
  ] as const) {
    await letNoticesAge(db, seconds);
    await client.ok(removeAddress, { params: { id: await withAddress(app, token, { number: '7' }) } });
    await withPasskey(app, token, 'Otra más');
    expect(await mails()).toBe(expected);
  }
});

test('a passkey that was removed before its mail went out is told with a link, and no more than the newest five', async () => {
  const { email, token } = await anOwner(app);
  const client = clientOf(app, { token });
  for (let round = 0; round < 7; round += 1) {
    const { id } = await withPasskey(app, token, 'Ido');
    await client.ok(removePasskey, { params: { id } });
  }
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(linksIn(mail?.text ?? '')).toHaveLength(5);
  for (const text of [mail?.text, mail?.html]) {
    expect(text?.split('Llave de acceso que se agregó y ya se quitó')).toHaveLength(6);
    expect(text?.split('No fui yo: cerrar todas las sesiones')).toHaveLength(6);
  }
  expect(await db`select from account_notice join customer on customer.id = customer_id where email = ${email}`).toHaveLength(5);
});

test('adding and removing addresses in a loop leaves one row behind and mails nothing', async () => {
  const { email, token } = await anOwner(app);
  const client = clientOf(app, { token });
  for (let round = 0; round < 10; round += 1) await client.ok(removeAddress, { params: { id: await withAddress(app, token) } });
  expect(await db`select from account_notice join customer on customer.id = customer_id where email = ${email}`).toHaveLength(1);
  expect(await mailsTo(email)).toEqual([]);
});

test('a job that comes too early, as one that was enqueued beside another worker’s mail, waits for its turn', async () => {
  const { email, token } = await anOwner(app);
  await withPasskey(app, token);
  expect(await mailsTo(email)).toHaveLength(1);
  await withAddress(app, token);
  await db`update graphile_worker._private_jobs set run_at = now() where key like 'tell-of-notices.%'`;
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await jobs()).toHaveLength(1);
  await letNoticesAge(db, 61);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('while the mail server is away the mail waits, and says then everything', async () => {
  const { email, token } = await anOwner(app);
  await mailbox.deliver();
  await withPasskey(app, token);
  await mailbox.fail();
  await withAddress(app, token);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(linksIn(mail?.text ?? '')).toHaveLength(2);
});

test('what a worker was telling when it died is told by another one, and what is told is not told again', async () => {
  const { email, token } = await anOwner(app);
  await withPasskey(app, token);
  await db`update account_notice set mailing_at = clock_timestamp() where told_at is null`;
  expect(await mailsTo(email)).toEqual([]);
  // What is added meanwhile does not wait for it.
  await letNoticesAge(db, 2 * 60);
  await withAddress(app, token);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Nuevo domicilio en tu cuenta de Butaca']);
  await letNoticesAge(db, 9 * 60);
  const [mail, ...others] = await mailsTo(email);
  expect(mail?.subject).toBe('Nueva llave de acceso en tu cuenta de Butaca');
  expect(others).toHaveLength(1);
  await db`select graphile_worker.add_job('tell-of-notices', json_build_object('customerId', id)) from customer where email = ${email}`;
  await letNoticesAge(db, 3600);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('neither rows nor jobs hold the link, and notices go after a month', async () => {
  const { email, token } = await anOwner(app);
  await withPasskey(app, token);
  const waiting = await db`select payload from graphile_worker._private_jobs`;
  const [mail] = await mailsTo(email);
  const [link = ''] = linksIn(mail?.text ?? '');
  const stored = JSON.stringify([waiting, await db`select * from account_notice`]);
  expect(stored).not.toContain(link.split('.')[1]);
  await letNoticesAge(db, 32 * 24 * 3600);
  await deleteOldTraces(db);
  expect(await db`select from account_notice`).toEqual([]);
});
