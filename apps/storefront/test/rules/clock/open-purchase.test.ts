import type { Purchase } from '@butaca/contract';
import { expect, test } from 'vitest';
import { OpenPurchase } from '../../../app/purchase/clock/OpenPurchases.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { aPurchase } from '../buy/a-purchase.ts';

const deadline = Date.parse('2026-11-30T22:51:00-03:00');

const shown = (changes: Partial<Purchase>) =>
  htmlIn(frameWith(), OpenPurchase, { purchase: aPurchase(changes), busy: false, onGiveUp: () => {} }).replace(/\u00a0/g, ' ');

test('a purchase that is not finished says its price, and until when its places are held (R-045)', () => {
  const html = shown({ deadline });
  expect(html).toContain('$ 59.800');
  expect(html).toMatch(/Guardado para vos hasta [^<]*22:51/);
});

test('one that is being paid is held for as long as that takes (R-045)', () => {
  const html = shown({ stage: 'paying', deadline });
  expect(html).toContain('$ 59.800');
  expect(html).not.toContain('Guardado para vos');
});
