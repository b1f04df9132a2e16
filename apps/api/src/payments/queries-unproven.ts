import type { Db, Tx } from '#db/connect';

/**
 * Of what an attempt keeps: whether its provider has never said that it took the money of a payment that counts as taken here. It looked at it and did
 * not decide, or only a person has seen it. The mail of a refund, whose module knows no payments, says it of what is sold in its own statement; tests compare both.
 */
export const isUnprovenIn = (db: Db | Tx, kept: ReturnType<Db>) => db`
  (${kept} ?| array['typed', 'undecided'] or coalesce(${kept} ->> 'byHand' <> 'same', false))`;

/** Of a row of `refund`: whether it is to come from such a payment, so that it may never have been charged. */
export const isUnprovenRefund = (db: Db | Tx) => db`
  (refund.way = 'provider' and exists (
    select from attempt as back
     where back.purchase_id = refund.purchase_id and back.reference = refund.reference and ${isUnprovenIn(db, db`back.kept`)}))`;
