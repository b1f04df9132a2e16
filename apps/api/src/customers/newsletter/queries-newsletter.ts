import type { LanguageCode } from '@butaca/brand/languages';
import type { Db, Tx } from '#db/connect';

export interface Subscription {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isConfirmed: boolean;
}

/**
 * One statement whether or not the address is subscribed; answers the id of its row. Who subscribed keeps their name and language: a stranger who types
 * the address changes nothing.
 */
export async function putSubscription(
  tx: Tx,
  { id, email, name, language }: Pick<Subscription, 'id' | 'email' | 'name'> & { readonly language: LanguageCode },
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into newsletter_subscription as known (id, email, name, language) values (${id}, ${email}, ${name}, ${language})
    on conflict (email) do update set asked_at = clock_timestamp(),
                                      name = case when known.confirmed_at is null then excluded.name else known.name end,
                                      language = case when known.confirmed_at is null then excluded.language else known.language end
    returning id`;
  if (!row) throw new Error('subscription insert returned no row');
  return row.id;
}

/** Whether it is confirmed by this call. */
export const markConfirmed = async (tx: Tx, id: string, hours: number): Promise<boolean> =>
  (
    await tx`
      update newsletter_subscription set confirmed_at = clock_timestamp()
       where id = ${id} and confirmed_at is null and asked_at > clock_timestamp() - make_interval(hours => ${hours}::integer)`
  ).count === 1;

export const findSubscription = async (db: Db | Tx, id: string): Promise<Subscription | undefined> =>
  (
    await db<Subscription[]>`
      select id, email, name, confirmed_at is not null as "isConfirmed" from newsletter_subscription where id = ${id}`
  )[0];

interface SubscriptionToMail extends Pick<Subscription, 'id' | 'email' | 'isConfirmed'> {
  readonly askedAt: Temporal.Instant;
  readonly language: LanguageCode | null;
}

/** What may be mailed about a subscription: it is confirmed, or its link works for a while; undefined otherwise. */
export const subscriptionToMail = async (db: Db, id: string, hours: number): Promise<SubscriptionToMail | undefined> =>
  (
    await db<SubscriptionToMail[]>`
      select id, email, confirmed_at is not null as "isConfirmed", asked_at as "askedAt", language from newsletter_subscription
       where id = ${id} and (confirmed_at is not null or asked_at > clock_timestamp() - make_interval(hours => ${hours}::integer))`
  )[0];

/** Whether it is ended by this call. */
export const deleteSubscription = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx`delete from newsletter_subscription where id = ${id}`).count === 1;

/** Ends what an address has asked for, confirmed or not; undefined when there is nothing. */
export const takeSubscriptionOf = async (tx: Tx, email: string): Promise<TakenSubscription | undefined> =>
  (
    await tx<TakenSubscription[]>`
      delete from newsletter_subscription where email = lower(${email})
      returning id, name, language, asked_at as "askedAt", confirmed_at as "confirmedAt"`
  )[0];

interface TakenSubscription {
  readonly id: string;
  readonly name: string;
  readonly language: LanguageCode | null;
  readonly askedAt: Temporal.Instant;
  readonly confirmedAt: Temporal.Instant | null;
}

/** Goes on at another address as it was; undefined where that address has confirmed one of its own, otherwise the id of the row. */
export const resumeSubscription = async (
  tx: Tx,
  { id, email, name, language, askedAt, confirmedAt }: TakenSubscription & { readonly email: string },
): Promise<string | undefined> =>
  (
    await tx<{ id: string }[]>`
      insert into newsletter_subscription as own (id, email, name, language, asked_at, confirmed_at)
      values (${id}, lower(${email}), ${name}, ${language}, ${askedAt}, ${confirmedAt})
      on conflict (email) do update set name = excluded.name, language = excluded.language, asked_at = excluded.asked_at,
                                        confirmed_at = excluded.confirmed_at
       where own.confirmed_at is null
      returning id`
  )[0]?.id;

/** The subscription of an account's address, if it has one. */
export const lockSubscriptionsOf = async (tx: Tx, customerId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select newsletter_subscription.id from customer join newsletter_subscription on newsletter_subscription.email = lower(customer.email)
       where customer.id = ${customerId} for update of newsletter_subscription`
  ).map(({ id }) => id);
