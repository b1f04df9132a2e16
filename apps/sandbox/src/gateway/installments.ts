import { z } from 'zod';
import { type Method, methodOf } from './methods.ts';
import { refusal, refusalOf } from './problems.ts';

const Question = z.object({
  bin: z.string().regex(/^\d{6,8}$/),
  /** Cents. */
  amount: z.coerce.number().int().positive().max(99_999_999_999),
});

/** Interest a year (TEA) in percent, by number of instalments. */
const usualRates: readonly (readonly [number, number])[] = [
  [1, 0],
  [3, 54.9],
  [6, 59.9],
  [12, 66.9],
];
/** Naranja's own plan has three without interest. */
const ratesOf = ({ id, debit }: Method) =>
  usualRates
    .filter(([installments]) => !debit || installments === 1)
    .map(([installments, rate]) => [installments, id === 24 && installments === 3 ? 0 : rate] as const);

/** Interest bears IVA, and the total cost of the credit (CFTEA) has it in. */
const TAX_ON_INTEREST = 0.21;

/** Ours: Payway has no such call. Rates in percent a year with two places, amounts in cents. */
export function installmentsAnswer(query: unknown) {
  const question = Question.safeParse(query);
  if (!question.success) return refusalOf(question.error, query);
  const { bin, amount } = question.data;
  const method = methodOf(bin);
  if (!method) return refusal({ code: 'invalid_param', param: 'bin' });
  return {
    status: 200,
    body: {
      bin,
      payment_method_id: method.id,
      card_brand: method.name,
      card_type: method.debit ? 'debit' : 'credit',
      bank: method.id === 24 ? 'Naranja' : 'Banco de la Caja de Arena',
      plans: ratesOf(method).map(([installments, rate]) => plan(amount, installments, rate)),
    },
  };
}

/** Equal instalments, the first after a month. */
function plan(amount: number, installments: number, tea: number) {
  const interest = (1 + tea / 100) ** (1 / 12) - 1;
  const cost = interest * (1 + TAX_ON_INTEREST);
  const each = Math.round(cost === 0 ? amount / installments : (amount * cost) / (1 - (1 + cost) ** -installments));
  const total = cost === 0 ? amount : each * installments;
  return {
    installments,
    coefficient: rounded(total / amount, 4),
    installment_amount: each,
    total_amount: total,
    tea,
    cftea: rounded(((1 + cost) ** 12 - 1) * 100, 2),
  };
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));
