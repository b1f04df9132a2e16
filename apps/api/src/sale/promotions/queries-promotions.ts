import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { keepsStock, type PromotionClaim } from '../queries-purchases.ts';

/** A code that may be entered for some performance of a purchase. */
export interface CodeRow {
  readonly id: number;
  readonly promotionId: number;
  readonly code: string;
  /** Purchases; null without a limit. */
  readonly mostUses: number | null;
  /** Tickets; likewise. */
  readonly perCustomer: number | null;
}

/** Codes with this text of promotions of the shows of these performances. */
export const findCodes = (db: Db, code: string, performanceIds: readonly number[]) => db<CodeRow[]>`
  select promotion_code.id, promotion_id as "promotionId", code, most_uses as "mostUses", per_customer as "perCustomer"
    from promotion_code join promotion on promotion.id = promotion_id
   where code = ${code} and not promotion_code.withdrawn and not promotion.withdrawn
     and promotion.show_id in (select show_id from performance where id = any (${[...performanceIds]}::integer[]))
   order by promotion_code.id`;

/** Locks promotions for who takes uses of them, by id: uses are counted and taken one purchase after another. */
export const lockPromotions = (tx: Tx, promotionIds: readonly number[]) => tx`
  select pg_advisory_xact_lock(${PROMOTION_LOCK}, id)
    from (select distinct id from unnest(${[...promotionIds]}::integer[]) as given (id) order by id) as ordered`;

/** Of advisory locks, any number that no other has. */
const PROMOTION_LOCK = 7_283_050;

export interface UsesRow {
  /** Purchases with this code, and of them those that are not paid. */
  readonly uses: number;
  readonly unpaid: number;
  /** Tickets that the same person has with this promotion in other purchases, or may still have. */
  readonly tickets: number;
}

/** Of a paid `purchase`, the valid tickets that the promotion of `promotion_id` reduced: what was given back takes no use any more. */
const reducedTickets = (db: Db | Tx) => db`
  (select count(*) from jsonb_array_elements(priced -> 'tickets') as sold
     join ticket on ticket.performance_id = (sold ->> 'performanceId')::integer and ticket.purchase_id = purchase.id
      and ticket.place_id = (sold ->> 'placeId')::integer and ticket.state = 'valid'
    where (sold -> 'promotion' ->> 'id')::integer = promotion_id)`;

/**
 * What is taken of a code, and of its promotion by this person, in other purchases. A person is a customer, and whoever has the same document; what
 * clerks sold is not theirs. A paid purchase counts the tickets that it still has, any other one what it may still have.
 */
export async function readUses(
  tx: Tx,
  { code, purchaseId, customerId, graceSeconds }: { code: CodeRow; purchaseId: string; customerId: string; graceSeconds: number },
): Promise<UsesRow> {
  const [row] = await tx<UsesRow[]>`
    select (select count(*)::int from promotion_use join purchase on purchase.id = purchase_id
             where code_id = ${code.id} and purchase_id <> ${purchaseId} and ${keepsStock(tx, graceSeconds)}
               and (stage <> 'paid' or ${reducedTickets(tx)} > 0)) as uses,
           (select count(*)::int from promotion_use join purchase on purchase.id = purchase_id
             where code_id = ${code.id} and purchase_id <> ${purchaseId} and stage <> 'paid' and ${keepsStock(tx, graceSeconds)}) as unpaid,
           (select coalesce(sum(case when stage = 'paid' then ${reducedTickets(tx)} else most_tickets end), 0)::int
              from promotion_use join purchase on purchase.id = purchase_id
             where promotion_id = ${code.promotionId} and purchase_id <> ${purchaseId} and ${keepsStock(tx, graceSeconds)}
               and channel = 'online'
               and promotion_use.customer_id in (
                 select other.id from customer as me join customer as other
                     on other.id = me.id or (other.document_type = me.document_type and other.document_number = me.document_number)
                  where me.id = ${customerId})) as tickets`;
  return row as UsesRow;
}

interface Claims {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly claims: readonly PromotionClaim[];
}

