/** One number that the frames take, and what comes of it. Every other number is refused with 14. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly kind: 'credit' | 'debit';
  /** Bancard's `response_code`. */
  readonly code: string;
  /** A charge to it, once it is saved, asks for 3-D Secure. */
  readonly threeDSecure: boolean;
  readonly what: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4907860500000016', brand: 'Visa', kind: 'credit', code: '00', threeDSecure: false, what: 'se aprueba' },
  {
    number: '5418630110000014',
    brand: 'MasterCard',
    kind: 'credit',
    code: '00',
    threeDSecure: true,
    what: 'se aprueba; guardada pide 3-D Secure',
  },
  { number: '8601010000000013', brand: 'Bancard', kind: 'debit', code: '00', threeDSecure: false, what: 'débito, se aprueba' },
  { number: '4258210000474094', brand: 'Visa', kind: 'credit', code: '51', threeDSecure: false, what: 'no tiene fondos' },
  { number: '4456530000001005', brand: 'Visa', kind: 'credit', code: '54', threeDSecure: false, what: 'está vencida' },
  { number: '4546400044997331', brand: 'Visa', kind: 'credit', code: '05', threeDSecure: false, what: 'no se aprueba' },
];

export const testCardOf = (number: string): TestCard | undefined => testCards.find((card) => card.number === number);

export const maskOf = (number: string): string => `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}`;

/** Bancard's `response_description`, which a buyer may see. */
export const descriptions: Readonly<Record<string, string>> = {
  '00': 'Transacción aprobada',
  '05': 'Transacción no aprobada',
  '14': 'Tarjeta inválida',
  '17': 'Operación cancelada por el cliente',
  '51': 'Fondos insuficientes',
  '54': 'Tarjeta vencida',
  '62': 'Tarjeta restringida',
  '82': 'Autenticación rechazada',
};
