import { loadBrand } from '@butaca/brand/load';
import {
  askRecoveryCode,
  confirmAddress,
  confirmEnrolment,
  getCustomer,
  giveSecondFactor,
  listCounterPerformances,
  logIn,
  openSecurity,
  recoverPassword,
  removeFactor,
  renewRecoveryCodes,
  sendAddressCode,
  startEnrolment,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { aMember, authenticator, letProofsAge, proofOf, setUpApp, whileConfirmed } from '../factories/staff.ts';
import { letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const mailbox = await aMailbox(database);
const { brand } = await loadBrand('butaca');
const asking = (secondFactor: 'off' | 'offered' | 'required') =>
  customersApp(db, { brand: { ...brand, login: { ...brand.login, staff: { ...brand.login.staff, secondFactor } } } });
const [off, offered, required] = await Promise.all([asking('off'), asking('offered'), asking('required')]);
afterAll(async () => {
  await Promise.all([off, offered, required].map((app) => app.close()));
  await mailbox.close();
  await database.close();
});

const anyone = (app: FastifyInstance = offered) => clientOf(app);
const WRONG = '000000';

/** A clerk who has set up an app in a session of theirs. */
async function aClerkWithAnApp(app = offered) {
  const member = await aMember(db, app);
  const { token } = answerOf(await member.logIn());
  const { proof } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
  return { ...member, token, proof, ...(await setUpApp(app, proof)) };
}
const give = (proof: string, code: string, app = offered) => anyone(app).call(giveSecondFactor, { body: { proof, code } });
const sessionsOf = async (email: string) =>
  (
    await db<{ proved: boolean }[]>`
      select second_factor as proved from session join customer on customer.id = customer_id
       where email = ${email} and revoked_at is null order by session.created_at`
  ).map(({ proved }) => proved);
const worksAtCounter = async (token: string, app = offered) => (await clientOf(app, { token }).call(listCounterPerformances, {})).status;

test('where a second factor is offered, staff without one log in with their password', async () => {
  const clerk = await aMember(db, offered);
  const { token, user } = answerOf(await clerk.logIn());
  expect(user.role).toBe('box-office');
  expect(await worksAtCounter(token)).toBe('ok');
});

test('staff with an app get a session for the password and its code, and none for the password alone', async () => {
  const clerk = await aClerkWithAnApp();
  const before = await sessionsOf(clerk.email);
  const { proof, failure } = await proofOf(offered, clerk.body);
  expect(failure).toBe('second_factor_needed');
  expect(await sessionsOf(clerk.email)).toEqual(before);
  expect(await clientOf(offered, { token: proof }).call(getCustomer, {})).toMatchObject({ status: 'unauthorised' });

  const { session } = answerOf(await give(proof, clerk.phone.code(1)));
  expect(await worksAtCounter(session?.token ?? '')).toBe('ok');
  expect((await sessionsOf(clerk.email)).at(-1)).toBe(true);
});

test('a code is typed with or without blanks', async () => {
  const clerk = await aClerkWithAnApp();
  const { proof } = await proofOf(offered, clerk.body);
  const code = clerk.phone.code(1);
  expect(await give(proof, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ status: 'ok' });
});

test('a code that was used once is refused, and so is an earlier one', async () => {
  const clerk = await aClerkWithAnApp();
  const first = await proofOf(offered, clerk.body);
  // The code that set the app up was seen by whoever looked over the shoulder.
  expect(await give(first.proof, clerk.setUpCode)).toMatchObject({ failure: 'wrong_code' });
  const code = clerk.phone.code(1);
  answerOf(await give(first.proof, code));
  const second = await proofOf(offered, clerk.body);
  expect(await give(second.proof, code)).toMatchObject({ failure: 'wrong_code' });
  expect(await give(second.proof, clerk.setUpCode)).toMatchObject({ failure: 'wrong_code' });
  await letProofsAge(db, 60);
  expect(await give(second.proof, clerk.phone.code(1))).toMatchObject({ status: 'ok' });
});

test('a code that is sent twice at once opens one session', async () => {
  const clerk = await aClerkWithAnApp();
  const [one, other] = [await proofOf(offered, clerk.body), await proofOf(offered, clerk.body)];
  const code = clerk.phone.code(1);
  const answers = await Promise.all([one.proof, one.proof, other.proof].map((proof) => give(proof, code)));
  expect(answers.map(resultOf).filter((result) => result === 'ok')).toHaveLength(1);
});

test('codes of other times and of other phones are refused', async () => {
  const [clerk, other] = [await aClerkWithAnApp(), await aClerkWithAnApp()];
  const { proof } = await proofOf(offered, clerk.body);
  for (const code of [clerk.phone.code(3), clerk.phone.code(-3), other.phone.code(1)])
    expect(resultOf(await give(proof, code))).toBe('wrong_code');
});

test('somebody with the password tries five codes, however often they log in for it, and another clerk notices nothing', async () => {
  const [victim, other] = [await aClerkWithAnApp(), await aClerkWithAnApp()];
  const results: string[] = [];
  for (let time = 0; time < 12; time += 1) results.push(resultOf(await give((await proofOf(offered, victim.body)).proof, WRONG)));
  expect(results).toEqual([...Array(5).fill('wrong_code'), ...Array(7).fill('too_many_attempts')]);
  expect(await give((await proofOf(offered, other.body)).proof, other.phone.code(1))).toMatchObject({ status: 'ok' });
});

test('twenty codes sent at once are counted one by one', async () => {
  const clerk = await aClerkWithAnApp();
  const { proof } = await proofOf(offered, clerk.body);
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(proof, WRONG)));
  expect(answers.map(resultOf).filter((result) => result === 'wrong_code')).toHaveLength(5);
});

