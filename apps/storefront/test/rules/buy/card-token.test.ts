import { expect, test } from 'vitest';
import { tokenOfCard } from '../../../app/purchase/buy/card/card-token.ts';
import { aForm, aMethod } from './a-purchase.ts';

const answering = (status: number, body: unknown) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const send = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  }) as typeof fetch;
  return { send, sent };
};

test('the card goes to the payments host under its field names, and a token comes back (CA-037, EN-100)', async () => {
  const { send, sent } = answering(201, { id: 'tok-1', status: 'active', bin: '450799', last_four_digits: '4905' });
  expect(await tokenOfCard(aMethod, aForm, send)).toEqual({ status: 'ok', card: { token: 'tok-1', bin: '450799', lastFour: '4905' } });
  expect(sent[0]?.url).toBe('https://pagos.example/tokens');
  expect(sent[0]?.init).toMatchObject({ method: 'POST', headers: { apikey: 'publica' }, credentials: 'omit', cache: 'no-store' });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
    card_number: '4507990000004905',
    card_expiration_month: '08',
    card_expiration_year: '30',
    security_code: '123',
    card_holder_name: 'Ana Ferreyra',
    card_holder_identification: { type: 'dni', number: '30123456' },
    card_holder_birthday: '05031990',
  });
});

test('without a birthday none is sent (EN-109)', async () => {
  const { send, sent } = answering(201, {});
  await tokenOfCard(aMethod, { ...aForm, birthday: '' }, send);
  expect(JSON.parse(String(sent[0]?.init.body))).not.toHaveProperty('card_holder_birthday');
});

const byMercadoPago = {
  tokenUrl: 'https://pagos.example/v1/card_tokens?public_key=k',
  publicKey: 'k',
  tokenFormat: 'mercadopago',
} as const;

test('Mercado Pago is told the card in its own words (CA-037, EN-100)', async () => {
  const { send, sent } = answering(201, { id: 'tok-2', first_six_digits: '450995', last_four_digits: '3704' });
  expect(await tokenOfCard(byMercadoPago, aForm, send)).toEqual({
    status: 'ok',
    card: { token: 'tok-2', bin: '450995', lastFour: '3704' },
  });
  expect(sent[0]?.init.headers).toEqual({ 'content-type': 'application/json' });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
    card_number: '4507990000004905',
    expiration_month: 8,
    expiration_year: 2030,
    security_code: '123',
    cardholder: { name: 'Ana Ferreyra', identification: { type: 'DNI', number: '30123456' } },
  });
});

test('what Mercado Pago has against the card stands at its fields (CA-038)', async () => {
  const body = { error: 'bad_request', message: 'security_code: Invalid input; cardholder.identification.number: Invalid input' };
  expect(await tokenOfCard(byMercadoPago, aForm, answering(400, body).send)).toEqual({
    status: 'refused',
    fields: ['code', 'documentNumber'],
  });
  expect(await tokenOfCard(byMercadoPago, aForm, answering(401, { error: 'unauthorized' }).send)).toEqual({ status: 'unknown' });
});

test.each([402, 422])('what the payments host has against the card stands at its fields (CA-038)', async (status) => {
  const body = {
    error_type: 'invalid_request_error',
    validation_errors: [{ code: 'invalid_param', param: 'security_code' }, { param: 'card_holder_identification.number' }],
  };
  expect(await tokenOfCard(aMethod, aForm, answering(status, body).send)).toEqual({
    status: 'refused',
    fields: ['code', 'documentNumber'],
  });
  expect(await tokenOfCard(aMethod, aForm, answering(status, { error_type: 'invalid_request_error' }).send)).toEqual({
    status: 'refused',
    fields: [],
  });
});

test('a failure without a body that says anything is unknown (ER-008)', async () => {
  const unknown = [
    answering(500, '<html>'),
    answering(402, 'null'),
    answering(200, '{}'),
    answering(201, { id: '', bin: '450799', last_four_digits: '4905' }),
  ];
  for (const { send } of unknown) expect(await tokenOfCard(aMethod, aForm, send)).toEqual({ status: 'unknown' });
});

test('no answer has a result of its own (ER-012)', async () => {
  const send = (() => Promise.reject(new TypeError('failed to fetch'))) as typeof fetch;
  expect(await tokenOfCard(aMethod, aForm, send)).toEqual({ status: 'no_answer' });
});
