import type { AnswerOf, getCustomer } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { Session } from '#http/session';

type Information = AnswerOf<typeof getCustomer>;

export interface NewCustomer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly birthday: string;
  readonly country: string;
  readonly passwordHash: string;
}

/** False when the address is taken; the unique index decides between two that come at once. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<boolean> {
  const inserted = await tx`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash)
    values (${customer.id}, ${customer.email}, ${customer.firstName}, ${customer.lastName}, ${customer.gender}, ${customer.documentType},
            ${customer.documentNumber}, ${customer.birthday}::date, ${customer.country}, ${customer.passwordHash})
    on conflict (lower(email)) do nothing
    returning id`;
  return inserted.length === 1;
}

export const insertPhone = (tx: Tx, phone: { id: string; customerId: string; type: string; number: string; preferred: boolean }) => tx`
  insert into customer_phone (id, customer_id, type, number, preferred)
  values (${phone.id}, ${phone.customerId}, ${phone.type}, ${phone.number}, ${phone.preferred})`;

/** The wire's record as the table has it. */
export interface CustomerRow extends Omit<Information, 'birthday' | 'phones'> {
  readonly id: string;
  readonly birthday: Temporal.PlainDate;
}

/** Undefined once an account was erased. */
export async function customerById(db: Db, id: string): Promise<CustomerRow | undefined> {
  const [row] = await db<CustomerRow[]>`
    select id, email, first_name as "firstName", last_name as "lastName", gender, document_type as "documentType",
           document_number as "documentNumber", birthday, country
      from customer where id = ${id}`;
  return row;
}

export const phonesOf = (db: Db, customerId: string) => db<Information['phones']>`
  select type, number, preferred from customer_phone where customer_id = ${customerId} order by preferred desc, id`;

export interface Credentials {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly role: Session['role'];
  readonly hasAlias: boolean;
  readonly passwordHash: string;
}

export async function credentialsByEmail(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, first_name as "firstName", email, role, has_alias as "hasAlias", password_hash as "passwordHash"
      from customer where lower(email) = ${email}`;
  return row;
}
