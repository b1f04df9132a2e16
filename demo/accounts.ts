import { Passwords } from '../apps/api/src/customers/index.ts';
import type { Db } from '../apps/api/src/db/connect.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';

export interface DemoAccount {
  readonly role: 'customer' | 'box-office' | 'organiser';
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Who can log in on a fresh start; `npm start` prints them. Production never loads them. */
export const demoAccounts: readonly DemoAccount[] = [
  { role: 'customer', name: 'Ana Ferreyra', email: 'ana@correo.example', password: 'Platea2026' },
  { role: 'box-office', name: 'Bruno Salas', email: 'boleteria@butaca.example', password: 'Boleteria2026' },
  { role: 'organiser', name: 'Olga Rivas', email: 'organizador@butaca.example', password: 'Organizador2026' },
];

/** Adds the accounts that are not there yet; an account that exists keeps what its owner made of it. */
export async function loadDemoAccounts(db: Db): Promise<void> {
  const existing = new Set(
    (await db<{ email: string }[]>`select email from customer where email = any(${demoAccounts.map(({ email }) => email)})`).map(
      ({ email }) => email,
    ),
  );
  const passwords = new Passwords();
  for (const account of demoAccounts) {
    if (!existing.has(account.email)) await insertAccount(db, account, await passwords.hash(account.password));
  }
}

async function insertAccount(db: Db, { role, name, email }: DemoAccount, passwordHash: string) {
  const [firstName = name, lastName = name] = name.split(' ');
  await db.begin(async (tx) => {
    const [customer] = await tx<{ id: string }[]>`
      insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash, role)
      values (${randomId()}, ${email}, ${firstName}, ${lastName}, 'undisclosed', 'dni', '30123456', '1988-04-12', 'ar', ${passwordHash}, ${role})
      on conflict (lower(email)) do nothing
      returning id`;
    if (!customer) return;
    await tx`
      insert into customer_phone (id, customer_id, type, number, preferred)
      values (${randomId()}, ${customer.id}, 'mobile', '1155550100', true)`;
  });
}
