import { brandOf, type CardBrand, cardBrands, hasCheckDigit, isDebit } from '@butaca/contract/rules/card-brands';

/** A card's payment method as Payway numbers it (`payment_method_id`). */
export interface Method {
  readonly id: number;
  readonly name: string;
  readonly debit: boolean;
  readonly codeLength: 3 | 4;
  readonly hasCheckDigit: boolean;
}

/** Undefined for a card that Payway does not take. */
export function methodOf(number: string): Method | undefined {
  const brand = brandOf(number);
  if (!brand) return undefined;
  const debit = isDebit(brand, number);
  const id = debit ? brand.methods.debit : brand.methods.credit;
  if (id === undefined) return undefined;
  return { id, name: nameOf(brand, debit), debit, codeLength: brand.securityCodeLength, hasCheckDigit: hasCheckDigit(brand, number) };
}

export function methodName(id: number): string {
  const brand = cardBrands.find(({ methods }) => methods.credit === id || methods.debit === id);
  return brand ? nameOf(brand, brand.methods.debit === id) : `Medio de pago ${id}`;
}

/** Payway names the debit card of a brand that has both. */
const nameOf = ({ name, methods }: CardBrand, debit: boolean) => (debit && methods.credit !== undefined ? `${name} Débito` : name);
