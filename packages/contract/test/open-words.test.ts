import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ClosedReason } from '../src/closed-performance.ts';
import { UnlikePayment } from '../src/office.ts';
import { RefundObstacle } from '../src/office-orders.ts';
import { PaymentOutcome } from '../src/payment.ts';

test.each([
  ['why a refund cannot be made', RefundObstacle, 'other'],
  ['what a provider says of a payment', UnlikePayment, 'other'],
  ['why a performance is not sold', ClosedReason, 'unlisted'],
  ['the outcome of a payment, which is never taken for a paid one', PaymentOutcome, 'unknown'],
] as const)('a page that is older than its server reads a word that it does not know: %s', (_, words, read) => {
  expect(z.safeDecode(words as z.ZodMiniType, 'PALABRA_DE_MAÑANA')).toMatchObject({ success: true, data: read });
});