test('the wait after wrong codes ends, a right code clears it, and the log-in’s own waits are others', async () => {
  const clerk = await aClerkWithAnApp();
  const { proof } = await proofOf(offered, clerk.body);
  for (let time = 0; time < 5; time += 1) await give(proof, WRONG);
  expect(await give(proof, clerk.phone.code(1))).toMatchObject({ failure: 'too_many_attempts', data: { retryAfterSeconds: 5 } });
  await letTriesAge(db, 6);
  expect(await give(proof, clerk.phone.code(1))).toMatchObject({ status: 'ok' });
  await letProofsAge(db, 60);
  const next = await proofOf(offered, clerk.body);
  for (let time = 0; time < 4; time += 1) expect(resultOf(await give(next.proof, WRONG))).toBe('wrong_code');
  expect(await give(next.proof, clerk.phone.code(1))).toMatchObject({ status: 'ok' });
});

test('a guesser who comes back every quarter of an hour has one try each time', async () => {
  const clerk = await aClerkWithAnApp();
  let tries = 0;
  for (let quarter = 0; quarter < 20; quarter += 1) {
    const { proof } = await proofOf(offered, clerk.body);
    while (resultOf(await give(proof, WRONG)) === 'wrong_code') tries += 1;
    await letTriesAge(db, 900);
  }
  expect(tries).toBeLessThan(32);
});

test('a recovery code opens the log-in once, and not for anybody else', async () => {
  const [clerk, other] = [await aClerkWithAnApp(), await aClerkWithAnApp()];
  const [code = '', spare = ''] = clerk.recoveryCodes ?? [];
  expect(clerk.recoveryCodes).toHaveLength(10);
  expect(await give((await proofOf(offered, other.body)).proof, code)).toMatchObject({ failure: 'wrong_code' });
  const { factors } = answerOf(await give((await proofOf(offered, clerk.body)).proof, code.toUpperCase().replaceAll('-', ' ')));
  expect(factors.recoveryCodesLeft).toBe(9);
  expect(await give((await proofOf(offered, clerk.body)).proof, code)).toMatchObject({ failure: 'wrong_code' });
  expect(await give((await proofOf(offered, clerk.body)).proof, spare)).toMatchObject({ status: 'ok' });
});

