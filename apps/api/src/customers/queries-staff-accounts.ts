import type { Db, Tx } from '#db/connect';

export const staffRoles = ['organiser', 'box-office', 'door'] as const;
export type StaffRole = (typeof staffRoles)[number];

interface StaffAccount {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

export const listStaff = (db: Db) => db<StaffAccount[]>`
  select email, concat_ws(' ', first_name, last_name) as name, role
    from customer where role <> 'customer' and erased_at is null order by role desc, email`;

interface Found {
  readonly id: string;
  readonly role: 'customer' | StaffRole;
  readonly isConfirmed: boolean;
}

/** Locked, so that a log-in or a new password comes before or after as a whole. */
export async function lockAccountOf(tx: Tx, email: string): Promise<Found | undefined> {
  const [found] = await tx<Found[]>`
    select id, role, email_confirmed_at is not null as "isConfirmed" from customer where lower(email) = ${email} for update`;
  return found;
}

export const setRole = (tx: Tx, id: string, role: Found['role']) => tx`update customer set role = ${role} where id = ${id}`;

interface NewStaff extends Pick<StaffAccount, 'email' | 'role'> {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly country: string;
}

/** With what staff need alone; who made the account vouches for the address. False when it is taken meanwhile. */
export async function insertStaff(tx: Tx, { id, email, firstName, lastName, role, passwordHash, country }: NewStaff): Promise<boolean> {
  const inserted = await tx`
    insert into customer (id, email, first_name, last_name, gender, country, role, password_hash, email_confirmed_at)
    values (${id}, ${email}, ${firstName}, ${lastName}, 'undisclosed', ${country}, ${role}, ${passwordHash}, clock_timestamp())
    on conflict (lower(email)) do nothing returning id`;
  return inserted.length === 1;
}
