import type { AnswerOf, getBalance } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { balanceMovements, balanceOf } from '../payments/index.ts';
import type { SaleWorld } from './world.ts';

const MOST_MOVEMENTS = 100;

/** What a customer has here, and where it came from and went to. */
export async function readBalance(
  { db, locale: { currency } }: Pick<SaleWorld, 'db' | 'locale'>,
  customerId: string,
): Promise<AnswerOf<typeof getBalance>> {
  const owner = { customerId, currency };
  const [amount, movements] = await Promise.all([balanceOf(db, owner), balanceMovements(db, owner, MOST_MOVEMENTS)]);
  return {
    amount,
    movements: movements.map(({ purchaseId, orderNumber, at, amount: moved }) => ({
      at: at.epochMilliseconds,
      amount: moved,
      orderId: purchaseId,
      ...(orderNumber === null ? {} : { orderNumber: formatOrderNumber(orderNumber) }),
    })),
  };
}
