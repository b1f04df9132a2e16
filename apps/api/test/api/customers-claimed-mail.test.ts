import { addPhone, askForLink, askRecoveryCode, confirmAddress, logInWithLink, recoverPassword, sendAddressCode } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { withAddress, withPasskey } from '../factories/notices.ts';

// Whoever proves the mailbox of an account that was never confirmed is told what ended there, on the page and by mail (decision 089).

const database = await freshDatabase();
const { db } = database;
const provider = await externalLogin(db, { mode: 'OWN_SELF_LOGIN' });
const { app } = provider;
const mailbox = await aMailbox(database);
afterAll(async () => {
  await mailbox.close();
  await provider.close();
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const SUBJECT = 'Cambió cómo se entra a tu cuenta de Butaca';
const PAGE = 'https://entradas.example/recoverPassword';

async function anAccount({ isConfirmed = false } = {}) {
  const { email } = signUpForm();
  const { token } = answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  await db`update customer set email_confirmed_at = case when ${isConfirmed} then now() end where email = ${email}`;
  return { email, token };
}

async function followLink(email: string) {
  const client = clientOf(app, { jar: new Map() });
  await client.ok(askForLink, { body: { email } });
  const link = (await mailbox.mailsTo(email)).map(({ text }) => /\/loginLink#(\S+)/.exec(text)?.[1]).find(Boolean) ?? '';
  return client.ok(logInWithLink, { body: { link } });
}
const claimsTo = async (email: string) => (await mailbox.mailsTo(email)).filter(({ subject }) => subject === SUBJECT);

test('a mailed link that ends the password says so in its answer and by one mail, which leads to a new password', async () => {
  const [{ email }, neighbour] = [await anAccount(), await anAccount()];
  expect(await followLink(email)).toMatchObject({ hasClaimed: true });
  const [mail, ...others] = await claimsTo(email);
  expect(others).toEqual([]);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('Confirmaste este correo al entrar en Butaca con el enlace que te mandamos.');
    expect(part).toContain('dejó de valer lo que abría la cuenta: la contraseña');
    expect(part).toContain('Si nunca abriste una cuenta en Butaca');
    expect(part).toContain(PAGE);
  }
  expect(await claimsTo(neighbour.email)).toEqual([]);

  expect((await followLink(email)).hasClaimed).toBeUndefined();
  expect(await claimsTo(email)).toHaveLength(1);
});

test('an external log-in says so too, and leads to no password: a recovery would mail no code', async () => {
  const { email } = await anAccount();
  const browser = provider.browser();
  expect(answerOf(await browser.logIn(aMember({ email })))).toMatchObject({ hasClaimed: true });
  const [mail, ...others] = await claimsTo(email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('con tu cuenta de otro servicio');
  // Neither had been there.
  expect(mail?.text).not.toMatch(/segundos factores|La cuenta de otro servicio con la que se entraba/);
  expect(mail?.text).toContain('respondé este correo y la damos de baja');
  expect(`${mail?.text}${mail?.html}`).not.toContain('recoverPassword');
  await clientOf(app).ok(askRecoveryCode, { body: { email } });
  expect(await mailbox.codeTo(email)).toBe('');

  expect(answerOf(await browser.logIn(aMember({ email: signUpForm().email }))).hasClaimed).toBeUndefined();
});

test('a recovery is told by the mail about the new password alone, and a code typed inside by none', async () => {
  const { email } = await anAccount();
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
  await clientOf(app).ok(recoverPassword, { body: { requestId, code: await mailbox.codeTo(email), password: 'Candilejas2027' } });
  const subjects = (await mailbox.mailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Cambió'))).toEqual(['Cambió tu contraseña de Butaca']);

  const inside = await anAccount();
  const client = clientOf(app, { token: inside.token });
  await client.ok(sendAddressCode, {});
  expect(resultOf(await client.call(confirmAddress, { body: { code: await mailbox.codeTo(inside.email) } }))).toBe('ok');
  expect(await claimsTo(inside.email)).toEqual([]);
});

test('nothing is told where nothing ended: the address was confirmed, or nobody had left anything in the account', async () => {
  const confirmed = await anAccount({ isConfirmed: true });
  expect((await followLink(confirmed.email)).hasClaimed).toBeUndefined();
  expect(await claimsTo(confirmed.email)).toEqual([]);

  const empty = await anAccount();
  await db`delete from customer_phone using customer where customer.id = customer_id and email = ${empty.email}`;
  await db`update customer set password_hash = null where email = ${empty.email}`;
  expect((await followLink(empty.email)).hasClaimed).toBeUndefined();
  expect(await claimsTo(empty.email)).toEqual([]);
});

type Account = Awaited<ReturnType<typeof anAccount>>;
const belongings: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
  'a phone': ({ token }) => clientOf(app, { token }).ok(addPhone, { body: { type: 'mobile', number: '1155550101', preferred: true } }),
  'an address': ({ token }) => withAddress(app, token),
  'a passkey': ({ token }) => withPasskey(app, token, 'Teléfono', provider.origin),
  'an external log-in': async ({ email }) => db`
    insert into external_identity (issuer, subject, customer_id) select ${provider.issuer}, ${`of ${email}`}, id from customer where email = ${email}`,
};

test('second factors and log-ins of other services that ended are named in the mail', async () => {
  const account = await anAccount();
  await belongings['an external log-in']?.(account);
  await db`
    insert into second_factor (id, customer_id, kind, name, sealed_secret, last_step)
    select ${'A'.repeat(22)}, id, 'totp', 'Teléfono', 'sealed', 0 from customer where email = ${account.email}`;
  await followLink(account.email);
  const [mail] = await claimsTo(account.email);
  expect(mail?.text).toContain(
    'Los segundos factores que tenía dejaron de valer. La cuenta de otro servicio con la que se entraba ya no la abre.',
  );
});

test.each(Object.entries(belongings))('%s alone that ended is told', async (_, leave) => {
  const account = await anAccount();
  await db`delete from customer_phone using customer where customer.id = customer_id and email = ${account.email}`;
  await leave(account);
  await db`update customer set password_hash = null where email = ${account.email}`;
  expect(await followLink(account.email)).toMatchObject({ hasClaimed: true });
  expect(await claimsTo(account.email)).toHaveLength(1);
});
