import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { loadBrand } from '@butaca/brand/load';
import { confirmAddress, getCustomer, sendAddressCode } from '@butaca/contract';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { type CodeHost, codeHostTasks, httpCodeHost } from '../../src/customers/code-host.ts';
import { JOBS_AT_ONCE } from '../../src/db/connections.ts';
import { enqueue } from '../../src/db/enqueue.ts';
import { runJobs } from '../../src/jobs/run-jobs.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { letCodesAge } from '../factories/time.ts';
import { aWatch } from '../factories/watch.ts';

const KEY = 'sandbox-mail-validation-key';

const database = await freshDatabase();
const { db } = database;
const outside = await aSandbox();
const url = `${outside.origin}/mail-validation/codes`;
const { brand } = await loadBrand('butaca');
const app = await customersApp(db, { brand: { ...brand, hosts: { ...brand.hosts, mailValidation: url } } });
const without = await customersApp(db);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await Promise.all([app.close(), without.close(), mailbox.close()]);
  await database.close();
});

interface Handed {
  readonly email: string;
  readonly code: string;
  readonly expiresAt: string;
}
const control = `${outside.origin}/mail-validation/control`;
const handedTo = async (email: string) =>
  ((await (await fetch(control)).json()) as { codes: Handed[] }).codes.filter((code) => code.email === email);
const switchHost = (switches: object) =>
  fetch(control, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(switches) });
afterEach(() => switchHost({}));
beforeEach(() => db`delete from login_throttle`);

const { watch, told, text } = aWatch();
const work = (host: CodeHost | null = httpCodeHost({ url, key: KEY })) =>
  workOnce(database, codeHostTasks({ db, secret: SECRET, host, watch }));

async function signedUp(at = app) {
  const form = signUpForm();
  const { token, isCodeSent } = answerOf(await visitorAt(at).signUp(form));
  const client = clientOf(at, { token });
  return {
    email: form.email,
    isCodeSent,
    confirm: async (code: string) => resultOf(await client.call(confirmAddress, { body: { code } })),
    sendCode: async () => resultOf(await client.call(sendAddressCode, {})),
    isConfirmed: async () => (await client.ok(getCustomer, {})).isEmailConfirmed,
  };
}
const waiting = async (task: string) => (await db`select from graphile_worker.jobs where task_identifier = ${task}`).length;

test('where a host sends them, the code of a sign-up arrives there and not by our mail, and confirms that account alone (CA-036)', async () => {
  const [me, neighbour] = [await signedUp(), await signedUp()];
  expect(me.isCodeSent).toBe(true);
  await work();
  const [handed, ...others] = await handedTo(me.email);
  expect(others).toEqual([]);
  expect(handed?.code).toMatch(/^\d{6}$/);
  expect(await mailbox.codeTo(me.email)).toBe('');
  const code = handed?.code ?? '';
  expect(await neighbour.confirm(code)).toBe('wrong_code');
  expect(await me.isConfirmed()).toBe(false);
  expect(await me.confirm(anotherCode(code))).toBe('wrong_code');
  expect(await me.confirm(code)).toBe('ok');
  expect([await me.isConfirmed(), await neighbour.isConfirmed()]).toEqual([true, false]);
});

test('without such a host nothing is handed over, and no code is sent before one is asked for (CA-036)', async () => {
  const me = await signedUp(without);
  expect(me.isCodeSent).toBeUndefined();
  await work();
  expect(await handedTo(me.email)).toEqual([]);
  expect(await mailbox.codeTo(me.email)).toBe('');
});

test('another code, asked for a minute later, comes by our own mail and makes the first one void (CA-036)', async () => {
  const me = await signedUp();
  await work();
  const [handed] = await handedTo(me.email);
  expect(await me.sendCode()).toBe('too_many_attempts');
  await letCodesAge(db, 61);
  expect(await me.sendCode()).toBe('ok');
  const mailed = await mailbox.codeTo(me.email);
  expect(await handedTo(me.email)).toHaveLength(1);
  expect(await me.confirm(handed?.code ?? '')).toBe('wrong_code');
  expect(await me.confirm(mailed)).toBe('ok');
});

/** The jobs of one process of the worker, whose clock and log are the test's. */
function aProcess(host: CodeHost) {
  const log = aWatch();
  const clock = { ms: 0 };
  const tasks = codeHostTasks({ db, secret: SECRET, host, watch: log.watch, now: () => clock.ms });
  return { log, clock, tasks, work: () => workOnce(database, tasks) };
}

