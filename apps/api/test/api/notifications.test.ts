import { afterAll, expect, test } from 'vitest';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../../sandbox/src/mail/receive.ts';
import { freshDatabase } from '../database.ts';
import { customersApp, signUpForm, visitorAt } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { mailerAt, mailTasks, sender } from '../factories/mail-tasks.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
const visitor = visitorAt(app);
const inbox = new Inbox();
const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
const ofBrand = { ...sender, brandName: 'Butaca & Cía' };
afterAll(async () => {
  await Promise.all([app.close(), smtp.close()]);
  await database.close();
});

/** Runs the worker until no job is left. */
async function work({ port = smtp.port } = {}) {
  const mailer = mailerAt(port);
  await workOnce(database, mailTasks({ db: database.db, mailer, sender: ofBrand }));
  mailer.close();
}
const jobs = async () =>
  database.db<{ attempts: number; error: string | null }[]>`select attempts, last_error as error from graphile_worker.jobs`;
/** As if the wait before the next retry were over. */
const waitIsOver = () => database.db`update graphile_worker._private_jobs set run_at = now()`;

test('a new customer gets one welcome mail, with the name and a link to the shop', async () => {
  const form = signUpForm({ firstName: 'Ñata', lastName: "O'Higgins" });
  await visitor.signUp(form);
  await work();
  const mails = inbox.newestFirst();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: [form.email],
    subject: 'Te damos la bienvenida a Butaca & Cía',
    messageId: expect.stringMatching(/^<welcome-customer\.[\w-]{22}@entradas\.example>$/),
  });
  expect(mails[0]?.text).toContain('Hola, Ñata:');
  expect(mails[0]?.text).toContain('https://entradas.example/');
  expect(mails[0]?.html).toContain('Butaca &amp; Cía');
  expect(await jobs()).toEqual([]);
});

test('a refused sign-up welcomes nobody again', async () => {
  const form = signUpForm();
  await visitor.signUp(form);
  await work();
  const welcomes = () => inbox.newestFirst().filter(({ subject }) => subject.startsWith('Te damos la bienvenida')).length;
  const before = welcomes();
  await visitor.signUp(form);
  await visitor.signUp(signUpForm({ documentNumber: '5' }));
  await work();
  expect(welcomes()).toBe(before);
});

test('when the mail server is away the mail waits and is sent later, as the same mail', async () => {
  const before = inbox.newestFirst().length;
  const form = signUpForm();
  await visitor.signUp(form);
  const away = await receiveMail(new Inbox(), { host: '127.0.0.1', port: 0 });
  await away.close();
  await work({ port: away.port });
  expect(await jobs()).toMatchObject([{ attempts: 1, error: expect.stringContaining('ECONNREFUSED') }]);
  expect(inbox.newestFirst()).toHaveLength(before);
  await waitIsOver();
  await work();
  expect(inbox.newestFirst()[0]).toMatchObject({ to: [form.email] });
  expect(inbox.newestFirst()).toHaveLength(before + 1);
  expect(await jobs()).toEqual([]);
});

test('an account erased before its mail went out gets none', async () => {
  const before = inbox.newestFirst().length;
  const form = signUpForm();
  await visitor.signUp(form);
  await database.db`delete from customer where email = ${form.email}`;
  await work();
  expect(inbox.newestFirst()).toHaveLength(before);
  expect(await jobs()).toEqual([]);
});
