import { loadBrand } from '@butaca/brand/load';
import { findCounterSales, getCustomer, listCounterPerformances, listOfficePerformances, logInWithDevice } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { runStaff } from '../../../../scripts/staff-command.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD, visitorAt } from '../factories/customers.ts';

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
const app = await customersApp(db, { confirmAddress: 'none' });
afterAll(async () => {
  await app.close();
  await close();
});

/** What the command says, and its exit code. */
async function staff(...given: readonly string[]) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await runStaff(given, { withDatabase: (work) => work(db), brand: async () => brand, log: say, complain: say });
  return { code, lines };
}
const logIn = async (email: string, password?: string) =>
  visitorAt(app, { ip: '198.51.100.77' }).logIn(email, ...(password === undefined ? [] : [password]));
/** A log-in by a device that was remembered this morning: the session that it was remembered in is over. */
async function rememberedAs(email: string) {
  const jar = new Map<string, string>();
  answerOf(await visitorAt(app, { jar, ip: '198.51.100.77' }).logIn(email, PASSWORD, { remember: true }));
  await db`
    update session set created_at = created_at - interval '4 hours', expires_at = expires_at - interval '4 hours'
     where device_id is not null and customer_id = (select id from customer where email = ${email})`;
  return () => clientOf(app, { jar }).call(logInWithDevice, {});
}
const everybodyBut = (email: string) => db`
  select customer.id, role, (select count(*)::integer from session where customer_id = customer.id and revoked_at is null) as open
    from customer where email <> ${email} order by customer.id`;

test('a new address gets an account of its role, whose password is shown once and opens its screens', async () => {
  const neighbour = await loggedIn(app);
  const before = await everybodyBut('nora@sala.example');
  expect(await staff('add', 'nora@sala.example', 'box-office')).toEqual({
    code: 1,
    lines: ['there is no account nora@sala.example: name its person, as staff add nora@sala.example box-office "First Last"'],
  });
  const { code, lines } = await staff('add', ' Nora@Sala.example', 'box-office', 'Nora  Ibáñez Prado');
  expect(code).toBe(0);
  const password = lines.at(-1) ?? '';
  expect(password).toMatch(/^[\w-]{20}$/);
  const { token } = answerOf(await logIn('nora@sala.example', password));
  const clerk = clientOf(app, { token });
  expect(resultOf(await clerk.call(listCounterPerformances, {}))).toBe('ok');
  expect(resultOf(await clerk.call(listOfficePerformances, {}))).toBe('not_for_you');
  expect(answerOf(await clerk.call(getCustomer, {}))).toMatchObject({ firstName: 'Nora', lastName: 'Ibáñez Prado' });
  expect((await staff('list')).lines).toEqual(['box-office nora@sala.example  Nora Ibáñez Prado']);
  expect(await everybodyBut('nora@sala.example')).toEqual(before);
  expect(resultOf(await clientOf(app, { token: neighbour.token }).call(getCustomer, {}))).toBe('ok');
});

test('an account keeps its password and loses what was open of it; removal ends its sessions at once and leaves it a customer’s', async () => {
  const [{ email, token }, other] = [await loggedIn(app), await loggedIn(app)];
  await db`update customer set email_confirmed_at = now() where email = ${email}`;
  const [device, neighbours] = [await rememberedAs(email), await rememberedAs(other.email)];
  const before = await everybodyBut(email);
  expect((await staff('add', email, 'organiser')).code).toBe(0);
  expect((await clientOf(app, { token }).call(getCustomer, {})).status).toBe('unauthorised');
  const organiser = clientOf(app, { token: answerOf(await logIn(email)).token });
  expect(resultOf(await organiser.call(listOfficePerformances, {}))).toBe('ok');
  // Another role is another log-in, too.
  expect((await staff('add', email, 'box-office')).code).toBe(0);
  expect((await organiser.call(listOfficePerformances, {})).status).toBe('unauthorised');
  const clerk = clientOf(app, { token: answerOf(await logIn(email)).token });
  expect(resultOf(await clerk.call(findCounterSales, { query: {} }))).toBe('ok');

  expect(await staff('remove', email.toUpperCase())).toEqual({ code: 0, lines: [`${email} is a customer now, and logged out everywhere`] });
  expect((await clerk.call(findCounterSales, { query: {} })).status).toBe('unauthorised');
  const customer = clientOf(app, { token: answerOf(await logIn(email)).token });
  expect(resultOf(await customer.call(findCounterSales, { query: {} }))).toBe('not_for_you');
  expect(await staff('remove', email)).toEqual({ code: 1, lines: [`${email} is not a member of staff`] });
  // It was remembered as a customer's, and is not remembered again with the role gone.
  expect(resultOf(await device())).toBe('device_unknown');
  expect(await everybodyBut(email)).toEqual(before);
  expect(resultOf(await clientOf(app, { token: other.token }).call(getCustomer, {}))).toBe('ok');
  expect(resultOf(await neighbours())).toBe('ok');
});

test('an account whose address is not confirmed gets no role: somebody else may have opened it', async () => {
  const { email, token } = await loggedIn(app);
  const { code, lines } = await staff('add', email, 'organiser', 'Olga Rivas');
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [`${email} has an account whose address is not confirmed: confirm it in the shop first`],
  });
  expect(await db`select role from customer where email = ${email}`).toEqual([{ role: 'customer' }]);
  expect(resultOf(await clientOf(app, { token }).call(getCustomer, {}))).toBe('ok');
});

test.each([
  [[]],
  [['add']],
  [['add', 'nora@sala.example', 'admin']],
  [['add', 'a@b.co', 'door', 'Ana', 'Paz']],
  [['list', 'all']],
  [['remove']],
  [['delete', 'a@b.co']],
])('what is no command (%j) is answered with how it is written', async (given) => {
  const { code, lines } = await staff(...given);
  expect(code).toBe(1);
  expect(lines.join('\n')).toMatch(/^npm run do -- staff add MAIL organiser\|box-office\|door/);
});

test('what is no address is named', async () => {
  expect(await staff('add', 'nora', 'door', 'Nora Paz')).toEqual({ code: 1, lines: ['nora is no mail address'] });
});
