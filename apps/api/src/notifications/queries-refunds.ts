import type { Db } from '#db/connect';

export interface RefundToTell {
  readonly id: string;
  readonly purchaseId: string;
  /** As `formatOrderNumber` writes it. */
  readonly number: number;
  readonly way: 'provider' | 'drawer' | 'terminal' | 'balance' | 'nothing' | 'chargeback';
  /** Minor units. */
  readonly amount: number;
  readonly ticketCount: number;
  /** Still valid. */
  readonly ticketsLeft: number;
  readonly showNames: readonly string[];
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string };
}

/** Nothing when the buyer's account was erased. */
export async function refundToTell(db: Db, purchaseId: string, id: string): Promise<RefundToTell | undefined> {
  const [row] = await db<RefundToTell[]>`
    select refund.id, purchase_id as "purchaseId", order_number as number, way, amount, jsonb_array_length(tickets) as "ticketCount",
           (select count(*)::integer from ticket where ticket.purchase_id = refund.purchase_id and ticket.state = 'valid') as "ticketsLeft",
           array(select distinct show.name from jsonb_array_elements(priced -> 'tickets') as printed
                   join performance on performance.id = (printed ->> 'performanceId')::integer
                   join show on show.id = performance.show_id order by 1) as "showNames",
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email) as buyer
      from refund
      join purchase on purchase.id = purchase_id
      join customer on customer.id = customer_id and (erased_at is null or way = 'chargeback')
     where purchase_id = ${purchaseId} and refund.id = ${id}`;
  return row;
}

/** Who is told of a chargeback. */
export const organiserAddresses = (db: Db) => db<{ email: string }[]>`
  select email from customer where role = 'organiser' and erased_at is null order by email limit 20`;
