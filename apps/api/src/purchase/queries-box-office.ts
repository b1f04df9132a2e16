import type { Db, Tx } from '#db/connect';

/** Whose name the tickets of a counter bear. */
export const nameHolder = (tx: Tx, purchaseId: string, holder: string) => tx`
  update purchase set holder = ${holder} where id = ${purchaseId}`;

/** What a counter has left unpaid, all but the newest. */
export const findOlderSales = (db: Db, customerId: string) => db<{ id: string }[]>`
  select id from purchase where customer_id = ${customerId} and channel = 'box_office' and stage = 'open'
   order by started_at desc, id offset 1`;
