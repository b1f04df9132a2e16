import type { Country, Customer, DocumentType, InputOf } from '@butaca/contract';
import type { changeCustomer } from '@butaca/contract/account';
import { typedText } from '@butaca/contract/rules/typed';
import { loadClient } from '../../calls/load-client.ts';
import { birthdayOf, type CheckedField, type SignUpForm } from '../../login/sign-up/form-problems.ts';
import { type AccountOutcome, accountOutcome } from '../account-outcome.ts';

type Changes = InputOf<typeof changeCustomer>['body'];

/** The server names fields as they are on the wire. */
export const fieldsByWireName: ReadonlyMap<string, CheckedField> = new Map([
  ['cNombre', 'firstName'],
  ['cApellido', 'lastName'],
  ['cGenero', 'gender'],
  ['dNacimiento', 'birthday'],
  ['cPais', 'country'],
  ['cTipoDeDocumento', 'documentType'],
  ['cDocumento', 'documentNumber'],
  ['cTelefono', 'phoneNumber'],
]);

/** What an account may lack (C-23). */
export type MissingData = 'gender' | 'birthday' | 'document' | 'phone';

export const missingIn = ({ gender, birthday, documentNumber, phones }: Customer): readonly MissingData[] => [
  ...(gender ? [] : ['gender' as const]),
  ...(birthday ? [] : ['birthday' as const]),
  ...(documentNumber ? [] : ['document' as const]),
  ...(phones.length > 0 ? [] : ['phone' as const]),
];

export type PersonForm = Partial<SignUpForm>;

export const personFormOf = (form: FormData): PersonForm =>
  Object.fromEntries([...form].map(([name, value]) => [name, typedText(String(value))]));

/** What was changed since the form was opened: what another tab saved meanwhile stays. A document and a phone are changed whole. */
export function changesOf(now: PersonForm, before: PersonForm): Changes {
  const isChanged = (...fields: readonly (keyof SignUpForm)[]) => fields.some((field) => now[field] !== before[field]);
  const {
    firstName,
    lastName,
    gender,
    day = '',
    month = '',
    year = '',
    country,
    documentType,
    documentNumber,
    phoneType,
    phoneNumber,
  } = now;
  return {
    ...(isChanged('firstName') && { firstName }),
    ...(isChanged('lastName') && { lastName }),
    ...(isChanged('gender') && { gender: gender as Changes['gender'] }),
    ...(isChanged('day', 'month', 'year') && { birthday: birthdayOf({ day, month, year }) }),
    ...(isChanged('country') && { country: country as Country }),
    ...(isChanged('documentType', 'documentNumber') && { documentType: documentType as DocumentType, documentNumber }),
    ...(isChanged('phoneNumber') && { phoneType: phoneType as Changes['phoneType'], phoneNumber }),
  };
}

export async function saveOwnData(changes: Changes): Promise<AccountOutcome<Customer>> {
  const [client, { changeCustomer }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
  return accountOutcome(await client.call(changeCustomer, { body: changes }));
}
