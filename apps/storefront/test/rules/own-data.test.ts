import type { Customer } from '@butaca/contract';
import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import AccountLayout from '../../app/account/AccountLayout.tsx';
import { AddressForm } from '../../app/account/addresses/AddressForm.tsx';
import { OwnDataScreen } from '../../app/account/own-data/OwnDataScreen.tsx';
import { changesOf, missingIn } from '../../app/account/own-data/own-data.ts';
import { personFormProblems } from '../../app/login/sign-up/form-problems.ts';
import { PhoneFields } from '../../app/login/sign-up/PersonFields.tsx';
import { frameWith, htmlIn } from '../render.ts';

const customer: Customer = {
  firstName: 'Julia',
  lastName: 'Paredes',
  gender: 'feminine',
  documentType: 'dni',
  documentNumber: '30123456',
  birthday: '1990-05-03',
  country: 'ar',
  email: 'julia@correo.example',
  isEmailConfirmed: true,
  hasAlias: false,
  addresses: [],
  phones: [{ id: 'phone', type: 'mobile', number: '541155550100', written: '+54 11 5555 0100', preferred: true }],
};
const frame = frameWith();

const screenOf = (changes: Partial<Customer> = {}, editOwnData = true) =>
  htmlIn(frameWith({ flags: { ...frame.brand.flags, editOwnData } }), OwnDataScreen, { customer: { ...customer, ...changes } });

/** What a person reads in a list to choose from. */
function optionsOf(html: string, name: string): string[] {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1] ?? '';
  return [...select.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, text = '']) => text);
}
const chosenIn = (html: string, name: string) =>
  /<option[^>]*selected=""[^>]*>([^<]*)</.exec(
    new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1] ?? '',
  )?.[1];
const typedIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/ value="([^"]*)"/)?.[1];

const documents = (country: Customer['country']) => optionsOf(screenOf({ country }), 'documentType');

describe('documents to choose from', () => {
  test('a person of Argentina finds DNI, Otro and Pasaporte (EN-090, EN-091, EN-092)', () => {
    expect(documents('ar')).toEqual(expect.arrayContaining(['DNI', 'Otro', 'Pasaporte']));
    expect(documents('ar')[0]).toBe('DNI');
  });
  test('a person of Argentina finds CUIT, CUIL and CI extranjera (EN-093, EN-094, EN-095)', () => {
    expect(documents('ar')).toEqual(expect.arrayContaining(['CUIT', 'CUIL', 'CI extranjera']));
  });
  test('a person of Argentina finds CI, Sin identificar and Certificado migratorio, and no more than nine (EN-096, EN-097, EN-098)', () => {
    expect(documents('ar')).toEqual(expect.arrayContaining(['CI', 'Sin identificar', 'Certificado migratorio']));
    expect(documents('ar')).toHaveLength(9);
  });
  test('only a person of Mexico finds INE and IFE, besides the DNI (EN-099)', () => {
    expect(documents('mx')).toEqual(expect.arrayContaining(['INE', 'IFE', 'DNI']));
    expect(documents('mx')).toHaveLength(11);
    for (const country of ['ar', 'py'] as const) expect(documents(country)).not.toEqual(expect.arrayContaining(['INE']));
    expect(documents('py')[0]).toBe('CI');
  });
  test('a person of any other country finds a passport and the identity document of that country', () => {
    expect(documents('uy')).toEqual(['Pasaporte', 'CI extranjera']);
  });
  test('a document that is not offered any more stays what it is', () => {
    const people = { ...frame.brand.people, documentTypes: ['dni'] as const };
    const html = htmlIn(frameWith({ people }), OwnDataScreen, { customer: { ...customer, documentType: 'unidentified' } });
    expect(optionsOf(html, 'documentType')).toEqual(['DNI', 'Sin identificar']);
    expect(chosenIn(html, 'documentType')).toBe('Sin identificar');
  });
});

describe('lists to choose from', () => {
  test('a phone is Fijo or Celular (OP-015, OP-016)', () => {
    const html = htmlIn(frame, PhoneFields, { problem: undefined });
    expect(optionsOf(html, 'phoneType').sort()).toEqual(['Celular', 'Fijo']);
  });
  test('a gender is Femenino or Masculino (OP-017, OP-018)', () => {
    expect(optionsOf(screenOf(), 'gender').slice(1, 3)).toEqual(['Femenino', 'Masculino']);
    expect(chosenIn(screenOf(), 'gender')).toBe('Femenino');
  });
  test('or Otro, or Prefiero no informar, and nothing else (OP-019, OP-020)', () => {
    expect(optionsOf(screenOf(), 'gender').slice(3)).toEqual(['Otro', 'Prefiero no informar']);
  });
  test('an address is Particular or Laboral (OP-021, OP-022)', () => {
    const given = { entry: null, busy: false, refused: [], onSave: () => {}, onCancel: () => {} };
    const html = htmlIn(frame, AddressForm, given as unknown as ComponentProps<typeof AddressForm>);
    expect(optionsOf(html, 'type')).toEqual(['Particular', 'Laboral']);
  });
  test('countries begin with Argentina, Paraguay and México (OP-023)', () => {
    expect(optionsOf(screenOf(), 'country')).toEqual(['Argentina', 'Paraguay', 'México']);
    expect(chosenIn(screenOf({ country: 'py' }), 'country')).toBe('Paraguay');
  });
});

