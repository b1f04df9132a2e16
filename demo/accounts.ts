import { Passwords } from '../apps/api/src/customers/index.ts';
import type { Db } from '../apps/api/src/db/connect.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';
import type { Demo, DemoAccount } from './demo.ts';
import { findBuyers, insertBuyers } from './queries.ts';

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

/** Ids of the people who have bought already, added where they are missing; their passwords are random. */
export async function loadBuyers(db: Db, { buyers, accounts: [neighbour] }: Demo): Promise<readonly string[]> {
  if (!neighbour) return [];
  const people = buyers.map((name) => ({ name, email: `${plain(name).replaceAll(' ', '.')}@correo.example` }));
  const emails = people.map(({ email }) => email);
  const known = await findBuyers(db, emails);
  if (known.length === emails.length) return known.map(({ id }) => id);
  const passwordHash = await new Passwords().hash(randomId());
  const { country, document } = neighbour;
  await insertBuyers(
    db,
    people.map(({ name, email }, index) => ({
      id: randomId(),
      email,
      firstName: name.slice(0, name.indexOf(' ')),
      lastName: name.slice(name.indexOf(' ') + 1),
      country,
      documentType: document[0],
      documentNumber: String(Number(document[1]) + 731 * (index + 1)),
      passwordHash,
    })),
  );
  return (await findBuyers(db, emails)).map(({ id }) => id);
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
