import type { Outcome } from '@butaca/contract/client';
import type { subscribe } from '@butaca/contract/newsletter';
import { expect, test } from 'vitest';
import { NewsletterForm } from '../../app/newsletter/NewsletterForm.tsx';
import { send, sentOf } from '../../app/newsletter/send.ts';
import { frameWith, htmlIn } from '../render.ts';

const ok = (data: Extract<Outcome<typeof subscribe>, { status: 'ok' }>['data']) => sentOf({ status: 'ok', code: 200, data });

test('the footer’s form has a name, an address and a button that nothing typed keeps disabled (FT-020, FT-021, FT-022)', () => {
  const html = htmlIn(frameWith(), NewsletterForm, {});
  expect(html).toMatch(/<input[^>]* name="name"/);
  expect(html).toMatch(/<input[^>]* name="email"/);
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Suscribirme</);
});

test('nCode 200 shows oData.oMail.oData and clears the fields; without a text it shows ours (FT-026, FT-027, EN-057)', () => {
  expect(ok({ mail: { message: 'Gracias' } })).toEqual({ isDone: true, message: { text: 'Gracias' } });
  for (const data of [{}, { mail: {} }, { mail: { message: '' } }]) expect(ok(data)).toEqual({ isDone: true, message: { key: 'sent' } });
});

test('another nCode shows its oData where it is a text, and keeps the fields (FT-026, FT-027, ER-006)', () => {
  expect(sentOf({ status: 'unreadable', code: 400, data: 'x' })).toEqual({ isDone: false, message: { text: 'x' } });
  for (const data of [undefined, '', { oMail: 'x' }, ['x'], 5])
    expect(sentOf({ status: 'unreadable', code: 400, data })).toEqual({ isDone: false, message: { key: 'failed' } });
  expect(sentOf({ status: 'refusal', code: 461, failure: 'too_many_attempts', data: { retryAfterSeconds: 7 } })).toEqual({
    isDone: false,
    message: { key: 'wait', seconds: 7 },
  });
  expect(sentOf({ status: 'ERROR', code: 555 })).toEqual({ isDone: false, message: { key: 'failed' } });
});

test('an address that is none, or a name that is a sentence, is not sent (VA-006, VA-007)', async () => {
  for (const email of ['a@b', 'a b@c.d', '']) expect(await send({ name: 'Ana', email })).toEqual({ wrong: 'email' });
  for (const name of ['', 'Mirá https://barato.example']) expect(await send({ name, email: 'a@b.co' })).toEqual({ wrong: 'name' });
});
