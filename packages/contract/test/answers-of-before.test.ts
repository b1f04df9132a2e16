import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from '../src/client.ts';
import { type Example, readExamples } from '../src/examples.ts';
import {
  deleteKeptCard,
  type Endpoint,
  getOfficeMoney,
  getOfficeOrder,
  getOrder,
  listOfficePerformances,
  listUndelivered,
} from '../src/index.ts';

/**
 * While a version is rolled out, a page of the new one asks servers of the version before, and an open page of the version before asks new ones.
 * `before` holds what such a server answered.
 */
const answers = {
  getOfficeOrder: [getOfficeOrder, { params: { orderId: 'a'.repeat(22) } }],
  getOfficeMoney: [getOfficeMoney, {}],
  listOfficePerformances: [listOfficePerformances, {}],
} as const satisfies Record<string, readonly [Endpoint, object]>;

const readBefore = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, `before/${name}.json`), 'utf8'));

async function outcomeOf(endpoint: Endpoint, input: object, answer: unknown) {
  const { call } = createClient({
    ...{ host: '', token: () => 'a-token', fingerprint: () => '', headerNames: { fingerprint: 'x-f', country: 'x-c' }, countryCode: 10 },
    fetch: async () => Response.json(answer),
    onTrouble: () => undefined,
    wait: async () => undefined,
  });
  return call(endpoint, input as never);
}

test.each(Object.entries(answers))(
  'the office reads what a server of the version before answers to %s',
  async (name, [endpoint, input]) => {
    expect(await outcomeOf(endpoint, input, readBefore(name))).toMatchObject({ status: 'ok' });
  },
);

test('what such a server does not say is not there: nothing waits, nothing was not delivered, nothing can be asked', async () => {
  const order = z.decode(getOfficeOrder.answer, (readBefore('getOfficeOrder') as { oData: never }).oData);
  expect(order).toMatchObject({ places: [], undelivered: [], payments: [{ isAwaited: false, mayAsk: false }] });
  const money = z.decode(getOfficeMoney.answer, (readBefore('getOfficeMoney') as { oData: never }).oData);
  expect([money.waitingPayments, ...money.providers.map(({ waiting }) => waiting)]).toEqual([[], 0, 0, 0, 0]);
});

test('a provider that does not work is read by its name, from a server of the version before as well, whose code was that of names on tickets', async () => {
  for (const nCode of [492, 495]) {
    const outcome = await outcomeOf(
      deleteKeptCard,
      { params: { id: 'a'.repeat(22) } },
      { nCode, cError: 'payment_method_down', oData: {} },
    );
    expect(outcome).toMatchObject({ status: 'refusal', failure: 'payment_method_down' });
  }
});

/** A word that only a server of a later version knows, wherever these fields are. */
const withNewWords = (value: unknown, fields: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner) => (fields.includes(name) ? 'UNA_PALABRA_NUEVA' : inner));

test('an open page shows an order, the money and the mails although a newer server has words that it does not know', async () => {
  const { getOfficeOrder: order, getOfficeMoney: money, listUndelivered: mails, getOrder: own } = readExamples();
  const fields = ['cAccion', 'cMedio', 'ctCorreo', 'ctMotivo', 'ctFin', 'cDestino'];
  const read = async (endpoint: Endpoint, input: object, example: unknown) => {
    const words = withNewWords(example, fields);
    expect(JSON.stringify(words)).toContain('UNA_PALABRA_NUEVA');
    return outcomeOf(endpoint, input, words);
  };
  const orderId = 'a'.repeat(22);
  expect(await read(getOfficeOrder, { params: { orderId } }, order?.answer)).toMatchObject({ status: 'ok' });
  expect(await read(getOfficeMoney, {}, money?.answer)).toMatchObject({ status: 'ok' });
  expect(await read(listUndelivered, { query: {} }, mails?.answer)).toMatchObject({
    status: 'ok',
    data: { items: [{ kind: 'other', reason: 'other' }] },
  });
  const { oData } = (own as Example).answer as { oData: object };
  const refunded = {
    ...oData,
    listaDevolucion: [{ fTotal: 1, dFecha: '2026-11-29T17:22:00Z', cDestino: 'X' }],
  };
  expect(await read(getOrder, { params: { orderId }, query: {} }, { nCode: 200, oData: refunded })).toMatchObject({
    status: 'ok',
    data: { refunds: [{ to: 'other' }] },
  });
});
