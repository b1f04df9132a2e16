import type { Endpoint } from '@butaca/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { allEndpoints, aWorldOfCalls, contentsReader, exampleOf } from '../factories/every-call.ts';

/** Every call of the contract as everybody: nobody, its owner's neighbour, the box office, an organiser, a door. */
const { db, close } = await freshDatabase();
const { tokens, send, pathOf, isOwned, purchase: aPurchase, close: closeWorld } = await aWorldOfCalls(db);
afterAll(async () => {
  await closeWorld();
  await close();
});
const { id: purchaseId } = await aPurchase();
const contents = await contentsReader(db);
/** As it really went over the wire, but for its ids. */
const bodyOf = (name: string, { body }: Endpoint) => (body ? (exampleOf(name) ?? {}) : undefined);
const ask = (name: string, endpoint: Endpoint, token?: string) =>
  send(endpoint.method, pathOf(endpoint, purchaseId), { token, body: bodyOf(name, endpoint) });

const staff = ['box-office', 'organiser', 'door'] as const;
const isOfStaff = (access: Endpoint['access']): access is (typeof staff)[number] => staff.some((role) => role === access);

describe('without a session', () => {
  test.each(allEndpoints)('%s is answered exactly where it is public, and else with 401 and no data', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint);
    if (endpoint.access !== 'anonymous') {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ nCode: 401, cError: 'session_over', oData: {} });
      expect(await contents()).toEqual(before);
      return;
    }
    expect(response.statusCode).toBe(200);
  });
});

const owned = allEndpoints.filter(([, { path, access }]) => isOwned(path) && access === 'customer');

describe('as another customer', () => {
  test('addresses, phones, sessions, orders and purchases are all met', () => {
    for (const kind of ['Domicilio', 'Telefono', 'Sesion', 'Operacion', 'Proceso']) {
      expect(
        owned.some(([, { path }]) => path.includes(`/${kind}/`)),
        kind,
      ).toBe(true);
    }
  });

  test.each(owned)('%s says that what is not theirs does not exist, and changes nothing', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint, tokens.stranger);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ cError: 'not_found' });
    expect(await contents()).toEqual(before);
  });

  test.each(owned.filter(([, { method }]) => method === 'GET'))(
    '%s finds it for its owner: the refusal was about the person',
    async (name, endpoint) => {
      const response = await ask(name, endpoint, tokens.owner);
      // This shop has no PayPal: what its owner is told is about that.
      if (name === 'createPayPalOrder') return expect(response.json()).toMatchObject({ cError: 'payment_method_unavailable' });
      const isFile = response.headers['content-disposition'] !== undefined;
      expect(isFile ? 200 : response.json().nCode).toBe(200);
    },
  );
});

describe.each(staff)('as %s', (role) => {
  // First, for a counter may print what it has written down that it prints (decision 054).
  test.each(owned)('%s opens nothing of a customer’s', async (name, endpoint) => {
    const before = await contents();
    expect((await ask(name, endpoint, tokens[role])).json()).toMatchObject({ cError: 'not_found' });
    expect(await contents()).toEqual(before);
  });

  test.each(allEndpoints.filter(([, { access }]) => isOfStaff(access)))('%s is for its own role alone', async (name, endpoint) => {
    const before = await contents();
    const response = await ask(name, endpoint, tokens[role]);
    expect(response.statusCode).toBe(200);
    // A file is what only its own role gets.
    if (response.headers['content-type'] === 'application/pdf') return expect(endpoint.access).toBe(role);
    const { cError } = response.json();
    if (endpoint.access === role) return expect(cError).not.toBe('not_for_you');
    expect(cError).toBe('not_for_you');
    expect(await contents()).toEqual(before);
  });
});

test.each(allEndpoints.filter(([, { access }]) => isOfStaff(access)))('%s is refused to a customer', async (name, endpoint) => {
  const before = await contents();
  expect((await ask(name, endpoint, tokens.stranger)).json()).toMatchObject({ cError: 'not_for_you' });
  expect(await contents()).toEqual(before);
});
