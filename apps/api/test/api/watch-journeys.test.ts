import { chargeCash, listCounterPerformances, logOut, takePlaces } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { runJobs } from '../../src/jobs/run-jobs.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, signUpForm, visitorAt } from '../factories/customers.ts';
import { aGateway, DECLINED_TEXT } from '../factories/gateway.ts';
import { mailTasks } from '../factories/mail-tasks.ts';
import { haveSale } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

/** One person, whose data would be found in any line. */
const person = {
  firstName: 'Xochitl',
  lastName: 'Quetzalzin',
  email: 'xochitl.marcada@privado.example',
  documentNumber: '41.987.654',
  phoneNumber: '+54 351 777-8899',
  password: 'Escondida2026',
};
const card = { ...cardForm, holder: 'Xochitl Quetzalzin', documentNumber: '41987654', email: person.email };
const NETWORK = '198.51.100';

const database = await freshDatabase();
const { db, url, close } = database;
const { watch, told, lines } = aWatch({ process: '1' });
const gateway = await aGateway();
const app = await customersApp(db, {
  confirmAddress: 'none',
  watch,
  payments: [payway({ url: gateway.url, publicKey: 'public', privateKey: 'private', timeoutMs: limit(2000) })],
});
const sale = await haveSale(db);
const visitor = visitorAt(app, { ip: `${NETWORK}.23` });
afterAll(async () => {
  await app.close();
  gateway.close();
  await close();
});

/** Everything that could name the person, their session or their card. */
const secrets = (tokens: readonly string[]) => [
  ...[person.firstName, person.lastName, person.email, 'xochitl', 'privado', person.documentNumber, '41987654', '987.654', person.password],
  ...['777-8899', '7778899', NETWORK, card.token, card.bin, card.lastFour, DECLINED_TEXT],
  ...tokens,
];

