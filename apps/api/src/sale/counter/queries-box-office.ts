import type { Db, Tx } from '#db/connect';

/** Whose name the tickets of a counter bear. */
export const nameHolder = (tx: Tx, purchaseId: string, holder: string) => tx`
  update purchase set holder = ${holder} where id = ${purchaseId}`;

/** A sale stays at the counter where it began. */
export const setCounter = (db: Db, { purchaseId, customerId }: { purchaseId: string; customerId: string }, counter: string) => db`
  update purchase set counter = ${counter}
   where id = ${purchaseId} and customer_id = ${customerId} and channel = 'box_office' and counter is null`;

/** What a counter has left unpaid, all but the newest. */
export const findOlderSales = (db: Db, counter: string) => db<{ id: string }[]>`
  select id from purchase where counter = ${counter} and stage = 'open'
   order by started_at desc, id offset 1`;