/** Makes the uses of codes of a locked purchase exactly these, and forgets documents of promotions that are not among them. */
export async function writeClaims(tx: Tx, { purchaseId, customerId, claims }: Claims): Promise<void> {
  await tx`
    delete from promotion_use
     where purchase_id = ${purchaseId} and code_id is not null and promotion_id <> all (${claims.map(({ promotionId }) => promotionId)}::integer[])`;
  await tx`
    delete from promotion_document
     where purchase_id = ${purchaseId} and promotion_id <> all (${claims.map(({ promotionId }) => promotionId)}::integer[])`;
  await tx`
    insert into promotion_use (purchase_id, promotion_id, code_id, customer_id, most_tickets)
    select ${purchaseId}, entry."promotionId", entry."codeId", ${customerId}, entry."mostTickets"
      from jsonb_to_recordset(${tx.json(claims as never)}) as entry ("promotionId" integer, "codeId" integer, "mostTickets" integer)
     where entry."codeId" is not null
        on conflict (purchase_id, promotion_id) do update set code_id = excluded.code_id, most_tickets = excluded.most_tickets
     where (promotion_use.code_id, promotion_use.most_tickets) is distinct from (excluded.code_id, excluded.most_tickets)`;
  await expectRows(1, tx`update purchase set promotions = ${claims.length > 0 ? tx.json(claims as never) : null} where id = ${purchaseId}`);
}

/** Gives back uses of sold purchases that no ticket of theirs was reduced by: a better promotion applied. */
export const dropUnusedClaims = (tx: Tx, purchaseIds: readonly string[]) => tx`
  delete from promotion_use using purchase
   where purchase.id = purchase_id and purchase_id = any (${[...purchaseIds]}::text[])
     and not exists (select from jsonb_array_elements(priced -> 'tickets') as ticket
                      where (ticket -> 'promotion' ->> 'id')::integer = promotion_id)`;

interface DocumentsAsked {
  readonly promotionId: number;
  readonly purchaseId: string;
  readonly keys: readonly string[];
  readonly graceSeconds: number;
}

interface DocumentUsesRow {
  readonly key: string;
  /** Tickets that have it in other purchases, or may still have, and of them those that are not paid. */
  readonly uses: number;
  readonly unpaid: number;
}

/** What is taken of documents in other purchases, whoever they are of; a ticket that was given back has none. */
export const readDocumentUses = (tx: Tx, { promotionId, purchaseId, keys, graceSeconds }: DocumentsAsked) => tx<DocumentUsesRow[]>`
  select document_key as key, count(*)::int as uses, (count(*) filter (where stage <> 'paid'))::int as unpaid
    from promotion_document as given join purchase on purchase.id = purchase_id
   where promotion_id = ${promotionId} and document_key = any (${[...keys]}::text[]) and purchase_id <> ${purchaseId}
     and ${keepsStock(tx, graceSeconds)}
     and (given.place_id is null or exists (
       select from ticket where ticket.performance_id = given.performance_id and ticket.place_id = given.place_id
          and ticket.purchase_id = given.purchase_id and ticket.state = 'valid'))
   group by document_key`;

/** Makes the documents of a promotion in a locked purchase exactly these. */
export async function writeDocuments(
  tx: Tx,
  { promotionId, purchaseId, keys }: Pick<DocumentsAsked, 'promotionId' | 'purchaseId' | 'keys'>,
): Promise<void> {
  await tx`delete from promotion_document where purchase_id = ${purchaseId} and promotion_id = ${promotionId}`;
  await tx`
    insert into promotion_document (purchase_id, promotion_id, position, document_key)
    select ${purchaseId}, ${promotionId}, position - 1, key
      from unnest(${[...keys]}::text[]) with ordinality as given (key, position)`;
}

/** Each document of sold purchases gets its ticket, in the order of their tickets; one that no ticket was reduced for is given back. */
export async function settleDocuments(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  await tx`
    update promotion_document as given set performance_id = sold.performance_id, place_id = sold.place_id
      from (select purchase.id as purchase_id, (ticket -> 'promotion' ->> 'id')::integer as promotion_id,
                   (ticket ->> 'performanceId')::integer as performance_id, (ticket ->> 'placeId')::integer as place_id,
                   row_number() over (partition by purchase.id, ticket -> 'promotion' ->> 'id' order by turn) - 1 as position
              from purchase cross join jsonb_array_elements(priced -> 'tickets') with ordinality as each (ticket, turn)
             where purchase.id = any (${[...purchaseIds]}::text[]) and ticket -> 'promotion' is not null) as sold
     where (given.purchase_id, given.promotion_id, given.position) = (sold.purchase_id, sold.promotion_id, sold.position)`;
  await tx`delete from promotion_document where purchase_id = any (${[...purchaseIds]}::text[]) and place_id is null`;
}

