import { translate } from '@butaca/brand/translate';
import { expect, test } from 'vitest';
import linkTexts from '../../app/i18n/es/pay-link.json' with { type: 'json' };
import { askingMail } from '../../app/purchase/link/asking-mail.ts';
import { payerStateOf } from '../../app/purchase/link/SharePayLink.tsx';

const open = { purchase: { stage: 'open' as const } };
const paying = { purchase: { stage: 'paying' as const } };
const never = { before: { outcome: 'cancelled' as const }, hasPaid: false, hasEnded: false, lacksBalance: false };

test('before anybody pays nobody is said to, also when the buyer had a payment declined before the link was made', () => {
  expect(payerStateOf({ outcome: 'cancelled', ...open }, never)).toBe('waiting');
  const declined = { outcome: 'declined' as const, triesLeft: 3 };
  expect(payerStateOf({ ...declined, ...open }, { ...never, before: declined })).toBe('waiting');
});

test('a payment under way is told, and that its bank asks the payer', () => {
  expect(payerStateOf({ outcome: 'processing', ...paying }, never)).toBe('paying');
  expect(payerStateOf({ outcome: 'unknown', ...paying }, never)).toBe('paying');
  expect(payerStateOf({ outcome: 'processing', payerIsAsked: true, ...paying }, never)).toBe('asked');
});

test('a decline between two looks is told, and so is a payment that was given up', () => {
  expect(payerStateOf({ outcome: 'declined', triesLeft: 4, ...open }, never)).toBe('declined');
  const declined = { outcome: 'declined' as const, triesLeft: 4 };
  expect(payerStateOf({ ...declined, triesLeft: 3, ...open }, { ...never, before: declined })).toBe('declined');
  expect(payerStateOf({ outcome: 'cancelled', ...open }, { ...never, hasPaid: true })).toBe('given up');
});

test('a balance that no longer has its part is told while the link could be paid, and not while somebody pays with it', () => {
  const lacking = { ...never, lacksBalance: true };
  expect(payerStateOf({ outcome: 'cancelled', ...open }, lacking)).toBe('no balance');
  expect(payerStateOf({ outcome: 'processing', ...paying }, lacking)).toBe('paying');
});

test('a link that has ended is told whatever else is known of its payment', () => {
  expect(payerStateOf({ outcome: 'cancelled', ...open }, { ...never, hasEnded: true })).toBe('ended');
  expect(payerStateOf({ outcome: 'declined', triesLeft: 4, ...open }, { ...never, hasEnded: true, lacksBalance: true })).toBe('ended');
});

test('the mail that asks somebody to pay says for what, how much and until when, and letters of any kind reach it whole', () => {
  const address = askingMail(
    {
      performances: [{ show: { name: 'Año & «Ñandú» + 1' } }, { show: { name: 'Año & «Ñandú» + 1' } }] as never,
      lines: ['Año · vie 4 dic, 20:30 · Sala (Platea, fila F, asiento 12)', 'Otra'],
      amount: '$ 10.000',
      end: 'las 14:32',
      address: 'https://entradas.example/linkPago/abc',
      brand: 'Butaca',
    },
    translate({ name: 'es', catalogues: {} }, linkTexts),
  );
  const mail = new URL(address);
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
  expect(address).not.toMatch(/[ +\n]/);
  const [subject, body] = mail.search
    .slice(1)
    .split('&')
    .map((part) => decodeURIComponent(part.replace(/^\w+=/, '')));
  expect(subject).toBe('¿Me pagás estas entradas? Año & «Ñandú» + 1');
  expect(body?.split('\r\n')).toEqual([
    'Te pido que pagues estas entradas, que elegí en Butaca:',
    '- Año · vie 4 dic, 20:30 · Sala (Platea, fila F, asiento 12)',
    '- Otra',
    '',
    'Con tu tarjeta se pagan $ 10.000, hasta las 14:32, con este link:',
    'https://entradas.example/linkPago/abc',
  ]);
});
