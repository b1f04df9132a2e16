import type { LanguageCode } from '@butaca/brand/languages';
import type { Db } from '#db/connect';
import { mailboxOf } from '../mailboxes/index.ts';

export interface RefundToTell {
  readonly id: string;
  readonly purchaseId: string;
  /** As `formatOrderNumber` writes it. */
  readonly number: number;
  readonly way: 'provider' | 'drawer' | 'terminal' | 'balance' | 'nothing' | 'chargeback' | 'elsewhere';
  /** Why, as the office shows it. */
  readonly reason: string;
  /** Minor units. */
  readonly amount: number;
  /** What had gone back before and is counted for these tickets. */
  readonly covered: number;
  /** What the provider had given back of itself before, part by part: its buyer had no mail of ours about it. */
  readonly partsBefore: readonly number[];
  /** A performance of these tickets was cancelled. */
  readonly isCancelled: boolean;
  /** What went back to the customer's balance beside it, because that is what it was paid with. */
  readonly toBalance: number;
  /** What goes back, or became balance, of the other of the two cards that it was paid with. */
  readonly ofOtherCard: number;
  /** What of all that is of payments that their provider has not confirmed, or does not have: it may never have been charged. */
  readonly unproven: number;
  readonly ticketCount: number;
  /** Still valid. */
  readonly ticketsLeft: number;
  /** The products of the order go back, too. */
  readonly withProducts: boolean;
  readonly showNames: readonly string[];
  readonly language: LanguageCode | null;
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string };
}

interface RefundsToTell {
  readonly purchaseId: string;
  readonly refundId: string;
  /** The refund of its other part. */
  readonly toBalanceId?: string;
  /** The refund of its other card. */
  readonly otherCardId?: string;
}

/** Nothing when the buyer's account was erased. */
export async function refundToTell(
  db: Db,
  { purchaseId, refundId, toBalanceId, otherCardId }: RefundsToTell,
): Promise<RefundToTell | undefined> {
  const [row] = await db<RefundToTell[]>`
    select refund.id, purchase_id as "purchaseId", order_number as number, way, reason, amount, covered,
           coalesce((select beside.amount from refund as beside where beside.purchase_id = refund.purchase_id and beside.id = ${toBalanceId ?? null}), 0)::bigint
             as "toBalance",
           coalesce((select other.amount from refund as other where other.purchase_id = refund.purchase_id and other.id = ${otherCardId ?? null}), 0)::bigint
             as "ofOtherCard",
           (select coalesce(sum(part.amount), 0) from refund as part join attempt using (purchase_id, reference)
             where part.purchase_id = refund.purchase_id and part.id in (refund.id, ${otherCardId ?? null}) and part.way = 'provider'
               and (attempt.kept ? 'typed' or attempt.kept ->> 'byHand' <> 'same'))::bigint as unproven,
           (select coalesce(jsonb_agg(part.amount order by part.started_at, part.id), '[]') from refund as part
             where part.purchase_id = refund.purchase_id and part.way = 'elsewhere' and part.tickets = '[]' and part.amount > 0
               and part.id <> refund.id and part.started_at < refund.started_at) as "partsBefore",
           exists (select from jsonb_array_elements(tickets) as ticket
                     join performance on performance.id = (ticket ->> 'performanceId')::integer
                    where performance.state = 'cancelled') as "isCancelled",
           jsonb_array_length(tickets) as "ticketCount",
           (select count(*)::integer from ticket where ticket.purchase_id = refund.purchase_id and ticket.state = 'valid') as "ticketsLeft",
           parts @> '[{"account": "products"}]' as "withProducts",
           array(select distinct show.name from jsonb_array_elements((priced -> 'tickets') || coalesce(priced -> 'products', '[]')) as printed
                   join performance on performance.id = (printed ->> 'performanceId')::integer
                   join show on show.id = performance.show_id order by 1) as "showNames",
           coalesce(purchase.language, customer.language) as language,
           jsonb_build_object('firstName', first_name, 'lastName', last_name,
                              'email', ${mailboxOf(db)}) as buyer
      from refund
      join purchase on purchase.id = purchase_id
      join customer on customer.id = customer_id and (erased_at is null or way = 'chargeback')
     where purchase_id = ${purchaseId} and refund.id = ${refundId}`;
  return row;
}

/** Who is told of a chargeback. */
export const organiserAddresses = (db: Db) => db<{ id: string; email: string }[]>`
  select id, email from customer where role = 'organiser' and erased_at is null order by email limit 20`;
