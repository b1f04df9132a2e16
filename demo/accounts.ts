import { Passwords } from '../apps/api/src/customers/index.ts';
import type { Db } from '../apps/api/src/db/connect.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';
import type { DemoAccount } from './demo.ts';

const argentine = { country: 'ar', document: ['dni', '30123456'], phone: '541155550100' } as const;

export const demoAccounts: readonly DemoAccount[] = [
  { ...argentine, role: 'customer', name: 'Ana Ferreyra', email: 'ana@correo.example', password: 'Platea2026' },
  { ...argentine, role: 'box-office', name: 'Bruno Salas', email: 'boleteria@butaca.example', password: 'Boleteria2026' },
  { ...argentine, role: 'box-office', name: 'Nora Ibáñez', email: 'boleteria2@butaca.example', password: 'Boleteria2026' },
  { ...argentine, role: 'organiser', name: 'Olga Rivas', email: 'organizador@butaca.example', password: 'Organizador2026' },
  { ...argentine, role: 'door', name: 'Dora Quiroga', email: 'puerta@butaca.example', password: 'PuertaDeSala2026' },
];

export const demoBuyers = [
  'Lautaro Quinteros',
  'Mirta Saldías',
  'Nahuel Prado',
  'Estela Bracamonte',
  'Ciro Almada',
  'Delfina Ocaranza',
  'Horacio Peralta',
  'Jimena Ruiz Díaz',
  'Ramón Etchegaray',
  'Sol Maldonado',
  'Tobías Ledesma',
  'Zulema Ibarra',
];

/** Adds the accounts that are not there yet; an account that exists keeps what its owner made of it. */
export async function loadDemoAccounts(db: Db, accounts: readonly DemoAccount[]): Promise<void> {
  const existing = new Set(
    (await db<{ email: string }[]>`select email from customer where email = any(${accounts.map(({ email }) => email)})`).map(
      ({ email }) => email,
    ),
  );
  const passwords = new Passwords();
  for (const account of accounts) {
    if (!existing.has(account.email)) await insertAccount(db, account, await passwords.hash(account.password));
  }
}

async function insertAccount(
  db: Db,
  { role, name, email, country, document: [documentType, documentNumber], phone }: DemoAccount,
  passwordHash: string,
) {
  const [firstName = name, lastName = name] = name.split(' ');
  await db.begin(async (tx) => {
    const [customer] = await tx<{ id: string }[]>`
      insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash, role,
                            email_confirmed_at)
      values (${randomId()}, ${email}, ${firstName}, ${lastName}, 'undisclosed', ${documentType}, ${documentNumber}, '1988-04-12', ${country}, ${passwordHash}, ${role},
              now())
      on conflict (lower(email)) do nothing
      returning id`;
    if (!customer) return;
    await tx`
      insert into customer_phone (id, customer_id, type, number, preferred)
      values (${randomId()}, ${customer.id}, 'mobile', ${phone}, true)`;
  });
}