test('new recovery codes take the place of all earlier ones', async () => {
  const clerk = await aClerkWithAnApp();
  const { recoveryCodes, factors } = await anyone().ok(renewRecoveryCodes, { body: { proof: clerk.proof } });
  expect(factors.recoveryCodesLeft).toBe(10);
  const { proof } = await proofOf(offered, clerk.body);
  expect(await give(proof, clerk.recoveryCodes?.[0] ?? '')).toMatchObject({ failure: 'wrong_code' });
  expect(await give(proof, recoveryCodes[0] ?? '')).toMatchObject({ status: 'ok' });
});

test('a proof lasts ten minutes and opens one session', async () => {
  const clerk = await aClerkWithAnApp();
  const { proof } = await proofOf(offered, clerk.body);
  await letProofsAge(db, 599);
  expect(await give(proof, WRONG)).toMatchObject({ failure: 'wrong_code' });
  await letProofsAge(db, 2);
  expect(await give(proof, clerk.phone.code(1))).toMatchObject({ failure: 'proof_over' });
  const next = await proofOf(offered, clerk.body);
  answerOf(await give(next.proof, clerk.phone.code(1)));
  await letProofsAge(db, 60);
  expect(await give(next.proof, clerk.phone.code(1))).toMatchObject({ failure: 'proof_over' });
  await letProofsAge(db, 2 * 3600);
  await deleteOldTraces(db);
  expect(await db`select 1 from password_proof`).toHaveLength(0);
});

test('where it is required, staff without one are led to set it up before anything else works', async () => {
  const clerk = await aMember(db, required);
  const before = await sessionsOf(clerk.email);
  const { proof, failure } = await proofOf(required, clerk.body);
  expect(failure).toBe('second_factor_missing');
  expect(await sessionsOf(clerk.email)).toEqual(before);
  expect(await give(proof, WRONG, required)).toMatchObject({ failure: 'proof_over' });
  const { session, recoveryCodes } = await setUpApp(required, proof);
  expect(recoveryCodes).toHaveLength(10);
  expect(await worksAtCounter(session?.token ?? '', required)).toBe('ok');
  // The log-in is over: its proof changes nothing any more.
  expect(await anyone(required).call(startEnrolment, { body: { proof, kind: 'totp' } })).toMatchObject({ failure: 'proof_over' });
});

test('a person whose address is not confirmed sets up no factor of any kind, and does after typing the mailed code in their session', async () => {
  const clerk = await aMember(db, offered);
  await db`update customer set email_confirmed_at = null where email = ${clerk.email}`;
  const { token } = answerOf(await clerk.logIn());
  const own = clientOf(offered, { token });
  const { proof } = await own.ok(openSecurity, { body: { password: PASSWORD } });
  for (const kind of ['totp', 'passkey'] as const) {
    expect(resultOf(await anyone().call(startEnrolment, { body: { proof, kind } }))).toBe('address_unconfirmed');
  }
  // Begun at a server of the version before.
  const { totp } = await whileConfirmed(db, clerk.id, () => anyone().ok(startEnrolment, { body: { proof, kind: 'totp' } }));
  const body = { proof, name: 'Teléfono', code: authenticator(totp?.secret ?? '').code() };
  expect(resultOf(await anyone().call(confirmEnrolment, { body }))).toBe('address_unconfirmed');
  expect(await db`select from second_factor where customer_id = ${clerk.id}`).toEqual([]);

  await own.ok(sendAddressCode, {});
  await own.ok(confirmAddress, { body: { code: await mailbox.codeTo(clerk.email) } });
  expect((await setUpApp(offered, proof)).factors.items).toHaveLength(1);
});

test('where it is required, staff whose address is not confirmed get in by recovering their password, which confirms it', async () => {
  const clerk = await aMember(db, required);
  await db`update customer set email_confirmed_at = null where email = ${clerk.email}`;
  const { proof } = await proofOf(required, clerk.body);
  expect(resultOf(await anyone(required).call(startEnrolment, { body: { proof, kind: 'totp' } }))).toBe('address_unconfirmed');

  const { requestId } = await anyone(required).ok(askRecoveryCode, { body: { email: clerk.email } });
  const password = 'Candilejas2027';
  await anyone(required).ok(recoverPassword, { body: { requestId, code: await mailbox.codeTo(clerk.email), password } });
  const { proof: next } = await proofOf(required, { ...clerk.body, password });
  const { session } = await setUpApp(required, next);
  expect(await worksAtCounter(session?.token ?? '', required)).toBe('ok');
});

