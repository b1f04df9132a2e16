import { z } from 'zod';
import { methodOf } from './methods.ts';

const CODE = /^\d{3,4}$/;

/** Payway, POST /tokens. What it asks for and we do not use is let in unread. */
export const CardRequest = z
  .object({
    card_number: z
      .string()
      .regex(/^[1-9]\d{14,18}$/)
      .refine((number) => methodOf(number)?.hasCheckDigit === false || hasRightCheckDigit(number)),
    card_expiration_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
    card_expiration_year: z.string().regex(/^\d{2}$/),
    security_code: z.string().regex(CODE),
    card_holder_name: z.string().trim().min(1).max(80),
    card_holder_identification: z.object({
      /** Payway's, and the identity card of a Paraguayan shop, which pays here too. */
      type: z.enum(['dni', 'cuil', 'cuit', 'passport', 'ci']),
      number: z.string().regex(/^[A-Za-z0-9]{4,24}$/),
    }),
    card_holder_birthday: z
      .string()
      .regex(/^\d{8}$/)
      .optional(),
  })
  .superRefine(({ card_number: number, security_code: code }, context) => {
    const method = methodOf(number);
    if (method && CODE.test(code) && code.length !== method.codeLength) context.addIssue({ code: 'custom', path: ['security_code'] });
  });
export type CardRequest = z.output<typeof CardRequest>;

/** Luhn: from the right, every second digit counts double. */
function hasRightCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const counted = digits.map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2));
  return counted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
