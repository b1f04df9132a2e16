import type { AnswerOf, getCustomer } from '@butaca/contract';
import type { Db } from '#db/connect';
import { customerById, phonesOf } from './queries.ts';

/** A customer's own data, as `Cliente/Informacion` answers it. */
export async function findCustomer(db: Db, customerId: string): Promise<AnswerOf<typeof getCustomer>> {
  const [customer, phones] = await Promise.all([customerById(db, customerId), phonesOf(db, customerId)]);
  if (!customer) throw new Error('a session without its customer');
  return { ...customer, birthday: customer.birthday.toString(), phones: [...phones] };
}
