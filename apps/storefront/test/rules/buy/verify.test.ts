import { loadBrand } from '@butaca/brand/load';
import type { PaymentOutcome } from '@butaca/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import paymentTexts from '../../../app/i18n/es/payment.json';
import { type Look, outcomeView, verifyPayment } from '../../../app/purchase/confirmation/verify.ts';
import { aResult } from './a-purchase.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A series over the given looks, the last one for ever, and when each was taken. */
async function series(looks: readonly (Look | 'slow')[], { attempts, stepMs } = { attempts: 5, stepMs: 1000 }) {
  const times: number[] = [];
  const start = Date.now();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const look = async (): Promise<Look> => {
    const seen = looks[Math.min(times.length, looks.length - 1)];
    times.push(Date.now() - start);
    if (seen !== 'slow') return seen;
    await wait(2500);
    return undefined;
  };
  const verifying = verifyPayment({ look, attempts, stepMs });
  await vi.runAllTimersAsync();
  return { verified: await verifying, times, endedAfterMs: Date.now() - start };
}

const saw = (outcome: PaymentOutcome): Look => ({ result: aResult(outcome) });

test('without an answer the server is asked five times, a second apart, then the verification is delayed (PO-007, PO-011, PO-012)', async () => {
  for (const nothing of [undefined, saw('unknown')]) {
    const { verified, times } = await series([nothing]);
    expect(times).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(verified).toEqual({ status: 'delayed' });
  }
});

test('this deployment asks five times, a second apart (CO-007, CO-008)', async () => {
  const { verificationAttempts: attempts, verificationStepMs: stepMs } = (await loadBrand('butaca')).brand.constants;
  expect((await series([undefined], { attempts, stepMs })).times).toEqual([0, 1000, 2000, 3000, 4000]);
});

test('a delayed verification says so, with the retry and the place to look later (ER-016)', () => {
  const { text = '', mayVerify, mayPay } = outcomeView('unknown');
  expect({ text, mayVerify, mayPay }).toEqual({ text: 'delays verifying the purchase', mayVerify: true, mayPay: false });
  expect(paymentTexts['delays verifying the purchase']).toMatch(/demoras para verificar.*Reintentá.*Mis compras/);
});

test('the first answer that is an end is the last question', async () => {
  for (const outcome of ['approved', 'declined', 'pending', 'cancelled', 'offered', 'late', 'refunded'] as const) {
    const { verified, times } = await series([saw(outcome)]);
    expect(times).toEqual([0]);
    expect(verified).toMatchObject({ status: 'known', result: { outcome } });
  }
  expect((await series([undefined, saw('unknown'), saw('approved')])).times).toEqual([0, 1000, 2000]);
});

test('a payment that is still under way after the last attempt is shown as processing (PO-005)', async () => {
  const { verified, times } = await series([undefined, saw('processing')]);
  expect(times).toHaveLength(5);
  expect(verified).toMatchObject({ status: 'known', result: { outcome: 'processing' } });
});

test('a slow answer is waited for, and there is never a second question beside it', async () => {
  expect((await series(['slow', saw('approved')])).times).toEqual([0, 2500]);
});

test('a purchase of another customer, and a session that is over, end the series', async () => {
  expect((await series(['not-found'])).verified).toEqual({ status: 'not-found' });
  expect((await series([undefined, 'log-in'])).verified).toEqual({ status: 'log-in' });
});

test('every outcome has its own title, and an unknown one is processing, never a success (PO-010)', () => {
  const outcomes: PaymentOutcome[] = [
    'approved',
    'declined',
    'pending',
    'processing',
    'cancelled',
    'unknown',
    'offered',
    'late',
    'refunded',
  ];
  expect(new Set(outcomes.map((outcome) => outcomeView(outcome).title)).size).toBe(outcomes.length);
  expect(outcomes.filter((outcome) => outcomeView(outcome).tone === 'success')).toEqual(['approved']);
  for (const strange of ['', 'AUTHORIZED', 'toString', '__proto__']) expect(outcomeView(strange)).toBe(outcomeView('processing'));
});

test('paying again is offered only where nothing was charged, verifying again never charges (PO-013)', () => {
  const outcomes: PaymentOutcome[] = [
    'approved',
    'declined',
    'pending',
    'processing',
    'cancelled',
    'unknown',
    'offered',
    'late',
    'refunded',
  ];
  expect(outcomes.filter((outcome) => outcomeView(outcome).mayPay)).toEqual(['declined', 'cancelled']);
  expect(outcomes.filter((outcome) => outcomeView(outcome).mayVerify)).toEqual(['pending', 'processing', 'unknown', 'offered']);
});