test('where it is required, a session that staff opened without it is none, and customers keep theirs', async () => {
  const clerk = await aMember(db, offered);
  const { token } = answerOf(await clerk.logIn());
  const customer = await loggedIn(offered);
  expect(await worksAtCounter(token)).toBe('ok');
  expect(await worksAtCounter(token, required)).toBe('unauthorised');
  expect(await clientOf(required, { token: customer.token }).call(getCustomer, {})).toMatchObject({ status: 'ok' });
  // A customer who becomes staff while they are logged in has to prove it too.
  await db`update customer set role = 'organiser' where email = ${customer.email}`;
  expect(await clientOf(required, { token: customer.token }).call(getCustomer, {})).toMatchObject({ status: 'unauthorised' });
});

test('where it is off, nobody is asked and nobody sets one up', async () => {
  const clerk = await aClerkWithAnApp();
  const { token } = answerOf(await anyone(off).call(logIn, { body: clerk.body }));
  expect(await clientOf(off, { token }).call(openSecurity, { body: { password: PASSWORD } })).toMatchObject({ failure: 'not_for_you' });
  const { proof } = await proofOf(offered, clerk.body);
  expect(await give(proof, clerk.phone.code(1), off)).toMatchObject({ failure: 'proof_over' });
});

test('the first factor ends every other session and every other step of its person, and nobody else’s', async () => {
  const [clerk, other] = [await aMember(db, offered), await aMember(db, offered)];
  const [here, elsewhere, others] = [answerOf(await clerk.logIn()), answerOf(await clerk.logIn()), answerOf(await other.logIn())];
  const open = async (token: string) => (await clientOf(offered, { token }).ok(openSecurity, { body: { password: PASSWORD } })).proof;
  const [mine, thieves, theirs] = [await open(here.token), await open(elsewhere.token), await open(others.token)];
  // Somebody with the password has got as far as being asked to set one up.
  const { proof: pending } = await proofOf(required, clerk.body);
  await setUpApp(offered, mine);
  expect([await worksAtCounter(here.token), await worksAtCounter(elsewhere.token), await worksAtCounter(others.token)]).toEqual([
    'ok',
    'unauthorised',
    'ok',
  ]);
  expect([await sessionsOf(clerk.email), await sessionsOf(other.email)]).toEqual([[true], [false]]);
  for (const proof of [thieves, pending])
    expect(await anyone(required).call(startEnrolment, { body: { proof, kind: 'passkey' } })).toMatchObject({ failure: 'proof_over' });
  expect(await anyone().call(startEnrolment, { body: { proof: theirs, kind: 'passkey' } })).toMatchObject({ status: 'ok' });
});

test('a log-in with the password that is under way while the first factor is set up opens neither a session nor the settings without it', async () => {
  const member = await aMember(db, offered);
  const { token } = answerOf(await member.logIn());
  const neighbour = answerOf(await (await aMember(db, offered)).logIn());
  const { proof } = await clientOf(offered, { token }).ok(openSecurity, { body: { password: PASSWORD } });
  const { totp } = await anyone().ok(startEnrolment, { body: { proof, kind: 'totp' } });
  const code = authenticator(totp?.secret ?? '').code();
  const hold = (tx: Tx) => tx`select from customer where email = ${member.email} for update`;
  const setUp = () => anyone().call(confirmEnrolment, { body: { proof, name: 'Teléfono', code } });
  const logInAt = (app: FastifyInstance) => () => anyone(app).call(logIn, { body: member.body });
  const early = answerOf(await logInAt(offered)());
  expect(resultOf(await logInAt(required)())).toBe('second_factor_missing');

  const outcomes = await inOrder(db, hold, [logInAt(offered), setUp, logInAt(offered), logInAt(required)]);
  expect(outcomes.map(resultOf)).toEqual(['ok', 'ok', 'busy', 'busy']);
  expect(await worksAtCounter(early.token)).toBe('unauthorised');
  expect(await sessionsOf(member.email)).toHaveLength(1);
  // That of the settings, in which the factor was set up.
  expect(await db`select from password_proof join customer on customer.id = customer_id where email = ${member.email}`).toHaveLength(1);
  expect(await worksAtCounter(neighbour.token)).toBe('ok');
});

