import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';

/** What a try counts under. */
export type TryScope = 'customer' | 'card' | 'network';
export type TryKeys = Readonly<Record<TryScope, string>>;

/** A brand's `cardTries`: so many tries within so many minutes; the next one waits. */
export interface CardTryLimits extends Readonly<Record<TryScope, { readonly most: number; readonly minutes: number }>> {
  /** Declines of a purchase, the last of which ends it. */
  readonly perPurchase: number;
}

/** Tries under one key: at most as many as its limit, and the seconds until the oldest of them no longer counts. */
export interface CountedTries {
  readonly scope: TryScope;
  readonly key: string;
  readonly count: number;
  readonly waitSeconds: number | null;
}

export const insertTries = (tx: Tx, tries: readonly (TryKeys & { readonly reference: string })[]) =>
  expectRows(
    tries.length,
    tx`
      insert into card_try (reference, customer, card, network)
      select * from unnest(${tries.map(({ reference }) => reference)}::text[], ${tries.map(({ customer }) => customer)}::text[],
                           ${tries.map(({ card }) => card)}::text[], ${tries.map(({ network }) => network)}::text[])`,
  );

/** For each key its tries within the time of its limit, counted up to the limit. One round trip. */
export async function recentTries(tx: Tx, keys: readonly TryKeys[], limits: CardTryLimits): Promise<CountedTries[]> {
  const counted = (scope: TryScope) => {
    const { most, minutes } = limits[scope];
    return tx<CountedTries[]>`
      select ${scope} as scope, asked.key, newest.count, newest.wait as "waitSeconds"
        from unnest(${[...new Set(keys.map((each) => each[scope]))]}::text[]) as asked (key)
       cross join lateral (
         select count(*)::int as count,
                ceil(extract(epoch from min(tried_at) + make_interval(mins => ${minutes}) - clock_timestamp()))::int as wait
           from (select tried_at from card_try
                  where ${tx(scope)} = asked.key and tried_at > clock_timestamp() - make_interval(mins => ${minutes})
                    ${scope === 'network' ? tx`and declined` : tx``}
                  order by tried_at desc limit ${most}) as latest) as newest`;
  };
  return (await Promise.all([counted('customer'), counted('card'), counted('network')])).flat();
}

/** Answers how many tries of the same customer within the last hour were declined, this one included. */
export async function markDeclined(tx: Tx, reference: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with marked as (update card_try set declined = true where reference = ${reference} returning customer)
    select 1 + count(other)::int as count
      from marked left join card_try as other
        on other.customer = marked.customer and other.declined and other.reference <> ${reference}
       and other.tried_at > clock_timestamp() - interval '1 hour'`;
  return row?.count ?? 0;
}

export const deleteTries = (tx: Tx, references: readonly string[]) =>
  tx`delete from card_try where reference = any (${[...references]}::text[])`;

/** No limit looks further back than a day. */
export const deleteOldTries = (db: Db) => db`delete from card_try where tried_at < clock_timestamp() - interval '1 day'`;
