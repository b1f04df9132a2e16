import type { AnswerOf, getBalance } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { balanceMovements, balanceOf } from '../payments/index.ts';
import type { SaleWorld } from './world.ts';

const MOST_MOVEMENTS = 100;

/** What of a balance can be spent: whole steps of what is shown (CO-023). Every page says this amount, so that none promises more than another takes. */
export const spendable = (balance: number, { displayUnit }: Pick<SaleWorld, 'displayUnit'>): number => balance - (balance % displayUnit);

/** What a customer has here, and where it came from and went to. */
export async function readBalance(
  world: Pick<SaleWorld, 'db' | 'locale' | 'displayUnit'>,
  customerId: string,
): Promise<AnswerOf<typeof getBalance>> {
  const { db } = world;
  const owner = { customerId, currency: world.locale.currency };
  const [amount, movements] = await Promise.all([balanceOf(db, owner), balanceMovements(db, owner, MOST_MOVEMENTS)]);
  return {
    amount: spendable(amount, world),
    movements: movements.map(({ purchaseId, orderNumber, at, amount: moved }) => ({
      at: at.epochMilliseconds,
      amount: moved,
      orderId: purchaseId,
      ...(orderNumber === null ? {} : { orderNumber: formatOrderNumber(orderNumber) }),
    })),
  };
}
