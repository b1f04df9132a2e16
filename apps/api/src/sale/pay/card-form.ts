import { charge, Refusal, wireNameOf } from '@butaca/contract';
import type { WantedCharge } from '../checkout/checkout.ts';

const cardFields = ['token', 'bin', 'lastFour', 'instalments', 'holder', 'documentType', 'documentNumber', 'email'] as const;

type Form = WantedCharge['form'];
export type CardForm = Form & { readonly [Field in (typeof cardFields)[number]]: NonNullable<Form[Field]> };

/** What a charge to a card needs; each field that is not there is named. */
export function demandCard(form: Form): CardForm {
  const missing = cardFields.filter((field) => form[field] === undefined);
  if (missing.length > 0)
    throw new Refusal('invalid_input', { fields: missing.map((field) => ({ name: wireNameOf(charge.body, field), reason: 'missing' })) });
  return form as CardForm;
}
