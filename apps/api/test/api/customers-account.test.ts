import { readFile } from 'node:fs/promises';
import { addAddress, addPhone, changeAddress, changePhone, getCustomer, type InputOf, removeAddress, removePhone } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';

const database = await freshDatabase();
const { db, owner } = database;
const app = await customersApp(db);
const elsewhere = await customersApp(db);
afterAll(async () => {
  await app.close();
  await elsewhere.close();
  await database.close();
});

type NewAddress = InputOf<typeof addAddress>['body'];
const home: NewAddress = {
  type: 'home',
  reference: 'Timbre roto',
  street: 'Pasaje de los Telones',
  number: '120',
  floor: '3',
  department: 'B',
  country: 'ar',
  province: 'C',
  location: 'Buenos Aires',
  postcode: 'c1043aab',
  preferred: false,
};
const stored = { ...home, postcode: 'C1043AAB', id: expect.stringMatching(/^[\w-]{22}$/) };

/** A customer with the calls of their account, and what nobody else's call may change. */
async function someone(at = app) {
  const [{ token, customerId }] = await haveBuyers(db, 1);
  const client = clientOf(at, { token });
  return {
    ...client,
    customerId,
    token,
    add: async (given: Partial<NewAddress> = {}) => answerOf(await client.call(addAddress, { body: { ...home, ...given } })).addresses,
    addresses: async () => (await client.ok(getCustomer, {})).addresses,
    phones: async () => (await client.ok(getCustomer, {})).phones,
  };
}

const streets = (list: readonly { readonly street: string; readonly preferred: boolean }[]) =>
  list.map(({ street, preferred }) => `${street}${preferred ? ' *' : ''}`);
const numbers = (list: readonly { readonly number: string; readonly preferred: boolean }[]) =>
  list.map(({ number, preferred }) => `${number}${preferred ? ' *' : ''}`);
const idOf = <Entry extends { readonly id: string }>(list: readonly Entry[], index: number) => list[index]?.id ?? '';
/** Of all customers but this one. */
const others = (customerId: string) => db`
  select 'address', to_jsonb(customer_address) from customer_address where customer_id <> ${customerId}
  union all select 'phone', to_jsonb(customer_phone) from customer_phone where customer_id <> ${customerId}
  union all select 'customer', to_jsonb(customer) from customer order by 1, 2`;

test('an address is added, changed and removed, and the account shows it (EN-063, CA-086, CA-087)', async () => {
  const neighbour = await someone();
  await neighbour.add({ preferred: true });
  const me = await someone();
  const before = await others(me.customerId);

  expect(await me.add()).toEqual([{ ...stored, preferred: true }]);
  const [mine] = await me.addresses();
  const { reference: _, floor: __, department: ___, ...needed } = home;
  const work: NewAddress = { ...needed, type: 'work', street: 'Avenida de Mayo', country: 'mx', province: 'CMX', postcode: '06 000' };
  const changed = await me.ok(changeAddress, { params: { id: mine?.id ?? '' }, body: work });
  expect(changed.addresses).toEqual([
    { ...work, id: mine?.id, reference: '', floor: '', department: '', postcode: '06000', preferred: true },
  ]);
  expect(await me.addresses()).toEqual(changed.addresses);
  expect(await me.ok(removeAddress, { params: { id: mine?.id ?? '' } })).toEqual({ addresses: [] });
  expect(await me.addresses()).toEqual([]);
  expect(await others(me.customerId)).toEqual(before);
});

test('one address is the default: the first, then the one that is chosen, and after a removal the newest (CA-088, EN-074)', async () => {
  const me = await someone();
  await me.add({ street: 'Uno' });
  expect(streets(await me.add({ street: 'Dos' }))).toEqual(['Uno *', 'Dos']);
  expect(streets(await me.add({ street: 'Tres', preferred: true }))).toEqual(['Tres *', 'Uno', 'Dos']);
  const [three, one] = await me.addresses();
  const change = (id: string | undefined, given: Partial<NewAddress>) =>
    me.ok(changeAddress, { params: { id: id ?? '' }, body: { ...home, ...given } });
  // Another one takes its place; by itself it stays what it is.
  expect(streets((await change(three?.id, { street: 'Tres', preferred: false })).addresses)).toEqual(['Tres *', 'Uno', 'Dos']);
  expect(streets((await change(one?.id, { street: 'Uno', preferred: true })).addresses)).toEqual(['Uno *', 'Dos', 'Tres']);
  expect(streets((await me.ok(removeAddress, { params: { id: one?.id ?? '' } })).addresses)).toEqual(['Tres *', 'Dos']);
  expect(streets((await me.ok(removeAddress, { params: { id: idOf(await me.addresses(), 1) } })).addresses)).toEqual(['Tres *']);
});