test('a whole life of a customer leaves lines of what happened, and none of them names the person, their network or their card', async () => {
  answerOf(await visitor.signUp(signUpForm(person)));
  expect(resultOf(await visitor.signUp(signUpForm(person)))).toBe('email_taken');
  expect(resultOf(await visitor.logIn(person.email, 'Equivocada2026'))).toBe('wrong_credentials');
  const { token } = answerOf(await visitor.logIn(person.email.toUpperCase(), person.password));
  const [row] = await db<{ id: string }[]>`select id from customer where email = ${person.email}`;
  const buyer = buyerAt(app, { token, ip: `${NETWORK}.23` });

  const { purchase } = answerOf(await buyer.take(sale, [0, 1]));
  answerOf(await buyer.selectDelivery(purchase.id));
  const { total = 0 } = answerOf(await buyer.purchase(purchase.id)).totals ?? {};
  const eleven = Array.from({ length: 11 }, (_, index) => 10 + index);
  expect(resultOf(await buyer.take(sale, eleven))).toBe('too_many_places');
  gateway.state.next.push('decline');
  answerOf(await buyer.pay({ id: purchase.id, total }, card));
  answerOf(await buyer.pay({ id: purchase.id, total }, card));
  answerOf(await buyer.order(purchase.id));
  await app.inject({
    url: `/v2/Operacion/${purchase.id}/Entradas/a4`,
    remoteAddress: `${NETWORK}.24`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(resultOf(await buyer.call(listCounterPerformances, {}))).toBe('not_for_you');

  await db`update customer set role = 'box-office' where email = ${person.email}`;
  const { token: clerkToken } = answerOf(await visitor.logIn(person.email, person.password));
  const clerk = buyerAt(app, { token: clerkToken, ip: `${NETWORK}.23` });
  const counterSale = answerOf(await clerk.call(takePlaces, { body: { performanceId: sale.performanceId, placeIds: [4], type: 'box' } }));
  const cash = { params: { purchaseId: counterSale.purchase.id } };
  const body = { total: 1_000_000, acceptsTerms: true, holder: `${person.firstName} ${person.lastName}` } as const;
  answerOf(await clerk.call(chargeCash, { ...cash, body }, { key: 'cash-of-the-test' }));
  answerOf(await clerk.call(chargeCash, { ...cash, body }, { key: 'cash-of-the-test' }));
  await app.inject({ url: '/v2/Cliente/Informacion', headers: { authorization: 'Bearer v1.forged.token' } });
  answerOf(await clerk.call(logOut, { body: {} }));

  const account = watch.hashOf(person.email);
  const network = watch.hashOf(NETWORK);
  expect(told('sign-up')).toMatchObject([
    { outcome: 'ok', account, network },
    { outcome: 'email_taken', account, network },
  ]);
  expect(told('log-in').map(({ outcome }) => outcome)).toEqual(['wrong_credentials', 'ok', 'ok']);
  expect(new Set(told('log-in').map((line) => line.account))).toEqual(new Set([account]));
  expect(told('payment-declined')).toMatchObject([
    { purchaseId: purchase.id, provider: 'payway', outcome: 'declined', network, customerId: row?.id, role: 'customer' },
  ]);
  expect(told('refused-by-role')).toMatchObject([{ customerId: row?.id, role: 'customer', call: listCounterPerformances.path, network }]);
  expect(told('limit-reached')).toMatchObject([
    { call: takePlaces.path, limit: 'too_many_places', which: expect.stringMatching(/^\w+$/), customerId: row?.id, network },
  ]);
  expect(told('tickets-downloaded')).toMatchObject([{ purchaseId: purchase.id, customerId: row?.id, network }]);
  // The repeated click sold nothing.
  expect(told('cash-sale')).toMatchObject([
    { purchaseId: counterSale.purchase.id, amount: 1_000_000, tickets: 1, role: 'box-office', customerId: row?.id },
  ]);
  expect(told('staff-verb').map(({ call, outcome, object }) => ({ call, outcome, object }))).toEqual([
    { call: takePlaces.path, outcome: 'ok', object: undefined },
    { call: chargeCash.path, outcome: 'ok', object: counterSale.purchase.id },
    { call: chargeCash.path, outcome: 'ok', object: counterSale.purchase.id },
    { call: logOut.path, outcome: 'ok', object: undefined },
  ]);
  expect(told('session-refused')).toHaveLength(1);
  expect(told('log-out')).toHaveLength(1);
  for (const line of lines().filter(({ kind }) => kind === 'security')) expect(line.requestId).toMatch(/^[\w-]{8}-\w+$/);

  // Four digits may be in a time by chance.
  const log = JSON.stringify(lines().map(({ time, ...line }) => line)).toLowerCase();
  for (const secret of secrets([token, clerkToken])) expect(log).not.toContain(secret.toLowerCase());
});

test('a job that fails says so with its error, without the address that the mail server repeats; one that gives up is an error', async () => {
  const { watch: worker, told: toldByWorker, text: textOfWorker } = aWatch({ process: 'worker' });
  await db`update graphile_worker._private_jobs set run_at = now(), max_attempts = 1 where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-tickets')`;
  const mailer = {
    send: async ({ to }: { to: { address: string } }) => {
      throw new Error(`550 5.1.1 <${to.address}>: no such mailbox`);
    },
    close: () => {},
  };
  const tasks = mailTasks({ db, mailer, watch: worker });
  const jobs = runJobs({ db, databaseUrl: url, tasks, crontab: '', concurrency: 2, watch: worker });
  onTestFinished(jobs.stop);
  // Mails of the journeys before this one may fail first.
  const welcome = () => toldByWorker('job-failed').find(({ task }) => task === 'welcome-customer');
  await vi.waitFor(() => expect([welcome(), toldByWorker('job-gave-up')[0]]).not.toContain(undefined), {
    timeout: limit(20_000),
    interval: 20,
  });
  expect(welcome()).toMatchObject({ attempt: 1, level: 40 });
  expect(toldByWorker('job-gave-up')[0]).toMatchObject({
    task: 'send-tickets',
    level: 50,
    error: { message: '550 5.1.1 <[address]>: no such mailbox' },
  });
  expect(textOfWorker().toLowerCase()).not.toContain('privado');
  expect(await worker.scrape()).toContain('butaca_jobs_total{task="send-tickets",outcome="gave_up",process="worker"} 1');
});
