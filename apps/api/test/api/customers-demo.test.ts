import { afterAll, expect, test } from 'vitest';
import { demoAccounts, loadDemoAccounts } from '../../../../demo/accounts.ts';
import { freshDatabase } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, visitorAt } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
afterAll(async () => {
  await app.close();
  await database.close();
});

test('the demo’s customer, box office, organiser and door log in with the passwords that the start prints', async () => {
  await loadDemoAccounts(database.db, demoAccounts);
  const roles = await Promise.all(
    demoAccounts.map(async ({ email, password }) => answerOf(await visitorAt(app).logIn(email, password)).user.role),
  );
  expect(roles).toEqual(['customer', 'box-office', 'box-office', 'organiser', 'door']);
});

test('loading the demo again changes no account', async () => {
  const accounts = () => database.db`select * from customer order by email`;
  await loadDemoAccounts(database.db, demoAccounts);
  const before = await accounts();
  await loadDemoAccounts(database.db, demoAccounts);
  expect(await accounts()).toEqual(before);
});
