import type { Brand } from '@butaca/brand';
import {
  type AnswerOf,
  type Country,
  type Customer,
  changeCustomer as changeCustomerCall,
  type DocumentType,
  documentTypesOf,
  type getCustomer,
  type InputOf,
  normalDocument,
  personProblems,
  Refusal,
  wireNameOf,
} from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { readPhone, writePhone } from './phone-number.ts';
import {
  addressesOf,
  type CustomerRow,
  customerById,
  insertPhone,
  lockCustomerIn,
  type OwnSession,
  phonesOf,
  preferPhone,
  updateCustomer,
} from './queries-account.ts';

/** A customer's own data, as `Cliente/Informacion` answers it. */
export async function readCustomer(db: Db | Tx, customerId: string): Promise<AnswerOf<typeof getCustomer>> {
  const [customer, addresses, phones] = await Promise.all([
    customerById(db, customerId),
    addressesOf(db, customerId),
    phonesOf(db, customerId),
  ]);
  if (!customer) throw new Error(`customer ${customerId} of an open session does not exist`);
  return { ...known(customer), addresses: [...addresses], phones: phones.map(presentPhone) };
}

export const presentPhone = <Phone extends { readonly number: string }>(phone: Phone) => ({ ...phone, written: writePhone(phone.number) });

type Own = Omit<Customer, 'addresses' | 'phones' | 'undelivered'>;

/** Without what the account does not know. */
function known({ birthday, ...row }: CustomerRow): Own {
  const all = { ...row, birthday: birthday?.toString() ?? null };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as unknown as Own;
}

type Changes = InputOf<typeof changeCustomerCall>['body'];
/** As it is stored. */
type Given = { readonly [Field in keyof Changes]?: NonNullable<Changes[Field]> };
type Field = keyof Changes;
type Reasons = Partial<Record<Field, string>>;

/** Changes one's own data (CA-084); everything afterwards, or a refusal that names every field that stands in the way. */
export const changeCustomer = (db: Db, brand: Brand, { session, changes }: { readonly session: OwnSession; readonly changes: Changes }) =>
  db.begin(async (tx) => {
    const { customerId } = session;
    await lockCustomerIn(tx, session);
    const before = await readCustomer(tx, customerId);
    const { phoneType = 'mobile', phoneNumber, ...given } = normal(changes);
    const after = { ...before, ...given };
    const phone = phoneNumber === undefined ? undefined : readPhone(phoneNumber, after.country);
    const reasons: Reasons = {
      ...invalid(given, after, brand),
      ...(phone && 'reason' in phone ? { phoneNumber: phone.reason } : {}),
      ...notChanged(given, before, brand),
      ...(phone && before.phones.length > 0 ? { phoneNumber: 'read_only' } : {}),
    };
    refuse(reasons);
    await updateCustomer(tx, { id: customerId, ...after });
    if (phone && 'number' in phone) {
      const id = randomId();
      await insertPhone(tx, { id, customerId, type: phoneType, number: phone.number });
      await preferPhone(tx, { id, customerId });
    }
    return readCustomer(tx, customerId);
  }) as Promise<Customer>;

function normal(changes: Changes): Given {
  const { documentNumber } = changes;
  const given = { ...changes, documentNumber: documentNumber && normalDocument(documentNumber) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A document is judged whole, whichever of its parts was given. */
function invalid(given: Given, { documentType, documentNumber, country }: Own, brand: Brand): Reasons {
  const { firstName, lastName, birthday } = given;
  const isJudged =
    (given.documentType ?? given.documentNumber ?? given.country) !== undefined && (documentType ?? documentNumber) !== undefined;
  const document = isJudged ? { documentType, documentNumber: documentNumber ?? '' } : {};
  const today = Temporal.Now.plainDateISO(brand.locale.timeZone);
  return {
    ...Object.fromEntries(
      personProblems({ firstName, lastName, birthday, ...document }, today).map(({ field, reason }) => [field, reason]),
    ),
    ...(isJudged && documentType === undefined ? { documentType: 'missing' } : {}),
    ...(isJudged && documentType ? documentReason({ country, documentType }, brand) : {}),
  };
}

/** A document that is not of this country, or that this deployment does not offer (EN-099). */
export const documentReason = (
  { country, documentType }: { readonly country: Country; readonly documentType: DocumentType },
  { people }: Pick<Brand, 'people'>,
) => (documentTypesOf(country, people.documentTypes).includes(documentType) ? {} : { documentType: 'not_offered' });

/** What the account keeps as it is: everything that it knows where the deployment says so, and the alias of one that may have none. */
function notChanged({ alias, ...given }: Given, before: Own, { flags }: Brand): Reasons {
  const fixed = (Object.keys(given) as (keyof typeof given & keyof Own)[]).filter(
    (field) => !flags.editOwnData && before[field] !== undefined && before[field] !== given[field],
  );
  const reasons: Reasons = Object.fromEntries(fixed.map((field) => [field, 'read_only']));
  return alias !== undefined && !before.hasAlias ? { ...reasons, alias: 'read_only' } : reasons;
}

function refuse(reasons: Reasons): void {
  const fields = (Object.keys(reasons) as Field[]).map((field) => ({
    name: wireNameOf(changeCustomerCall.body, field),
    reason: reasons[field] ?? '',
  }));
  if (fields.length > 0) throw new Refusal('invalid_input', { fields });
}