test('a phone is added, changed and removed with one default among them (CA-089, CA-090, CA-091)', async () => {
  const neighbour = await someone();
  await neighbour.ok(addPhone, { body: { type: 'mobile', number: '11 4444 0000', preferred: true } });
  const me = await someone();
  const before = await others(me.customerId);
  const add = async (number: string, preferred = false) =>
    numbers((await me.ok(addPhone, { body: { type: 'permanent', number, preferred } })).phones);

  expect(await add('+54 11 5555-0100')).toEqual(['541155550100 *']);
  expect(await add('(011) 4444-0101')).toEqual(['541155550100 *', '541144440101']);
  expect(await add('3415550102', true)).toEqual(['543415550102 *', '541155550100', '541144440101']);
  const [third, first, second] = await me.phones();
  expect(first).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    type: 'permanent',
    number: '541155550100',
    written: '+54 11 5555 0100',
    preferred: false,
  });
  const changed = await me.ok(changePhone, {
    params: { id: second?.id ?? '' },
    body: { type: 'mobile', number: '11-4444-0103', preferred: true },
  });
  expect(numbers(changed.phones)).toEqual(['541144440103 *', '541155550100', '543415550102']);
  expect(changed.phones[0]).toMatchObject({ id: second?.id, type: 'mobile' });
  expect(numbers((await me.ok(removePhone, { params: { id: second?.id ?? '' } })).phones)).toEqual(['543415550102 *', '541155550100']);
  await me.ok(removePhone, { params: { id: third?.id ?? '' } });
  expect(numbers((await me.ok(removePhone, { params: { id: first?.id ?? '' } })).phones)).toEqual([]);
  expect(await others(me.customerId)).toEqual(before);
});

test('a phone is known by an id of its own, which only changes with the phone (EN-075)', async () => {
  const me = await someone();
  const add = async (number: string) => (await me.ok(addPhone, { body: { type: 'mobile', number, preferred: false } })).phones;
  await add('11 4444 0101');
  const before = await add('+598 94 123 456');
  const ids = before.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  // What the server wrote may be sent back, whichever country it is of.
  const [first, second] = before;
  await me.ok(changePhone, { params: { id: ids[0] ?? '' }, body: { type: 'permanent', number: first?.number ?? '', preferred: true } });
  await me.ok(changePhone, { params: { id: ids[1] ?? '' }, body: { type: 'mobile', number: second?.written ?? '', preferred: false } });
  expect(await me.phones()).toEqual([{ ...first, type: 'permanent', preferred: true }, second]);
});

test('no numbering plan has it, so it is no phone: the field is named, and nothing is stored', async () => {
  const me = await someone();
  const reasonOf = async (number: string) => {
    const outcome = await me.call(addPhone, { body: { type: 'mobile', number, preferred: true } });
    return outcome.status === 'refusal' && outcome.failure === 'invalid_input' ? outcome.data.fields : resultOf(outcome);
  };
  for (const [number, reason] of [
    ['1'.repeat(30), 'too_long'],
    ['4444-0101', 'too_short'],
    ['11 9999 9999', 'invalid'],
    ['+999 123 456 789', 'invalid'],
    ['11 4444 010x', 'invalid'],
    ['١١٤٤٤٤٠١٠١', 'invalid'],
  ] as const) {
    expect([number, await reasonOf(number)]).toEqual([number, [{ name: 'cNumero', reason }]]);
  }
  expect(await me.phones()).toEqual([]);
});

test('another customer’s address or phone is not found, and stays as it is', async () => {
  const owner = await someone();
  const [address] = await owner.add();
  const { phones } = await owner.ok(addPhone, { body: { type: 'mobile', number: '1144440000', preferred: false } });
  const cheat = await someone();
  const before = await others(cheat.customerId);
  const params = { id: address?.id ?? '' };
  const phone = { id: idOf(phones, 0) };
  const tries = [
    await cheat.call(changeAddress, { params, body: { ...home, street: 'Robada', preferred: true } }),
    await cheat.call(removeAddress, { params }),
    await cheat.call(changePhone, { params: phone, body: { type: 'mobile', number: '1144449999', preferred: true } }),
    await cheat.call(removePhone, { params: phone }),
    // A phone's id is no address's.
    await owner.call(removeAddress, { params: phone }),
    await owner.call(removePhone, { params }),
  ];
  expect(tries.map(resultOf)).toEqual(Array(6).fill('not_found'));
  expect(await others(cheat.customerId)).toEqual(before);
});

test('an address with invalid fields is refused with all their names, and nothing is stored', async () => {
  const me = await someone();
  const refused = await me.refused(addAddress, {
    body: { ...home, street: 'Calle <script>', reference: 'al\u0600revés', province: 'CMX', postcode: '12' },
  });
  expect(refused).toMatchObject({
    failure: 'invalid_input',
    data: {
      fields: [
        { name: 'cCalle', reason: 'invalid' },
        { name: 'cReferencia', reason: 'invalid' },
        { name: 'cProvincia', reason: 'invalid' },
        { name: 'cCodigoPostal', reason: 'invalid' },
      ],
    },
  });
  expect(await me.refused(addPhone, { body: { type: 'mobile', number: '1'.repeat(30), preferred: false } })).toMatchObject({
    data: { fields: [{ name: 'cNumero', reason: 'too_long' }] },
  });
  expect([await me.addresses(), await me.phones()]).toEqual([[], []]);
});

