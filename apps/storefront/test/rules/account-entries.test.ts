import type { Address } from '@butaca/contract/account';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { AddressForm } from '../../app/account/addresses/AddressForm.tsx';
import MyAddress from '../../app/account/addresses/route.tsx';
import { accountEntries } from '../../app/account/entries.ts';
import { frameWith, htmlIn } from '../render.ts';

const address: Address = {
  id: 'A'.repeat(22),
  type: 'home',
  street: 'Pasaje Ñandú',
  number: '12 bis',
  floor: '',
  department: '',
  reference: 'Entre Lima y Salta',
  country: 'ar',
  province: 'C',
  location: 'Buenos Aires',
  postcode: 'C1043AAB',
  preferred: true,
};

const formOf = (entry: Address | null) => {
  const given = { name: 'form', entry, busy: false, refused: [], onSave: () => {}, onCancel: () => {} };
  return htmlIn(frameWith(), AddressForm, given satisfies ComponentProps<typeof AddressForm>);
};
const selectIn = (html: string, name: string) => new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(html)?.[0] ?? '';
const optionsIn = (html: string, name: string) =>
  [...selectIn(html, name).matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, text = '']) => text);
const labelOf = (html: string, name: string) => {
  const id = /<select[^>]* id="([^"]+)"/.exec(selectIn(html, name))?.[1];
  return new RegExp(`<label[^>]* for="${id}"[^>]*>([^<]+)`).exec(html)?.[1];
};
const typedIn = (html: string, name: string) =>
  / value="([^"]*)"/.exec(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '')?.[1];

test('my addresses list street, number and reference, and the form of one has them to change (SC-010, EN-065, EN-066)', () => {
  const props = { loaderData: [address] } as unknown as ComponentProps<typeof MyAddress>;
  const list = htmlIn(frameWith(), MyAddress, props).replace(/<!-- -->/g, '');
  expect(list).toMatch(/<li.*Pasaje Ñandú 12 bis.*Referencia: Entre Lima y Salta.*<\/li>/s);
  expect(['street', 'number', 'reference'].map((name) => typedIn(formOf(address), name))).toEqual([
    'Pasaje Ñandú',
    '12 bis',
    'Entre Lima y Salta',
  ]);
});

test('types of address, countries and their provinces are lists to choose from (EN-064, EN-070, EN-071)', () => {
  const html = formOf(null);
  expect(optionsIn(html, 'type')).toEqual(['Particular', 'Laboral']);
  expect(optionsIn(html, 'country')).toEqual(['Argentina', 'Paraguay', 'México']);
  expect(labelOf(html, 'province')).toBe('Provincia');
  // One of them asks to choose.
  expect(optionsIn(html, 'province')).toHaveLength(25);
  const mexican = formOf({ ...address, country: 'mx', province: 'OAX' });
  expect(labelOf(mexican, 'province')).toBe('Estado');
  expect(optionsIn(mexican, 'province')).toContain('Oaxaca');
  expect(labelOf(formOf({ ...address, country: 'py', province: '' }), 'province')).toBe('Departamento del país');
  const other = formOf({ ...address, country: 'uy', province: 'Maldonado' });
  expect(other).toMatch(/<input[^>]* name="province"[^>]* value="Maldonado"/);
});

test('the account leads to the phones and the addresses, except at the box office (TB-029, TB-030)', () => {
  const leadsTo = (process: 'CART' | 'BOX') =>
    accountEntries({ login: 'OWN_SELF_LOGIN', process, hasAlias: false, role: 'customer' }).map(({ href }) => href);
  expect(leadsTo('CART')).toEqual(expect.arrayContaining(['/myPhone', '/myAddress']));
  for (const hidden of ['/myPhone', '/myAddress']) expect(leadsTo('BOX')).not.toContain(hidden);
});

test('a sale at the box office hides own data, phones and addresses (RO-020, RO-021, RO-022)', () => {
  const entries = (process: 'CART' | 'BOX') =>
    accountEntries({ login: 'OWN_SELF_LOGIN', process, hasAlias: false, role: 'box-office' }).map(({ entry }) => entry);
  expect(entries('CART')).toEqual(expect.arrayContaining(['myData', 'myPhone', 'myAddress']));
  for (const hidden of ['myData', 'myPhone', 'myAddress']) expect(entries('BOX')).not.toContain(hidden);
});
