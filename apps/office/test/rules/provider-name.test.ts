import { translate } from '@butaca/brand/translate';
import { expect, test } from 'vitest';
import texts from '../../app/i18n/es/office.json';
import { providerName } from '../../app/money/provider-name.ts';

test('staff read providers as they write themselves, what a counter takes in words, and an unknown one as the server names it', () => {
  const t = translate({ name: 'es', catalogues: {} }, texts);
  expect(['paypal', 'mercadopago', 'modo', 'cash', 'another'].map((name) => providerName(name, t))).toEqual([
    'PayPal',
    'Mercado Pago',
    'MODO',
    'Efectivo en boletería',
    'another',
  ]);
});
