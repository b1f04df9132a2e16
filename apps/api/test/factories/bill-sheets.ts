import type { BillSheet } from '../../src/orders/documents/bill-sheet.ts';

type Line = BillSheet['lines'][number];

export const aBillLine = (given: Partial<Line> = {}): Line => ({
  text: 'Bodas de sangre',
  detail: 'viernes 27 de noviembre de 2026, 20:30 · Teatro Alborada · Platea, fila F, asientos 12 y 14 · General',
  quantity: 2,
  taxRate: 2100,
  unitAmount: 3_700_000,
  amount: 7_400_000,
  ...given,
});

const qrOf = (facts: object) => `https://www.arca.gob.ar/fe/qr/?p=${Buffer.from(JSON.stringify(facts)).toString('base64')}`;

/** A bill B for two tickets and their service charge, to a consumer who had to name nobody. */
export const aBill = (given: Partial<BillSheet> = {}): BillSheet => ({
  kind: 'bill',
  letter: 'B',
  typeCode: 6,
  pointOfSale: 5,
  number: 1234,
  issuedOn: '2026-11-26',
  issuer: {
    legalName: 'Butaca Entradas S.A.',
    tradeName: 'Butaca',
    address: 'Av. Corrientes 1530, piso 4, C1042AAO Ciudad Autónoma de Buenos Aires',
    taxId: '30-71000000-7',
    grossIncomeId: '901-123456-7',
    activitySince: '2019-03-01',
    condition: 'IVA Responsable Inscripto',
  },
  receiver: { name: null, document: null, condition: 'Consumidor final', address: null },
  service: { from: '2026-11-27', to: '2026-11-27', dueOn: '2026-11-26' },
  paidBy: [{ by: 'Visa terminada en 4905', amount: 8_500_000 }],
  lines: [aBillLine(), aBillLine({ text: 'Cargo por servicio', detail: null, quantity: 2, unitAmount: 550_000, amount: 1_100_000 })],
  taxesApart: false,
  net: 7_024_793,
  exempt: 0,
  taxes: [{ rate: 2100, base: 7_024_793, amount: 1_475_207 }],
  total: 8_500_000,
  contained: { vat: 1_475_207, others: 0 },
  credits: null,
  legends: [],
  authorisation: { name: 'CAE', code: '76471234567890', expiresOn: '2026-12-06' },
  qr: qrOf({
    ver: 1,
    fecha: '2026-11-26',
    cuit: 30_710_000_007,
    ptoVta: 5,
    tipoCmp: 6,
    nroCmp: 1234,
    importe: 85_000,
    moneda: 'PES',
    ctz: 1,
    tipoCodAut: 'E',
    codAut: 76_471_234_567_890,
  }),
  orderNumber: 'ERC-9QJ-YSK',
  ...given,
});

/** To a taxpayer, who is told the prices before taxes and the taxes apart. */
export const aBillOfTaxpayers = (given: Partial<BillSheet> = {}): BillSheet =>
  aBill({
    letter: 'A',
    typeCode: 1,
    receiver: {
      name: 'Editorial Los Álamos S.R.L.',
      document: 'CUIT 30-69876543-2',
      condition: 'IVA Responsable Inscripto',
      address: 'Bv. Oroño 1200, S2000DSU Rosario, Santa Fe',
    },
    lines: [
      aBillLine({ unitAmount: 3_057_851, amount: 6_115_702 }),
      aBillLine({ text: 'Cargo por servicio', detail: null, unitAmount: 454_545, amount: 909_091 }),
      aBillLine({ text: 'Programa de mano', detail: null, quantity: 1, taxRate: null, unitAmount: 300_000, amount: 300_000 }),
    ],
    taxesApart: true,
    exempt: 300_000,
    total: 8_800_000,
    contained: null,
    ...given,
  });