/** Tickets of a sold purchase were moved to other places of their performance, by the place that each had. */
export const moveDocuments = (tx: Tx, performanceId: number, purchaseId: string, to: ReadonlyMap<number, number>) => tx`
  update promotion_document set place_id = moved."to"
    from unnest(${[...to.keys()]}::integer[], ${[...to.values()]}::integer[]) as moved ("from", "to")
   where purchase_id = ${purchaseId} and performance_id = ${performanceId} and place_id = moved."from"`;

interface CardUsesAsked {
  readonly promotionIds: readonly number[];
  readonly purchaseId: string;
  readonly customerId: string;
  /** Null while the card is not known: then only the person's are counted. */
  readonly cardKey: string | null;
  readonly graceSeconds: number;
}

interface CardUsesRow {
  readonly promotionId: number;
  /** Tickets of other purchases of the same person, and of those with the same card, whoever they are of. */
  readonly ofPerson: number;
  readonly ofCard: number;
}

/** What is taken of promotions of cards, or may still be, in other purchases; counted as `readUses` counts. */
export const readCardUses = (db: Db | Tx, { promotionIds, purchaseId, customerId, cardKey, graceSeconds }: CardUsesAsked) => db<
  CardUsesRow[]
>`
  with person as (
    select other.id from customer as me join customer as other
        on other.id = me.id or (other.document_type = me.document_type and other.document_number = me.document_number)
     where me.id = ${customerId}),
  taken as (
    select purchase_id, promotion_id, card_key, true as is_own from promotion_use
     where promotion_id = any (${[...promotionIds]}::integer[]) and customer_id in (select id from person)
    union
    select purchase_id, promotion_id, card_key, customer_id in (select id from person) from promotion_use
     where promotion_id = any (${[...promotionIds]}::integer[]) and card_key = ${cardKey}::text),
  counted as (
    select taken.promotion_id, card_key, is_own,
           case when stage = 'paid' then ${reducedTickets(db)} else most_tickets end as tickets
      from taken join promotion_use using (purchase_id, promotion_id, card_key) join purchase on purchase.id = purchase_id
     where purchase_id <> ${purchaseId} and ${keepsStock(db, graceSeconds)})
  select promotion_id as "promotionId", coalesce(sum(tickets) filter (where is_own), 0)::int as "ofPerson",
         coalesce(sum(tickets) filter (where card_key = ${cardKey}::text), 0)::int as "ofCard"
    from counted group by promotion_id`;

interface CardUsesTaken {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly cardKey: string | null;
  readonly promotions: readonly { readonly id: number; readonly tickets: number }[];
}

/** Uses that a payment by card takes; one that the purchase has from an earlier try is now this card's. */
export const writeCardUses = (tx: Tx, { purchaseId, customerId, cardKey, promotions }: CardUsesTaken) => tx`
  insert into promotion_use (purchase_id, promotion_id, customer_id, card_key, most_tickets)
  select ${purchaseId}, entry.id, ${customerId}, ${cardKey}, entry.tickets
    from unnest(${promotions.map(({ id }) => id)}::integer[], ${promotions.map(({ tickets }) => tickets)}::integer[]) as entry (id, tickets)
      on conflict (purchase_id, promotion_id) do update
     set customer_id = excluded.customer_id, card_key = excluded.card_key, most_tickets = excluded.most_tickets`;

/** Clears the documents that were given so long ago. */
export const forgetDocuments = (db: Db, months: number) => db`
  update promotion_document set document_key = null
   where document_key is not null and given_at < clock_timestamp() - make_interval(months => ${months}::int)`;

/** Clears the cards of uses that were taken so long ago. */
export const forgetCardsOfUses = (db: Db, months: number) => db`
  update promotion_use set card_key = null
   where card_key is not null and used_at < clock_timestamp() - make_interval(months => ${months}::int)`;
