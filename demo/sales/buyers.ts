import { Passwords } from '../../apps/api/src/customers/index.ts';
import type { Db } from '../../apps/api/src/db/connect.ts';
import { randomId } from '../../apps/api/src/db/random-id.ts';
import type { Demo } from '../demo.ts';
import { findBuyers, insertBuyers } from './queries.ts';

/** The people who have bought already; their passwords are random. */
export async function buyersOf(db: Db, { buyers, accounts: [neighbour] }: Demo): Promise<readonly string[]> {
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