test('factors are changed with the password and a factor, not with a session alone', async () => {
  const clerk = await aClerkWithAnApp();
  const { proof } = await proofOf(offered, clerk.body);
  const { session } = answerOf(await give(proof, clerk.phone.code(1)));
  const here = clientOf(offered, { token: session?.token });
  expect(await here.call(openSecurity, { body: { password: 'Equivocada1' } })).toMatchObject({ failure: 'wrong_credentials' });
  const asked = await here.refused(openSecurity, { body: { password: PASSWORD } });
  if (asked.failure !== 'second_factor_needed') throw new Error(asked.failure);
  const factorId = clerk.factors.items[0]?.id ?? '';
  const incomplete = asked.data.proof;
  expect(await anyone().call(removeFactor, { body: { proof: incomplete, factorId } })).toMatchObject({ failure: 'proof_over' });
  expect(await anyone().call(renewRecoveryCodes, { body: { proof: incomplete } })).toMatchObject({ failure: 'proof_over' });
  await letProofsAge(db, 60);
  const given = answerOf(await give(incomplete, clerk.phone.code(1)));
  expect(given.session).toBeUndefined();
  expect(await anyone().call(removeFactor, { body: { proof: incomplete, factorId } })).toMatchObject({ status: 'ok' });
});

test('open settings close after ten minutes', async () => {
  const clerk = await aClerkWithAnApp();
  const factorId = clerk.factors.items[0]?.id ?? '';
  await letProofsAge(db, 599);
  expect(await anyone().call(startEnrolment, { body: { proof: clerk.proof, kind: 'totp' } })).toMatchObject({ status: 'ok' });
  await letProofsAge(db, 2);
  const { proof } = clerk;
  expect(await anyone().call(startEnrolment, { body: { proof, kind: 'totp' } })).toMatchObject({ failure: 'proof_over' });
  expect(await anyone().call(renewRecoveryCodes, { body: { proof } })).toMatchObject({ failure: 'proof_over' });
  expect(await anyone().call(removeFactor, { body: { proof, factorId } })).toMatchObject({ failure: 'proof_over' });
});

test('removing the last factor takes the recovery codes with it, where one is not required', async () => {
  const clerk = await aClerkWithAnApp();
  const factorId = clerk.factors.items[0]?.id ?? '';
  expect(await anyone(required).call(removeFactor, { body: { proof: clerk.proof, factorId } })).toMatchObject({ failure: 'last_factor' });
  expect(resultOf(await clerk.logIn())).toBe('second_factor_needed');
  const { factors } = await anyone().ok(removeFactor, { body: { proof: clerk.proof, factorId } });
  expect(factors).toEqual({ items: [], recoveryCodesLeft: 0 });
  expect(resultOf(await clerk.logIn())).toBe('ok');
});

test('nobody removes another person’s factor', async () => {
  const [clerk, other] = [await aClerkWithAnApp(), await aClerkWithAnApp()];
  const factorId = other.factors.items[0]?.id ?? '';
  expect(await anyone().call(removeFactor, { body: { proof: clerk.proof, factorId } })).toMatchObject({ failure: 'not_found' });
  expect(resultOf(await other.logIn())).toBe('second_factor_needed');
});

