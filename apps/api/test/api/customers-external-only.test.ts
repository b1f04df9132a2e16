import { logIn, logInWithDevice, logInWithPasskey, startPasskeyLogIn } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { withPasskey } from '../factories/notices.ts';

// Beside a log-in of the shop's own: an account that only a provider opens has no password to ask for, to change or to recover.

const database = await freshDatabase();
const { db } = database;
const world = await externalLogin(db, { mode: 'OWN_SELF_LOGIN' });
const { app, origin } = world;
afterAll(async () => {
  await world.close();
  await database.close();
});

test('whoever only the provider opens the account for is told so by each of its log-ins', async () => {
  const { token, user } = answerOf(await world.browser().logIn(aMember()));
  expect(user.isExternal).toBe(true);

  const { device } = await withPasskey(app, token, 'Teléfono', origin);
  const here = clientOf(app, { jar: new Map() });
  const { passkeyOptions } = await here.ok(startPasskeyLogIn, {});
  const byPasskey = await here.ok(logInWithPasskey, { body: { passkey: device.sign(passkeyOptions), remember: true } });
  expect(byPasskey.user.isExternal).toBe(true);
  expect((await here.ok(logInWithDevice, {})).user.isExternal).toBe(true);
});

test('an account with a password has it whichever way it is entered, and one that was never confirmed may get one', async () => {
  const { email } = signUpForm();
  answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  await db`update customer set email_confirmed_at = now() where email = ${email}`;
  expect(answerOf(await world.browser().logIn(aMember({ email }))).user.isExternal).toBeUndefined();
  expect(answerOf(await clientOf(app).call(logIn, { body: { email, password: PASSWORD } })).user.isExternal).toBeUndefined();

  const unproved = aMember({ isEmailVerified: false });
  expect(answerOf(await world.browser().logIn(unproved)).user.isExternal).toBeUndefined();
});
