import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { loadBrand } from '@butaca/brand/load';
import { confirmAddress, getCustomer, sendAddressCode } from '@butaca/contract';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { type CodeHost, codeHostTasks, httpCodeHost } from '../../src/customers/code-host.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { letCodesAge, letJobsAge } from '../factories/time.ts';
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

test('a host that is down is tried again; after half a minute of it the same code comes by our own mail, and the log names no code (CA-036)', async () => {
  await switchHost({ isDown: true });
  const me = await signedUp();
  for (let tries = 0; tries < 3; tries++) {
    await work();
    expect([await waiting('hand-over-code'), await waiting('mail-code')]).toEqual([1, 0]);
    await letJobsAge(db, 60);
  }
  const errors = await db`select last_error from graphile_worker.jobs where task_identifier = 'hand-over-code'`;
  await work();
  expect([await waiting('hand-over-code'), await waiting('mail-code')]).toEqual([0, 1]);
  const code = await mailbox.codeTo(me.email);
  expect(told('job-gave-up')).toMatchObject([{ task: 'hand-over-code', attempt: 4 }]);
  expect(errors).toMatchObject([{ last_error: expect.stringContaining('503') }]);
  for (const written of [text(), JSON.stringify(errors)])
    expect([written.includes(code), written.includes(me.email)]).toEqual([false, false]);
  expect(await me.confirm(code)).toBe('ok');
});

test('a host that comes back meanwhile gets the code, and our own mail sends none (CA-036)', async () => {
  await switchHost({ isDown: true });
  const me = await signedUp();
  await work();
  await switchHost({});
  await letJobsAge(db, 60);
  await work();
  expect(await handedTo(me.email)).toHaveLength(1);
  expect(await mailbox.codeTo(me.email)).toBe('');
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
  const told: { readonly signature: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      told.push({ signature: String(request.headers['x-signature']), body });
      response.writeHead(told.length === 1 ? 307 : 204, { location: url }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const host = httpCodeHost({ url: `http://127.0.0.1:${port}/codes`, key: KEY });
  const me = await signedUp();
  await work(host);
  expect(await handedTo(me.email)).toEqual([]);
  await letJobsAge(db, 60);
  await work(host);
  expect(told).toHaveLength(2);
  const [, { signature, body } = { signature: '', body: '' }] = told;
  expect(signature).toBe(`sha256=${createHmac('sha256', KEY).update(body).digest('hex')}`);
  const { email, code, expiresAt, ...rest } = JSON.parse(body);
  expect([email, Object.keys(rest).sort()]).toEqual([me.email, ['id', 'language']]);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13 * 60_000);
  expect(await me.confirm(code)).toBe('ok');
});