/** A worker that works without a pause, and the purchases whose tickets it has mailed meanwhile. */
function atWork({ log, tasks }: ReturnType<typeof aProcess>) {
  const done: string[] = [];
  const jobs = runJobs({
    db,
    databaseUrl: database.url,
    crontab: '',
    concurrency: JOBS_AT_ONCE,
    watch: log.watch,
    tasks: { ...tasks, 'send-tickets': async (payload) => void done.push((payload as { purchaseId: string }).purchaseId) },
  });
  onTestFinished(jobs.stop);
  return { jobs, done };
}

/** A host that answers with the given status, also with a redirect to the sandbox's host; without one it accepts the connection and never answers. */
async function aHost(status?: number) {
  const calls: { readonly signature: string; readonly body: string }[] = [];
  const answers = { status };
  const server = createServer(async (request, response) => {
    calls.push({ signature: String(request.headers['x-signature']), body: await readAll(request) });
    if (answers.status !== undefined) response.writeHead(answers.status, { location: url }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { calls, answers, host: httpCodeHost({ url: `http://127.0.0.1:${port}/codes`, key: KEY }) };
}

test('a host that is down is called once: the same code comes by our own mail, and the log has the status and no code (CA-036)', async () => {
  await switchHost({ isDown: true });
  const me = await signedUp();
  await work();
  expect([await waiting('hand-over-code'), await waiting('mail-code')]).toEqual([0, 1]);
  const code = await mailbox.codeTo(me.email);
  expect(told('code-host-failed')).toMatchObject([{ outcome: 'failed', status: 503 }]);
  expect([text().includes(code), text().includes(me.email)]).toEqual([false, false]);
  expect(await me.confirm(code)).toBe('ok');
});

test.each([307, 401, 403, 404, 408, 425, 429, 500, 503])(
  'a host that answers %d is left alone for half a minute; all codes come by our own mail, and the log has one line (CA-036)',
  async (status) => {
    const { calls, answers, host } = await aHost(status);
    const { log, clock, work: workAt } = aProcess(host);
    const during = [await signedUp(), await signedUp(), await signedUp()];
    await workAt();
    clock.ms = 29_999;
    during.push(await signedUp());
    await workAt();
    expect(calls).toHaveLength(1);
    expect(log.told('code-host-failed')).toMatchObject([{ level: 40, outcome: 'failed', status }]);
    for (const { email } of during) expect(await mailbox.codeTo(email)).toMatch(/^\d{6}$/);

    clock.ms = 30_000;
    answers.status = 204;
    const after = [await signedUp(), await signedUp()];
    await workAt();
    expect(calls.slice(1).map(({ body }) => JSON.parse(body).email)).toEqual(after.map(({ email }) => email));
    expect(await Promise.all(after.map(({ email }) => mailbox.codeTo(email)))).toEqual(['', '']);
    expect(log.told('code-host-failed')).toHaveLength(1);
  },
);

test.each([400, 410, 422])(
  'a host that refuses codes with %d gets each of them, and the log says so twice a minute (CA-036)',
  async (status) => {
    const { calls, host } = await aHost(status);
    const { log, work: workAt } = aProcess(host);
    const people = [await signedUp(), await signedUp(), await signedUp()];
    await workAt();
    expect(calls).toHaveLength(3);
    expect(log.told('code-host-failed')).toMatchObject([
      { outcome: 'refused', status },
      { outcome: 'refused', status },
    ]);
    for (const { email } of people) expect(await mailbox.codeTo(email)).toMatch(/^\d{6}$/);
  },
);

test('a silent host gets a call of each slot, later one in half a minute; tickets leave, and every code comes by our own mail (CA-036)', async () => {
  const { calls, host } = await aHost();
  const process = aProcess(host);
  const { log, clock } = process;
  const { jobs, done } = atWork(process);
  const settled = async (purchaseId: string) => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signedUp()));
    await db.begin((tx) => enqueue(tx, 'send-tickets', { purchaseId }, { key: purchaseId }));
    const wait = { timeout: limit(30_000), interval: 50 };
    await vi.waitFor(async () => expect([await waiting('hand-over-code'), done.at(-1)]).toEqual([0, purchaseId]), wait);
    return people;
  };

  const first = await settled('first');
  const called = calls.length;
  expect(called).toBeGreaterThan(0);
  expect(called).toBeLessThanOrEqual(JOBS_AT_ONCE);
  expect(log.told('code-host-failed')).toMatchObject([{ outcome: 'late' }]);
  clock.ms += 30_000;
  const second = await settled('second');
  expect(calls).toHaveLength(called + 1);
  expect(log.told('code-host-failed')).toHaveLength(2);
  expect(log.told('job-failed')).toEqual([]);
  await jobs.stop();
  for (const { email } of [...first, ...second]) expect(await mailbox.codeTo(email)).toMatch(/^\d{6}$/);
});

