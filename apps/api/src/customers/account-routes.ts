import type { Brand } from '@butaca/brand';
import {
  addAddress,
  addPhone,
  addressBounds,
  addressProblems,
  type Country,
  type Customer,
  changeAddress,
  changeCustomer as changeCustomerCall,
  changePhone,
  confirmAddress,
  getCustomer,
  type InputOf,
  normalPostcode,
  Refusal,
  removeAddress,
  removePhone,
  sendAddressCode,
  wireNameOf,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { serve } from '#http/serve';
import { confirmAddress as confirmByCode, sendAddressCode as sendCode } from './mail-codes.ts';
import { noteAdded } from './notices/note.ts';
import { changeCustomer, presentPhone, readCustomer } from './own-data.ts';
import { readPhone } from './phone-number.ts';
import {
  addressesOf,
  type ChangedIn,
  deleteAddress,
  deletePhone,
  insertAddress,
  insertPhone,
  lockCustomerIn,
  type OwnSession,
  phonesOf,
  preferAddress,
  preferNewestAddress,
  preferNewestPhone,
  preferPhone,
  updateAddress,
  updatePhone,
} from './queries-account.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  /** What the account's address refused last; mailboxes know customers, and not the other way round. */
  readonly readAccountDelivery: (db: Db, customerId: string) => Promise<Pick<Customer, 'undelivered'>>;
}

/** One's own data, addresses and phones (CA-081, CA-086 to CA-091), and the code that confirms the e-mail. */
export function accountRoutes(app: FastifyInstance, { db, secret, brand, readAccountDelivery }: AccountDeps) {
  const withDelivery = async (customerId: string, own: Promise<Customer>): Promise<Customer> => {
    const [customer, delivery] = await Promise.all([own, readAccountDelivery(db, customerId)]);
    return { ...customer, ...delivery };
  };
  serve(app, getCustomer, ({ session: { customerId } }) => withDelivery(customerId, readCustomer(db, customerId)));
  serve(app, changeCustomerCall, ({ session, body: changes }) =>
    withDelivery(session.customerId, changeCustomer(db, brand, { session, changes })),
  );

  const addresses = { list: addressesOf, remove: deleteAddress, prefer: preferAddress, preferNewest: preferNewestAddress };
  const phones = {
    list: async (tx: Tx, customerId: string) => (await phonesOf(tx, customerId)).map(presentPhone),
    remove: deletePhone,
    prefer: preferPhone,
    preferNewest: preferNewestPhone,
  };

  serve(app, addAddress, async ({ session, body }) => ({
    addresses: await add(db, addresses, { session, preferred: body.preferred }, async (tx, id, { browser }) => {
      const { customerId } = session;
      await insertAddress(tx, { id, customerId, ...addressRow(body) });
      await noteAdded(tx, { customerId, kind: 'address', subjectId: id, browser });
    }),
  }));
  serve(app, changeAddress, async ({ session, params: { id }, body }) => ({
    addresses: await change(db, addresses, { session, id, preferred: body.preferred }, async (tx, { browser }) => {
      const { customerId } = session;
      const updated = await updateAddress(tx, { id, customerId, ...addressRow(body) });
      // Another place is as new to its owner as an address that was added.
      if (updated === 'elsewhere') await noteAdded(tx, { customerId, kind: 'address', subjectId: id, browser });
      return updated !== 'not found';
    }),
  }));
  serve(app, removeAddress, async ({ session, params: { id } }) => ({
    addresses: await remove(db, addresses, { session, id }),
  }));

  serve(app, addPhone, async ({ session, body }) => ({
    phones: await add(db, phones, { session, preferred: body.preferred }, (tx, id, { country }) =>
      insertPhone(tx, { id, customerId: session.customerId, ...phoneRow(body, country) }),
    ),
  }));
  serve(app, changePhone, async ({ session, params: { id }, body }) => ({
    phones: await change(db, phones, { session, id, preferred: body.preferred }, (tx, { country }) =>
      updatePhone(tx, { id, customerId: session.customerId, ...phoneRow(body, country) }),
    ),
  }));
  serve(app, removePhone, async ({ session, params: { id } }) => ({
    phones: await remove(db, phones, { session, id }),
  }));

  serve(app, sendAddressCode, async ({ session: { customerId } }) => {
    await sendCode({ db, secret }, customerId);
    return {};
  });
  serve(app, confirmAddress, async ({ session: { customerId }, body }) => {
    await confirmByCode({ db, secret }, { customerId, typed: body.code });
    return {};
  });
}

