import { logIn, logInWithDevice, logInWithPasskey, startPasskeyLogIn } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { linksIn, noticesTo, withPasskey } from '../factories/notices.ts';

// Beside a log-in of the shop's own: an account that only a provider opens has no password to ask for, to change or to recover.

const database = await freshDatabase();
const { db } = database;
const world = await externalLogin(db, { mode: 'OWN_SELF_LOGIN' });
const { app, origin } = world;
const mailbox = await aMailbox(database);
afterAll(async () => {
  await mailbox.close();
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

test('a mail about something new asks for an answer only where mail does not open the account, and elsewhere leads to a password', async () => {
  const member = aMember();
  const { token } = answerOf(await world.browser().logIn(member));
  await withPasskey(app, token, 'Teléfono', origin);
  const [external] = await noticesTo(mailbox, member.email);
  expect(linksIn(external?.text ?? '')).toHaveLength(1);
  expect(external?.text).toContain('respondé este correo');
  expect(external?.text).not.toContain('recoverPassword');

  // As after a mailed link that took the account over: no password, and nobody else opens it.
  const { email } = signUpForm();
  const own = answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  await db`update customer set password_hash = null, email_confirmed_at = now() where email = ${email}`;
  await withPasskey(app, own.token, 'Teléfono', origin);
  const [mailed] = await noticesTo(mailbox, email);
  expect(mailed?.text).not.toContain('respondé este correo');
  expect(mailed?.text).not.toContain('cambiá tu contraseña');
  expect(mailed?.text).toMatch(/Elegir una contraseña: \S+\/recoverPassword/);
});
