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