interface Owned {
  readonly customerId: string;
  readonly id: string;
}

interface OwnEntry {
  readonly session: OwnSession;
  readonly id: string;
}

/** A list of the account of which one entry is preferred. */
interface AccountList<Entry> {
  readonly list: (tx: Tx, customerId: string) => PromiseLike<readonly Entry[]>;
  readonly remove: (tx: Tx, entry: Owned) => Promise<boolean>;
  readonly prefer: (tx: Tx, entry: Owned) => Promise<unknown>;
  /** Where no entry is preferred. */
  readonly preferNewest: (tx: Tx, customerId: string) => PromiseLike<unknown>;
}

/** Changes a list under the customer's lock, in a session that is still open; the list as it is afterwards. */
const changeList = <Entry>(
  db: Db,
  { list }: AccountList<Entry>,
  session: OwnSession,
  work: (tx: Tx, changed: ChangedIn) => Promise<void>,
): Promise<Entry[]> =>
  db.begin(async (tx) => {
    await work(tx, await lockCustomerIn(tx, session));
    return [...(await list(tx, session.customerId))];
  }) as Promise<Entry[]>;

/** The first entry is the preferred one, whatever was asked for. */
const add = <Entry>(
  db: Db,
  entries: AccountList<Entry>,
  { session, preferred }: { readonly session: OwnSession; readonly preferred: boolean },
  insert: (tx: Tx, id: string, changed: ChangedIn) => PromiseLike<unknown>,
) =>
  changeList(db, entries, session, async (tx, changed) => {
    const { customerId } = session;
    const before = await entries.list(tx, customerId);
    if (before.length >= addressBounds.mostEntries) throw new Refusal('too_many_entries', { most: addressBounds.mostEntries });
    const id = randomId();
    await insert(tx, id, changed);
    if (preferred || before.length === 0) await entries.prefer(tx, { customerId, id });
  });

/** The preferred entry stays so until another one is preferred. */
const change = <Entry>(
  db: Db,
  entries: AccountList<Entry>,
  { session, id, preferred }: OwnEntry & { readonly preferred: boolean },
  update: (tx: Tx, changed: ChangedIn) => Promise<boolean>,
) =>
  changeList(db, entries, session, async (tx, changed) => {
    if (!(await update(tx, changed))) throw new Refusal('not_found');
    if (preferred) await entries.prefer(tx, { id, customerId: session.customerId });
  });

const remove = <Entry>(db: Db, entries: AccountList<Entry>, { session, id }: OwnEntry) =>
  changeList(db, entries, session, async (tx) => {
    const { customerId } = session;
    if (!(await entries.remove(tx, { id, customerId }))) throw new Refusal('not_found');
    await entries.preferNewest(tx, customerId);
  });

type AddressForm = InputOf<typeof addAddress>['body'];

/** The address as it is stored; the refusal names every invalid field. */
function addressRow({ preferred: _, ...form }: AddressForm) {
  const problems = addressProblems(form);
  if (problems.length > 0) {
    throw new Refusal('invalid_input', {
      fields: problems.map(({ field, reason }) => ({ name: wireNameOf(addAddress.body, field), reason })),
    });
  }
  const { reference = '', floor = '', department = '' } = form;
  return { ...form, reference, floor, department, postcode: normalPostcode(form.postcode) };
}

/** A number without a calling code is of the customer's own country. */
function phoneRow({ type, number }: InputOf<typeof addPhone>['body'], country: Country) {
  const phone = readPhone(number, country);
  if ('reason' in phone)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(addPhone.body, 'number'), reason: phone.reason }] });
  return { type, number: phone.number };
}
