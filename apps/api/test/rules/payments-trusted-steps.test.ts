import { expect, test } from 'vitest';
import type { NextStep } from '../../src/payments/provider.ts';
import { trustedAnswer } from '../../src/payments/trusted-steps.ts';

const provider = { origins: { redirects: ['https://pagar.example'], frames: ['https://marco.example'] } };
const heard = (next: NextStep) => trustedAnswer(provider, { result: 'processing', next, facts: { http: 201 }, keep: { order: 'o-1' } });

const [page, frame] = ['https://pagar.example/p/1?x=2', 'https://marco.example/3ds'];
const own = { url: frame, origin: 'https://marco.example' };

test.each<NextStep>([
  { kind: 'wait' },
  { kind: 'redirect', url: page },
  { kind: 'frame', ...own },
  { kind: 'hidden_form', ...own, fields: {}, waitMs: 1 },
  { kind: 'challenge', ...own, fields: {} },
  { kind: 'qr', content: '000201', until: 0 },
  { kind: 'qr', content: '000201', url: page, until: 0 },
  { kind: 'poll', path: '/v2/proceso/confirmacion/x?a=1' },
])('a step of its provider’s own origin is passed on: %j', (next) => {
  expect(heard(next)).toMatchObject({ result: 'processing', next });
});

test.each<NextStep>([
  { kind: 'redirect', url: 'https://otro.example/p/1' },
  { kind: 'redirect', url: 'https://pagar.example.otro.example/' },
  { kind: 'redirect', url: 'https://pagar.example@otro.example/' },
  { kind: 'redirect', url: 'http://pagar.example/' },
  { kind: 'redirect', url: 'javascript:alert(1)' },
  { kind: 'redirect', url: '//pagar.example/' },
  { kind: 'redirect', url: frame },
  { kind: 'frame', url: page, origin: 'https://marco.example' },
  { kind: 'frame', url: frame, origin: 'https://otro.example' },
  { kind: 'hidden_form', url: 'https://otro.example/', origin: 'https://marco.example', fields: {}, waitMs: 1 },
  { kind: 'challenge', url: frame, origin: 'https://pagar.example', fields: {} },
  { kind: 'qr', content: '000201', url: 'https://otro.example/', until: 0 },
  { kind: 'poll', path: 'https://otro.example/v2/x' },
  { kind: 'poll', path: '//otro.example/v2/x' },
  { kind: 'poll', path: '/v2/../office' },
  { kind: 'poll', path: '/cuenta' },
])('a step to anywhere else is not believed, and what the next call needs is kept all the same: %j', (next) => {
  expect(heard(next)).toEqual({
    result: 'unknown',
    facts: { http: 201, mismatch: `step ${next.kind}`, claimed: 'processing' },
    keep: { order: 'o-1' },
  });
});