test('ten addresses and ten phones are the most, also when twelve are added at once on two processes', async () => {
  const me = await someone();
  const there = clientOf(elsewhere, { token: me.token });
  const clients = Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? me : there));
  const addresses = await Promise.all(clients.map((client) => client.call(addAddress, { body: { ...home, preferred: true } })));
  expect(addresses.map(resultOf).sort()).toEqual([...Array(10).fill('ok'), 'too_many_entries', 'too_many_entries']);
  const phones = await Promise.all(
    clients.map((client, turn) => client.call(addPhone, { body: { type: 'mobile', number: `11444401${10 + turn}`, preferred: true } })),
  );
  expect(phones.map(resultOf).sort()).toEqual([...Array(10).fill('ok'), 'too_many_entries', 'too_many_entries']);
  expect((await me.addresses()).map(({ preferred }) => preferred)).toEqual([true, ...Array(9).fill(false)]);
  expect((await me.phones()).map(({ preferred }) => preferred)).toEqual([true, ...Array(9).fill(false)]);
  expect(await me.refused(addAddress, { body: home })).toMatchObject({ failure: 'too_many_entries', data: { most: 10 } });
});

test('two tabs that change one address: the later change stands, whole; one that removed it leaves nothing to change', async () => {
  const me = await someone();
  const there = clientOf(elsewhere, { token: me.token });
  const [address] = await me.add();
  const params = { id: address?.id ?? '' };
  const one = { ...home, street: 'Una', number: '1', preferred: true };
  const other = { ...home, street: 'Otra', number: '2', preferred: true };
  await Promise.all([me.ok(changeAddress, { params, body: one }), there.ok(changeAddress, { params, body: other })]);
  const [kept] = await me.addresses();
  expect(['Una 1', 'Otra 2']).toContain(`${kept?.street} ${kept?.number}`);
  await there.ok(removeAddress, { params });
  expect(await me.refused(changeAddress, { params, body: one })).toMatchObject({ failure: 'not_found' });
  expect(await me.addresses()).toEqual([]);
});

test('an address may be in any country: elsewhere its province is typed, and there may be no postcode', async () => {
  const neighbour = await someone();
  await neighbour.add();
  const me = await someone();
  const before = await others(me.customerId);
  const abroad = { ...home, country: 'hk', province: ' Kowloon ', location: 'Mong Kok', postcode: '' };
  expect(await me.add(abroad)).toMatchObject([{ country: 'hk', province: 'Kowloon', postcode: '' }]);
  const [one] = await me.addresses();
  await me.ok(changeAddress, { params: { id: one?.id ?? '' }, body: { ...abroad, country: 'gb', province: 'Kent', postcode: 'ct1 2eh' } });
  expect(await me.addresses()).toMatchObject([{ country: 'gb', province: 'Kent', postcode: 'CT12EH' }]);
  const codeOfNone = await me.call(changeAddress, { params: { id: one?.id ?? '' }, body: { ...abroad, country: 'ar' } });
  expect(codeOfNone).toMatchObject({
    failure: 'invalid_input',
    data: {
      fields: [
        { name: 'cProvincia', reason: 'invalid' },
        { name: 'cCodigoPostal', reason: 'missing' },
      ],
    },
  });
  expect(await others(me.customerId)).toEqual(before);
});

test('people and addresses of before the list of countries stay as they are when their tables take any country', async () => {
  await owner`alter table customer drop constraint customer_country_check`;
  await owner`alter table customer add constraint customer_country_check check (country in ('ar', 'py', 'mx')) not valid`;
  await owner`
    alter table customer_address drop constraint customer_address_place_check,
      add constraint customer_address_country_check check (country in ('ar', 'py', 'mx')) not valid,
      add constraint customer_address_province_check check (province ~ '^[A-Z0-9]{1,3}$') not valid,
      add constraint customer_address_postcode_check check (postcode ~ '^[A-Z0-9]{4,8}$') not valid`;
  await owner`delete from customer_address where country not in ('ar', 'py', 'mx')`;
  const me = await someone();
  for (const place of [{}, { country: 'py', province: 'ASU', postcode: '1209' }, { country: 'mx', province: 'CMX', postcode: '06000' }])
    await me.add(place);
  const rows = () => owner`select * from customer_address order by id`;
  const [addresses, people] = [await rows(), await owner`select * from customer order by id`];
  const migrations = new URL('../../migrations/', import.meta.url);
  for (const name of ['0537_countries.sql', '0539_countries_valid.sql'])
    await owner.unsafe(await readFile(new URL(name, migrations), 'utf8'));
  expect(await rows()).toEqual(addresses);
  expect(await owner`select * from customer order by id`).toEqual(people);
  expect(await me.addresses()).toHaveLength(3);
  await expect(owner`update customer set country = 'Uruguay' where id = ${me.customerId}`).rejects.toThrow(/customer_country_check/);
  await expect(owner`update customer_address set province = 'Kent' where customer_id = ${me.customerId}`).rejects.toThrow(/place_check/);
});
