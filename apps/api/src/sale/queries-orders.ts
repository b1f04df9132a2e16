import type { Db } from '#db/connect';

/** Purchases of a customer that are paid, being verified, offered other places, or given back; the newest first. */
export const findOrderIds = (db: Db, customerId: string, most: number) => db<{ id: string }[]>`
  select id from purchase
   where customer_id = ${customerId} and ${isOrder(db)}
   order by started_at desc limit ${most}`;

/** The same of one purchase: none, or it. */
export const findOrderId = (db: Db, customerId: string, purchaseId: string) => db<{ id: string }[]>`
  select id from purchase where id = ${purchaseId} and customer_id = ${customerId} and ${isOrder(db)}`;

const isOrder = (db: Db) => db`
  (stage in ('paid', 'paying', 'offered')
   or exists (select from attempt where purchase_id = purchase.id and state in ('returning', 'reversed', 'refunded')))`;
