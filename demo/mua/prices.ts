import type { PriceBook } from '../catalogue/price-book.ts';

const students = ['Estudiantes y jubilados', 0.75] as const;

/** In guaraníes. Charges are the seller's, so they bear the general rate; the entrance to a show of culture the reduced one. */
export const muaPrices: PriceBook = {
  usual: {
    'anfiteatro-del-arroyo': {
      'baja-centro': [260_000],
      baja: [210_000],
      'alta-centro': [160_000],
      alta: [130_000],
      cesped: [90_000],
    },
    'sala-lapacho': { platea: [120_000], 'platea-alta': [95_000], balcon: [70_000] },
    'tinglado-13': { frente: [180_000], campo: [110_000], muelle: [140_000] },
  },
  unknown: 100_000,
  step: 5000,
  reduced: { 2: [students], 3: [students], 6: [['Menores de 12 años', 0.6]] },
  taxClasses: { 1: 'iva-10', 2: 'iva-5', 3: 'iva-5', 4: 'iva-10', 5: 'iva-10', 6: 'iva-5' },
  charges: () => [{ kind: 'service', channel: 'online', percent: 800, fixed: 0, taxClass: 'iva-10' }],
};
