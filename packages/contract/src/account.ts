import * as z from 'zod/mini';
import { Country, NUMBER_AS_TYPED, PhoneType, personalData, phoneData } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { addressBounds } from './rules/address.ts';
import { bounds } from './rules/person.ts';
import { asText, OpaqueId, printable, Text, Typed, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { UndeliveredMail } from './undelivered.ts';
import { optionalFields, wireObject } from './wire.ts';

export const AddressType = wireEnum({ home: 'PARTICULAR', work: 'LABORAL' });
export type AddressType = z.output<typeof AddressType>;

const ALIAS_LENGTH = 40;

/** Text that may be left out or blank. */
const TypedOrBlank = (maximum: number) => z.optional(z.string().check(asText, z.maxLength(maximum), printable));

const addressData = {
  type: ['cTipo', AddressType],
  reference: ['cReferencia', TypedOrBlank(addressBounds.text)],
  street: ['cCalle', Typed(addressBounds.text)],
  number: ['cNumero', Typed(addressBounds.number)],
  floor: ['cPiso', TypedOrBlank(addressBounds.floor)],
  department: ['cDepartamento', TypedOrBlank(addressBounds.department)],
  country: ['cPais', Country],
  province: ['cProvincia', Typed(bounds.nameLength)],
  location: ['cLocalidad', Typed(bounds.nameLength)],
  postcode: ['cCodigoPostal', z.string().check(asText, z.maxLength(addressBounds.postcode), printable)],
  preferred: ['lPorDefecto', YesNo],
} as const;

/**
 * `province` is the code of ISO 3166-2 without its country, of Argentina, Paraguay and Mexico; of other countries it is what was typed, and
 * `postcode` is empty where there is none. One address is preferred as soon as there is one.
 */
export const Address = wireObject({ id: ['idClienteDomicilio', OpaqueId], ...addressData });
export type Address = z.output<typeof Address>;

const Addresses = wireObject({ addresses: ['listaDomicilio', z.array(Address)] });
const NewAddress = wireObject(addressData);
const AddressId = wireObject({ id: ['id', OpaqueId] });

export const addAddress = {
  method: 'POST',
  path: '/v2/Cliente/Domicilio/Insertar',
  access: 'customer',
  secondLook: true,
  summary: 'Add an address to the account',
  body: NewAddress,
  refuses: ['too_many_entries'],
  answer: Addresses,
} as const satisfies Endpoint;

export const changeAddress = {
  method: 'POST',
  path: '/v2/Cliente/Domicilio/:id/Modificar',
  access: 'customer',
  secondLook: true,
  summary: 'Replace an address of the account',
  params: AddressId,
  body: NewAddress,
  answer: Addresses,
} as const satisfies Endpoint;

export const removeAddress = {
  method: 'POST',
  path: '/v2/Cliente/Domicilio/:id/Eliminar',
  access: 'customer',
  secondLook: true,
  summary: 'Remove an address of the account; if it was the preferred one, the newest of the others is',
  params: AddressId,
  answer: Addresses,
} as const satisfies Endpoint;

export const Phone = wireObject({
  id: ['idClienteTelefono', OpaqueId],
  type: ['cTipo', PhoneType],
  /** Digits from the country's calling code on. */
  number: ['cNumero', Text],
  /** The same as people write it, `+54 11 5555 0100`; this is what a change sends back. */
  written: ['cNumeroEscrito', Text],
  preferred: ['lPorDefecto', YesNo],
});
export type Phone = z.output<typeof Phone>;

const Phones = wireObject({ phones: ['listaTelefono', z.array(Phone)] });
const NewPhone = wireObject({
  type: ['cTipo', PhoneType],
  number: ['cNumero', TypedIdentifier(NUMBER_AS_TYPED)],
  preferred: ['lPorDefecto', YesNo],
});
const PhoneId = wireObject({ id: ['id', OpaqueId] });

export const addPhone = {
  method: 'POST',
  path: '/v2/Cliente/Telefono/Insertar',
  access: 'customer',
  secondLook: true,
  summary: 'Add a phone to the account',
  body: NewPhone,
  refuses: ['too_many_entries'],
  answer: Phones,
} as const satisfies Endpoint;

export const changePhone = {
  method: 'POST',
  path: '/v2/Cliente/Telefono/:id/Modificar',
  access: 'customer',
  secondLook: true,
  summary: 'Replace a phone of the account',
  params: PhoneId,
  body: NewPhone,
  answer: Phones,
} as const satisfies Endpoint;

export const removePhone = {
  method: 'POST',
  path: '/v2/Cliente/Telefono/:id/Eliminar',
  access: 'customer',
  secondLook: true,
  summary: 'Remove a phone of the account; if it was the preferred one, the newest of the others is',
  params: PhoneId,
  answer: Phones,
} as const satisfies Endpoint;

const { gender, documentType, documentNumber, birthday, ...always } = personalData;

/** One's own data, addresses and phones; what an account does not know yet is left out. */
const Customer = wireObject({
  ...always,
  ...optionalFields({ gender, documentType, documentNumber, birthday }),
  email: ['cEmail', Text],
  isEmailConfirmed: ['lCorreoConfirmado', YesNo],
  /** Whether the account may have an alias. */
  hasAlias: ['lAlias', YesNo],
  alias: ['cAlias', z.optional(Text)],
  addresses: ['listaDomicilio', z.array(Address)],
  phones: ['listaTelefono', z.array(Phone)],
  /** What the account’s address refused, while it has taken no other mail since. */
  undelivered: ['oCorreoSinEntregar', z.optional(UndeliveredMail)],
});
export type Customer = z.output<typeof Customer>;

export const getCustomer = {
  method: 'GET',
  path: '/v2/Cliente/Informacion',
  access: 'customer',
  summary: 'The customer’s own data, addresses and phones',
  answer: Customer,
} as const satisfies Endpoint;

export const changeCustomer = {
  method: 'POST',
  path: '/v2/Cliente/Modificar/DatosPersonales',
  access: 'customer',
  secondLook: true,
  summary: 'Change one’s own data; what is left out stays as it is. A phone is taken by an account that has none',
  body: wireObject({
    ...optionalFields({ ...personalData, ...phoneData }),
    alias: ['cAlias', z.optional(Typed(ALIAS_LENGTH))],
  }),
  answer: Customer,
} as const satisfies Endpoint;

export const sendAddressCode = {
  method: 'POST',
  path: '/v2/Cliente/Correo/Codigo',
  access: 'customer',
  summary: 'Mail a code of six digits that confirms the account’s e-mail; nothing is sent when it is confirmed',
  refuses: ['too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const confirmAddress = {
  method: 'POST',
  path: '/v2/Cliente/Correo/Confirmar',
  access: 'customer',
  summary: 'Confirm the account’s e-mail by the code that was mailed last: valid for 15 minutes, five tries, once',
  body: wireObject({ code: ['cCodigo', TypedIdentifier(20)] }),
  refuses: ['wrong_code'],
  answer: wireObject({}),
} as const satisfies Endpoint;
