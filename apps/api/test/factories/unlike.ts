import type { Db } from '../../src/db/connect.ts';

/** Its payment was booked as paid by hand, and its provider has said that it is another one. */
export const bookedUnlike = (db: Db, orderId: string) =>
  db`update attempt set kept = kept || '{"byHand": "differs"}' where purchase_id = ${orderId} and state = 'approved'`;
