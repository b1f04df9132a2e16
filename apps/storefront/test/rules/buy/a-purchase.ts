import type { PaymentMethod, PaymentOutcome, PaymentResult, Purchase } from '@butaca/contract';
import type { BuyForm } from '../../../app/purchase/buy/buy-form.ts';

const place = (placeId: number) => ({
  placeId,
  sectorId: 1,
  sectorName: 'Platea',
  row: 'F',
  seat: String(placeId),
  priceTypeId: 1,
  priceTypeName: 'General',
  final: 2_990_000,
});

const totalsOf = (total: number) => ({
  tickets: total,
  serviceCharge: 0,
  antiFraudQr: 0,
  delivery: 0,
  products: 0,
  discounts: 0,
  total,
  net: Math.round(total / 1.21),
});

/** Two places that are waiting to be paid. */
export const aPurchase = (changes: Partial<Purchase> = {}): Purchase => ({
  id: 'a'.repeat(22),
  performances: [{ id: 7, placeCount: 2, places: [place(12), place(13)] }],
  quantity: { total: 2 },
  stage: 'open',
  totals: totalsOf(5_980_000),
  ...changes,
});

export const aMethod: PaymentMethod = {
  id: 1,
  kind: 'card',
  name: 'Tarjeta',
  tokenUrl: 'https://pagos.example/tokens',
  publicKey: 'publica',
  brands: ['Visa'],
};

/** As typed, with everything right. */
export const aForm: BuyForm = {
  number: '4507 9900 0000 4905',
  expiry: '08/30',
  code: '123',
  holder: ' Ana Ferreyra ',
  documentType: 'dni',
  documentNumber: '30.123.456',
  birthday: '1990-03-05',
  email: 'ana@correo.example',
  phone: '',
  keepCard: false,
};

export const aResult = (outcome: PaymentOutcome, changes: Partial<PaymentResult> = {}): PaymentResult => ({
  outcome,
  purchase: aPurchase(),
  ...changes,
});
