import type { PaymentOutcome } from '@butaca/contract';
import { expect, test } from 'vitest';
import linkTexts from '../../app/i18n/es/pay-link.json';
import { endOfLink } from '../../app/purchase/link/link-end.ts';

const said = (state: Parameters<typeof endOfLink>[0]['state'], outcome?: PaymentOutcome, isUnproven?: true) =>
  linkTexts[endOfLink({ state, ...(outcome && { mine: { outcome, isUnproven } }) }).text as 'other.text'];

test('a payer whose click was not charged reads that somebody else paid; one who did not press, or who paid, does not', () => {
  for (const outcome of ['cancelled', 'declined'] as const)
    expect(said('paid', outcome)).toBe('Otra persona lo pagó antes; a tu tarjeta no se le cobró nada.');
  for (const outcome of [undefined, 'approved', 'offered', 'unknown', 'processing'] as const)
    expect(said('paid', outcome)).not.toMatch(/Otra persona|no se le cobró/);
});

test('a payer whose money goes back reads that, and never that nothing was charged, whatever became of the link', () => {
  for (const state of ['paid', 'over'] as const) {
    expect(said(state, 'late')).toMatch(/te estamos devolviendo todo el dinero/);
    expect(said(state, 'refunded')).toMatch(/te devolvimos todo el dinero/);
    expect(said(state, 'late', true)).toMatch(/Si se te había cobrado, vuelve completo/);
  }
});