test('the settings are closed to customers, to strangers, after logging out, and to those who are staff no more', async () => {
  const customer = await loggedIn(offered);
  expect(await clientOf(offered, { token: customer.token }).call(openSecurity, { body: { password: PASSWORD } })).toMatchObject({
    failure: 'not_for_you',
  });
  const body = { proof: 'A'.repeat(43), kind: 'totp' } as const;
  expect(await anyone().call(startEnrolment, { body })).toMatchObject({ failure: 'proof_over' });
  const [gone, demoted] = [await aClerkWithAnApp(), await aClerkWithAnApp()];
  await db`update session set revoked_at = now() where customer_id = (select id from customer where email = ${gone.email})`;
  await db`update customer set role = 'customer' where email = ${demoted.email}`;
  for (const { proof } of [gone, demoted])
    expect(await anyone().call(startEnrolment, { body: { ...body, proof } })).toMatchObject({ failure: 'proof_over' });
  expect(resultOf(await demoted.logIn())).toBe('ok');
});

test('an app is set up once its first code was right; a second one takes its place', async () => {
  const clerk = await aClerkWithAnApp();
  expect(clerk.address).toMatch(/^otpauth:\/\/totp\/Butaca:/);
  const { totp } = await anyone().ok(startEnrolment, { body: { proof: clerk.proof, kind: 'totp' } });
  const wrong = { body: { proof: clerk.proof, name: 'Otro', code: clerk.phone.code() } };
  expect(await anyone().call(confirmEnrolment, wrong)).toMatchObject({ failure: 'wrong_code' });
  expect(totp?.secret).not.toBe(clerk.secret);
  const second = await setUpApp(offered, clerk.proof);
  expect(second.recoveryCodes).toBeUndefined();
  expect(second.factors.items).toHaveLength(1);
  const { proof } = await proofOf(offered, clerk.body);
  expect(await give(proof, clerk.phone.code(1))).toMatchObject({ failure: 'wrong_code' });
  expect(await give(proof, second.phone.code(1))).toMatchObject({ status: 'ok' });
});

test('neither the secret of an app, nor a recovery code, nor a proof can be read in the tables', async () => {
  const clerk = await aClerkWithAnApp();
  await anyone().ok(startEnrolment, { body: { proof: clerk.proof, kind: 'totp' } });
  const stored = JSON.stringify([
    await db`select * from second_factor`,
    await db`select * from recovery_code`,
    await db`select * from password_proof`,
  ]);
  for (const secret of [clerk.secret, clerk.proof, ...(clerk.recoveryCodes ?? [])]) expect(stored).not.toContain(secret);
});

test('what is no passkey is refused as a wrong code', async () => {
  const clerk = await aClerkWithAnApp();
  await anyone().ok(startEnrolment, { body: { proof: clerk.proof, kind: 'passkey' } });
  for (const passkey of [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"id":"x"}',
    JSON.stringify({ id: 'x', rawId: 'x', type: 'public-key', response: {} }),
  ]) {
    expect(await anyone().call(confirmEnrolment, { body: { proof: clerk.proof, name: 'Llave', passkey } })).toMatchObject({
      failure: 'wrong_code',
    });
    const { proof } = await proofOf(offered, clerk.body);
    expect(await anyone().call(giveSecondFactor, { body: { proof, passkey } })).toMatchObject({ failure: 'wrong_code' });
  }
});

test('sessions of staff last as long as the brand says, those of customers 180 minutes', async () => {
  const clerk = await aMember(db, offered, 'organiser');
  const customer = await loggedIn(offered);
  const { token } = answerOf(await clerk.logIn());
  const bothAfter = async (minutes: number) => {
    await db`update session set created_at = created_at - make_interval(mins => ${minutes}), expires_at = expires_at - make_interval(mins => ${minutes})`;
    return Promise.all(
      [token, customer.token].map(async (each) => (await clientOf(offered, { token: each }).call(getCustomer, {})).status),
    );
  };
  expect(await bothAfter(119)).toEqual(['ok', 'ok']);
  expect(await bothAfter(2)).toEqual(['unauthorised', 'ok']);
  expect(await bothAfter(58)).toEqual(['unauthorised', 'ok']);
  expect(await bothAfter(2)).toEqual(['unauthorised', 'unauthorised']);
});
