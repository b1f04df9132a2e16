import { expect, test } from 'vitest';
import paymentTexts from '../../../app/i18n/es/payment.json';
import { RefusalNotice } from '../../../app/purchase/buy/RefusalNotice.tsx';
import { outcomeView, textOf, titleOf } from '../../../app/purchase/confirmation/verify.ts';
import { PaidScreen } from '../../../app/purchase/result/PaidScreen.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { aResult } from './a-purchase.ts';

const textIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const declined = { kind: 'declined', message: 'No alcanza el saldo.', triesLeft: 3, lost: [], total: undefined } as const;
const notice = (method?: string) => textIn(htmlIn(frameWith(), RefusalNotice, { refusal: { ...declined, method } }));
const paid = (changes: Parameters<typeof aResult>[1]) =>
  textIn(htmlIn(frameWith(), PaidScreen, { payment: aResult('approved', { amount: 5_980_000, instalments: 1, ...changes }) }));

test('a decline is told in the name of the card, or of the wallet that it was paid with, and what may be tried instead (PO-003)', () => {
  expect(notice()).toMatch(/La tarjeta informa el siguiente mensaje: No alcanza el saldo\. .* probar con otra tarjeta/);
  expect(notice('MODO')).toMatch(/MODO informa el siguiente mensaje: No alcanza el saldo\. .* pagar con otro medio/);
  expect(notice('MODO')).not.toMatch(/tarjeta/i);
});

test('from a declined card a button leads to the number of another one; a wallet and a counter have no such field (PO-003)', () => {
  const buttons = (method?: string, onOtherCard?: () => void) =>
    htmlIn(frameWith(), RefusalNotice, { refusal: { ...declined, method }, ...(onOtherCard && { onOtherCard }) }).match(
      /<button.*?<\/button>/g,
    ) ?? [];
  expect(buttons(undefined, () => {})).toEqual([expect.stringContaining('Probar con otra tarjeta')]);
  expect(buttons('MODO', () => {})).toEqual([]);
  expect(buttons()).toEqual([]);
});

test('an outcome of a wallet names it in its title or in its text; one of a card that was typed here does not', () => {
  const said = (outcome: 'declined' | 'cancelled' | 'processing', method?: string) => {
    const payment = aResult(outcome, { method });
    const { title, text = title } = outcomeView(outcome);
    return [titleOf(payment, title), textOf(payment, text)].map((key) => paymentTexts[key as 'late.title']);
  };
  expect(said('declined', 'Pool')[0]).toBe('El pago con {{method}} no se hizo');
  expect(said('cancelled', 'Pool')[0]).toBe('El pago con {{method}} se canceló');
  expect(said('processing', 'Pool')[1]).toMatch(/^\{\{method\}\} todavía no terminó/);
  expect([said('declined')[0], said('cancelled')[0]]).toEqual(['El pago no se hizo', 'El pago se canceló']);
  expect(said('processing')[1]).toMatch(/^El banco todavía no terminó/);
});

test('what is paid says with what: the card by its last digits, a wallet by its name, also beside the balance (PO-002)', () => {
  expect(paid({ method: 'MODO' })).toContain('Medio de pago MODO');
  expect(paid({ method: 'MODO' })).not.toContain('Tarjeta');
  expect(paid({ method: 'MODO', fromBalance: 1_000_000 })).toMatch(/Con tu saldo .* Con MODO/);
  expect(paid({ brand: 'visa', lastFour: '4905', fromBalance: 1_000_000 })).toMatch(/Con tarjeta .* Visa terminada en 4905/);
  expect(paid({ brand: 'visa', lastFour: '4905' })).not.toContain('Medio de pago');
});
