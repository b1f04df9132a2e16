/** A card brand as Payway numbers them (`payment_method_id`). */
export interface Method {
  readonly id: number;
  readonly name: string;
  readonly debit: boolean;
  readonly codeLength: 3 | 4;
  /** False where the issuer gives out numbers whose last digit checks nothing. */
  readonly hasCheckDigit: boolean;
  readonly prefixes: readonly string[];
}

const usual = { debit: false, codeLength: 3, hasCheckDigit: true } as const;

const methods: readonly Method[] = [
  { ...usual, id: 1, name: 'Visa', prefixes: ['4'] },
  { ...usual, id: 31, name: 'Visa Débito', debit: true, prefixes: ['451772'] },
  { ...usual, id: 15, name: 'Mastercard', prefixes: ['51', '52', '53', '54', '55'] },
  { ...usual, id: 65, name: 'American Express', codeLength: 4, prefixes: ['34', '37'] },
  { ...usual, id: 27, name: 'Cabal', prefixes: ['589657'] },
  { ...usual, id: 24, name: 'Naranja', hasCheckDigit: false, prefixes: ['589562'] },
];

const byPrefix = methods
  .flatMap((method) => method.prefixes.map((prefix) => ({ prefix, method })))
  .sort((one, other) => other.prefix.length - one.prefix.length);

/** The longer prefix wins: 451772 is a debit card, 4 is not. Undefined for brands that no test card is of. */
export const methodOf = (number: string): Method | undefined => byPrefix.find(({ prefix }) => number.startsWith(prefix))?.method;

export const methodName = (id: number): string => methods.find((method) => method.id === id)?.name ?? `Medio de pago ${id}`;
