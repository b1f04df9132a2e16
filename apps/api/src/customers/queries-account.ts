import type { LanguageCode } from '@butaca/brand/languages';
import { type Address, type AddressType, type Country, type Customer, type Phone, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { Session } from '#http/serve';
import { lockSession } from './queries-sessions.ts';

type OwnData = Omit<Customer, 'addresses' | 'phones' | 'undelivered' | 'birthday'>;

/** Null is what the account does not know. */
export type CustomerRow = {
  readonly [Field in keyof OwnData]-?: undefined extends OwnData[Field] ? Exclude<OwnData[Field], undefined> | null : OwnData[Field];
} & {
  readonly id: string;
  readonly birthday: Temporal.PlainDate | null;
  /** That mails to them are in; null for the brand's. */
  readonly language: LanguageCode | null;
};

/** Undefined after the account was erased. */
export async function customerById(db: Db | Tx, id: string): Promise<CustomerRow | undefined> {
  const [row] = await db<CustomerRow[]>`
    select id, email, first_name as "firstName", last_name as "lastName", gender, document_type as "documentType",
           document_number as "documentNumber", birthday, country, email_confirmed_at is not null as "isEmailConfirmed",
           has_alias as "hasAlias", alias, language
      from customer where id = ${id} and erased_at is null`;
  return row;
}

export const updateCustomer = (
  tx: Tx,
  { id, ...own }: Omit<OwnData, 'email' | 'isEmailConfirmed' | 'hasAlias'> & { id: string; birthday?: string | undefined },
) =>
  expectRows(
    1,
    tx`
    update customer
       set first_name = ${own.firstName}, last_name = ${own.lastName}, gender = ${own.gender ?? null},
           document_type = ${own.documentType ?? null}, document_number = ${own.documentNumber ?? null},
           birthday = ${own.birthday ?? null}::date, country = ${own.country}, alias = ${own.alias ?? null}
     where id = ${id}`,
  );

/** Changes of one customer's data, addresses and phones happen one after another; the customer's country. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<Country> {
  const [row] = await tx<{ country: Country }[]>`
    select country from customer where id = ${customerId} and erased_at is null for no key update`;
  // Erased since the call began: the next one finds that its session is over.
  if (!row) throw new Refusal('busy', { retryAfterSeconds: 1 });
  return row.country;
}

/** The session in which an account is changed. */
export type OwnSession = Pick<Session, 'customerId' | 'id'>;

export interface ChangedIn {
  readonly country: Country;
  /** Of the session; null when it did not say. */
  readonly browser: string | null;
}

/**
 * The same for a change that is made in a session. Refuses `busy` if the session has ended since the call began, as a proof of the mailbox or a
 * new password ends it (decision 089); the next call finds that it has to log in.
 */
export async function lockCustomerIn(tx: Tx, { id, customerId }: OwnSession): Promise<ChangedIn> {
  const country = await lockCustomer(tx, customerId);
  const session = await lockSession(tx, id);
  if (!session) throw new Refusal('busy', { retryAfterSeconds: 1 });
  return { country, browser: session.browser };
}

/** The preferred one first, then in the order in which they were added. */
export const addressesOf = (db: Db | Tx, customerId: string) => db<Address[]>`
  select id, type, reference, street, number, floor, department, country, province, location, postcode, preferred
    from customer_address where customer_id = ${customerId} order by preferred desc, created_at, id`;

export interface AddressRow {
  readonly type: AddressType;
  readonly reference: string;
  readonly street: string;
  readonly number: string;
  readonly floor: string;
  readonly department: string;
  readonly country: string;
  readonly province: string;
  readonly location: string;
  readonly postcode: string;
}

const ADDRESS_COLUMNS = [
  'type',
  'reference',
  'street',
  'number',
  'floor',
  'department',
  'country',
  'province',
  'location',
  'postcode',
] as const;

/** Where something is sent to. */
const PLACE_COLUMNS = ADDRESS_COLUMNS.filter((column) => column !== 'type' && column !== 'reference');

export const insertAddress = (tx: Tx, { id, customerId, ...address }: AddressRow & { id: string; customerId: string }) =>
  tx`insert into customer_address ${tx({ id, customer_id: customerId, ...address })}`;

/** Whether the customer has this address, and whether it is another place now. */
export async function updateAddress(
  tx: Tx,
  { id, customerId, ...address }: AddressRow & { id: string; customerId: string },
): Promise<'not found' | 'same place' | 'elsewhere'> {
  const [before] = await tx<AddressRow[]>`
    select ${tx(ADDRESS_COLUMNS)} from customer_address where id = ${id} and customer_id = ${customerId} for no key update`;
  if (!before) return 'not found';
  await tx`update customer_address set ${tx(address, ...ADDRESS_COLUMNS)} where id = ${id}`;
  return PLACE_COLUMNS.every((column) => before[column] === address[column]) ? 'same place' : 'elsewhere';
}

/** Whether the customer had this address. */
export const deleteAddress = async (tx: Tx, { id, customerId }: { id: string; customerId: string }) =>
  (await tx`delete from customer_address where id = ${id} and customer_id = ${customerId}`).count === 1;

/** Makes this address the preferred one. */
export async function preferAddress(tx: Tx, { id, customerId }: { id: string; customerId: string }) {
  await tx`update customer_address set preferred = false where customer_id = ${customerId} and preferred and id <> ${id}`;
  await tx`update customer_address set preferred = true where customer_id = ${customerId} and id = ${id} and not preferred`;
}

/** Makes the newest address the preferred one where none is. */
export const preferNewestAddress = (tx: Tx, customerId: string) => tx`
  update customer_address set preferred = true
   where id = (select id from customer_address where customer_id = ${customerId} order by created_at desc, id desc limit 1)
     and not exists (select from customer_address where customer_id = ${customerId} and preferred)`;

export const phonesOf = (db: Db | Tx, customerId: string) => db<Omit<Phone, 'written'>[]>`
  select id, type, number, preferred from customer_phone where customer_id = ${customerId} order by preferred desc, created_at, id`;

export interface PhoneRow {
  readonly type: string;
  readonly number: string;
}

export const insertPhone = (tx: Tx, { id, customerId, type, number }: PhoneRow & { id: string; customerId: string }) => tx`
  insert into customer_phone (id, customer_id, type, number) values (${id}, ${customerId}, ${type}, ${number})`;

/** Whether the customer has this phone. */
export const updatePhone = async (tx: Tx, { id, customerId, type, number }: PhoneRow & { id: string; customerId: string }) =>
  (await tx`update customer_phone set type = ${type}, number = ${number} where id = ${id} and customer_id = ${customerId}`).count === 1;

/** Whether the customer had this phone. */
export const deletePhone = async (tx: Tx, { id, customerId }: { id: string; customerId: string }) =>
  (await tx`delete from customer_phone where id = ${id} and customer_id = ${customerId}`).count === 1;

/** Makes this phone the preferred one. */
export async function preferPhone(tx: Tx, { id, customerId }: { id: string; customerId: string }) {
  await tx`update customer_phone set preferred = false where customer_id = ${customerId} and preferred and id <> ${id}`;
  await tx`update customer_phone set preferred = true where customer_id = ${customerId} and id = ${id} and not preferred`;
}

/** Makes the newest phone the preferred one where none is. */
export const preferNewestPhone = (tx: Tx, customerId: string) => tx`
  update customer_phone set preferred = true
   where id = (select id from customer_phone where customer_id = ${customerId} order by created_at desc, id desc limit 1)
     and not exists (select from customer_phone where customer_id = ${customerId} and preferred)`;