test('a host that answers slowly has half the slots: tickets leave beside it, and codes that find no room come by our own mail (CA-036)', async () => {
  const held: (() => void)[] = [];
  const called: string[] = [];
  const answer = () => {
    for (const resolve of held.splice(0)) resolve();
  };
  const process = aProcess({
    async send({ email }) {
      called.push(email);
      await new Promise<void>((resolve) => held.push(resolve));
      return { outcome: 'taken', status: 204 };
    },
  });
  const { log } = process;
  const { jobs, done } = atWork(process);
  const people = await Promise.all(Array.from({ length: 8 }, () => signedUp()));
  await db.begin((tx) => enqueue(tx, 'send-tickets', { purchaseId: 'beside' }, { key: 'beside' }));
  const wait = { timeout: limit(30_000), interval: 50 };
  await vi.waitFor(async () => expect([await waiting('hand-over-code'), done]).toEqual([2, ['beside']]), wait);
  answer();
  await vi.waitFor(async () => expect(await waiting('hand-over-code')).toBe(0), wait);
  const last = await signedUp();
  await vi.waitFor(() => expect(called.slice(2)).toEqual([last.email]), wait);
  answer();
  await vi.waitFor(async () => expect(await waiting('hand-over-code')).toBe(0), wait);
  expect(log.told('code-host-failed')).toEqual([]);
  await jobs.stop();
  for (const { email } of people) expect(await mailbox.codeTo(email)).toMatch(called.includes(email) ? /^$/ : /^\d{6}$/);
});

test('a host that nothing listens at is left alone, too (CA-036)', async () => {
  const { log, work: workAt } = aProcess(httpCodeHost({ url: 'http://127.0.0.1:1/codes', key: KEY }));
  const people = [await signedUp(), await signedUp()];
  await workAt();
  expect(log.told('code-host-failed')).toMatchObject([{ outcome: 'no answer' }]);
  for (const { email } of people) expect(await mailbox.codeTo(email)).toMatch(/^\d{6}$/);
});

test.each([
  ['the host refuses it', () => switchHost({ refuses: true }), undefined],
  ['the host knows another key', async () => {}, httpCodeHost({ url, key: 'another key' })],
  ['the brand has no host any more', async () => {}, null],
])('a code comes by our own mail at once where %s (CA-036)', async (_, prepare, host) => {
  await prepare();
  const me = await signedUp();
  await work(host);
  expect(await handedTo(me.email)).toEqual([]);
  expect(await me.confirm(await mailbox.codeTo(me.email))).toBe('ok');
});

test('a code that is too old, or was replaced, is not handed over (CA-036)', async () => {
  const [late, again] = [await signedUp(), await signedUp()];
  await letCodesAge(db, 61);
  expect(await again.sendCode()).toBe('ok');
  await letCodesAge(db, 15 * 60);
  await work();
  expect([await handedTo(late.email), await handedTo(again.email), await waiting('hand-over-code')]).toEqual([[], [], 0]);
});

test('a mailbox that was sent many codes keeps nobody from signing up: the account is open, and no code is promised (CA-036)', async () => {
  const form = signUpForm();
  for (let time = 0; time < 6; time++) {
    const { token, isCodeSent } = answerOf(await visitorAt(app).signUp(form));
    expect([isCodeSent, typeof token]).toEqual([true, 'string']);
    // Its owner erases each account; the mailbox stays the same.
    await db`delete from customer where email = ${form.email}`;
  }
  const { token, isCodeSent } = answerOf(await visitorAt(app).signUp(form));
  expect(isCodeSent).toBeUndefined();
  expect((await clientOf(app, { token }).ok(getCustomer, {})).email).toBe(form.email);
  await work();
  expect(await handedTo(form.email)).toEqual([]);
});

test('the host is called once for a code, with a signature over what it says, and follows no redirect (CA-036)', async () => {
  const [redirecting, { calls, host }] = [await aHost(307), await aHost(204)];
  const sent = await signedUp();
  await work(redirecting.host);
  expect([redirecting.calls.length, await handedTo(sent.email)]).toEqual([1, []]);
  const me = await signedUp();
  await work(host);
  expect(calls).toHaveLength(1);
  const [{ signature, body } = { signature: '', body: '' }] = calls;
  expect(signature).toBe(`sha256=${createHmac('sha256', KEY).update(body).digest('hex')}`);
  const { email, code, expiresAt, ...rest } = JSON.parse(body);
  expect([email, Object.keys(rest).sort()]).toEqual([me.email, ['id', 'language']]);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13 * 60_000);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(16 * 60_000);
  expect(await me.confirm(code)).toBe('ok');
});