describe('one’s own data', () => {
  test('stand in their fields: first name, last name and birthday (EN-078, EN-079, EN-083)', () => {
    const html = screenOf();
    expect(['firstName', 'lastName', 'day', 'month', 'year', 'documentNumber'].map((name) => typedIn(html, name))).toEqual([
      'Julia',
      'Paredes',
      '3',
      '5',
      '1990',
      '30123456',
    ]);
    expect(html).toContain('+54 11 5555 0100');
    expect(html).not.toMatch(/telegram/i);
  });

  test('cannot be typed where the deployment keeps them: they are there to read, without a button to save (FL-023, RO-027)', () => {
    const html = screenOf({}, false);
    expect(html).not.toContain('<form');
    expect(html).not.toContain('<select');
    expect(html).not.toContain('Guardar');
    const fields = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    expect(fields.every((input) => / readOnly=""/i.test(input))).toBe(true);
    for (const value of ['Julia', 'Paredes', 'Femenino', '3 de mayo de 1990', 'DNI', '30123456'])
      expect(html).toContain(`value="${value}"`);
    expect(screenOf({}, true)).toContain('Guardar');
  });

  test('that could not be read are said so', () => {
    expect(htmlIn(frame, OwnDataScreen, { customer: null })).toContain('No pudimos traer tus datos');
  });

  test('that are missing are asked for with a link (R-048)', () => {
    expect(screenOf()).not.toContain('/additionalData');
    const { birthday: _, ...without } = customer;
    expect(htmlIn(frame, OwnDataScreen, { customer: without })).toContain('href="/additionalData?nextUrl=%2FmyData"');
    expect(missingIn({ ...without, phones: [] })).toEqual(['birthday', 'phone']);
    const { gender: _g, documentType: _t, documentNumber: _n, ...bare } = without;
    expect(missingIn(bare)).toEqual(['gender', 'birthday', 'document']);
  });
});

describe('the account’s navigation follows the deployment', () => {
  const entriesIn = (changes: Parameters<typeof frameWith>[0]) =>
    [...(/<nav.*?<\/nav>/s.exec(htmlIn(frameWith(changes), AccountLayout, {}))?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
  const { login } = frame.brand;

  test('a shop with its own log-in has orders, bookings, own data, phones and addresses', () => {
    expect(entriesIn({})).toEqual(expect.arrayContaining(['/myOrders', '/myBookings', '/myData', '/myPhone', '/myAddress']));
    expect(entriesIn({})).not.toContain('/myBookingsBox');
  });

  test('a box office has its bookings and none of the customer’s pages (TB-026)', () => {
    expect(entriesIn({ processType: 'BOX' })).toEqual(['/myBookingsBox']);
  });

  test('a shop with an external log-in has neither own data nor a password to change (TB-026)', () => {
    const external = entriesIn({ login: { ...login, mode: 'EXTERNAL_LOGIN' } });
    expect(external).toEqual(expect.arrayContaining(['/myOrders', '/myPhone', '/myAddress']));
    for (const hidden of ['/myData', '/changePassword', '/myAlias']) expect(external).not.toContain(hidden);
  });
});

describe('what is sent', () => {
  const before = {
    firstName: 'Julia',
    lastName: 'Paredes',
    gender: 'feminine',
    day: '3',
    month: '5',
    year: '1990',
    country: 'ar',
    documentType: 'dni',
    documentNumber: '30123456',
  };

  test('is what was changed and nothing else, a document whole', () => {
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, firstName: 'Ana' }, before)).toEqual({ firstName: 'Ana' });
    expect(changesOf({ ...before, month: '6' }, before)).toEqual({ birthday: '1990-06-03' });
    expect(changesOf({ ...before, documentNumber: '30123457' }, before)).toEqual({ documentType: 'dni', documentNumber: '30123457' });
    expect(changesOf({ ...before, documentType: 'passport' }, before)).toEqual({ documentType: 'passport', documentNumber: '30123456' });
  });

  test('is checked by the rules of the sign-up, of the fields that a form has', () => {
    expect(personFormProblems(before, '2026-11-21')).toEqual({});
    expect(personFormProblems({ ...before, day: '', month: '', year: '', gender: '' }, '2026-11-21')).toEqual({
      birthday: 'missing',
      gender: 'missing',
    });
    expect(personFormProblems({ phoneNumber: '', gender: 'other' }, '2026-11-21')).toEqual({ phoneNumber: 'missing' });
    expect(personFormProblems({ documentType: 'dni', documentNumber: '5' }, '2026-11-21')).toEqual({ documentNumber: 'too_low' });
  });
});
