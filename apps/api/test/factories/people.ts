import {
  addAddress,
  addPhone,
  askRecoveryCode,
  eraseAccount,
  marketingVersions,
  recoverPassword,
  requestExport,
  sendErasureCode,
  setMarketing,
  subscribe,
  writeToSupportAsCustomer,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../../sandbox/src/mail/receive.ts';
import { codeMailOf, customerTasks } from '../../src/customers/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { listKept, purchaseTasks, type SaleWorld } from '../../src/sale/index.ts';
import { buyerAt } from './buyer.ts';
import { answerOf, clientOf } from './client.ts';
import { SECRET, signUpForm, visitorAt } from './customers.ts';
import { workOnce } from './jobs.ts';
import { mailerAt, mailTasks } from './mail-tasks.ts';

const NEW_PASSWORD = 'Candilejas2027';

/** People whose every datum is theirs alone, so that a trace of one is found wherever it is; and the worker that writes to them. */
export async function somePeople(database: { readonly db: Db; readonly url: string }, app: FastifyInstance & { readonly sale: SaleWorld }) {
  const { db } = database;
  const inbox = new Inbox();
  const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
  let count = 0;

  async function work() {
    const mailer = mailerAt(smtp.port);
    await workOnce(database, {
      ...mailTasks({ db, mailer }),
      ...customerTasks({ db, readKeptCards: (customerId) => listKept(app.sale, customerId), language: 'es' }),
      ...purchaseTasks(app.sale),
    });
    mailer.close();
  }

  /** Somebody with an account, an address, two phones, a decision about news and a subscription to the newsletter. */
  async function person() {
    count += 1;
    const letters = [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const form = signUpForm({
      firstName: `Xiomara${letters}`,
      lastName: `Quetzal${letters}`,
      documentNumber: String(41_000_000 + count),
      phoneNumber: `1147${String(count).padStart(6, '0')}`,
      email: `xio.${letters}@quetzal.example`,
    });
    const visitor = visitorAt(app);
    answerOf(await visitor.signUp(form));
    const { token } = answerOf(await visitor.logIn(form.email));
    const buyer = buyerAt(app, { token, ip: `198.18.${count}.7` });
    const [row] = await db<{ id: string }[]>`update customer set email_confirmed_at = now() where email = ${form.email} returning id`;
    const address = { street: `Pasaje Telón ${letters}`, location: `Villa ${letters}`, number: '77', postcode: 'C1043AAB' };
    const phone = `1158${String(count).padStart(6, '0')}`;
    await buyer.ok(addAddress, {
      body: { type: 'home', country: 'ar', province: 'C', preferred: true, reference: `Timbre ${letters}`, ...address },
    });
    await buyer.ok(addPhone, { body: { type: 'mobile', number: phone, preferred: false } });
    await buyer.ok(setMarketing, { body: { given: true, textVersion: marketingVersions.es } });
    await buyer.ok(subscribe, { body: { name: form.firstName, email: form.email } });
    await buyer.ok(writeToSupportAsCustomer, {
      body: { kind: 'question', message: `Soy ${form.lastName}`, name: form.firstName, phone },
    });
    return {
      ...buyer,
      form,
      email: form.email,
      customerId: row?.id ?? '',
      /** What nobody else has. */
      traces: [
        form.firstName,
        form.lastName,
        form.documentNumber,
        form.phoneNumber,
        form.email,
        address.street,
        `Timbre ${letters}`,
        phone,
      ],
      requestExport: () => buyer.call(requestExport, {}),
      sendErasureCode: () => buyer.call(sendErasureCode, {}),
      erase: (code: string) => buyer.call(eraseAccount, { body: { code } }),
      /** Asks for the code of an erasure and reads it in the mail. */
      async erasureCode() {
        await buyer.ok(sendErasureCode, {});
        await work();
        const mail = inbox.newestFirst().find(({ to, text }) => to.includes(form.email) && text.includes('eliminar tu cuenta'));
        return /^(\d{6}) /.exec(mail?.subject ?? '')?.[1] ?? '';
      },
    };
  }

  /** The owner of a mailbox recovers the account on it, and logs in: a proof from outside (decision 089). */
  async function claim({ email }: { readonly email: string }) {
    const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
    const { code = '' } = (await codeMailOf({ db, secret: SECRET }, requestId)) ?? {};
    await clientOf(app).ok(recoverPassword, { body: { requestId, code, password: NEW_PASSWORD } });
    const { token } = answerOf(await visitorAt(app).logIn(email, NEW_PASSWORD));
    return buyerAt(app, { token });
  }

  return {
    person,
    claim,
    work,
    mailsTo: (address: string) => inbox.newestFirst().filter(({ to }) => to.includes(address)),
    close: () => smtp.close(),
  };
}

/** Tables, the queue's among them, in which one of these texts stands. */
export async function tablesWith(db: Db, texts: readonly string[]): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.unsafe<{ text: string }[]>(`select each::text as text from ${name} as each`);
    if (rows.some(({ text }) => texts.some((each) => text.includes(each)))) found.push(name);
  }
  return found;
}
