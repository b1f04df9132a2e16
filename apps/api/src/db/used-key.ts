import { Refusal } from '@butaca/contract';
import { booleans, texts } from './array-literal.ts';
import type { Db, Tx } from './connect.ts';

/** One click of one caller: its idempotency key, and what it asks for. */
export interface Click {
  /** The customer, the member of staff, or the pay link. */
  readonly callerId: string;
  readonly key: string;
  /** Hash of the call, its subject and everything that was asked. */
  readonly asked: string;
  /** Never forgotten: what staff do has no other guard that lasts as long. */
  readonly lasts: boolean;
}

/**
 * A click's key means one act (decision 092). `first`: the caller acts, in this transaction, and a refusal leaves the key unused. `again`: it
 * has acted before, and the caller answers without acting. A key that was used with anything else asked is refused. Of two clicks at once
 * the second waits for the first one's transaction. Locks leave in this order: purchases, then keys, then everything else.
 */
export async function useKey(tx: Tx, click: Click): Promise<'first' | 'again'> {
  const { callerId, key, asked, lasts } = click;
  for (;;) {
    const written = await tx`
      insert into used_key (caller_id, key, asked, lasts) values (${callerId}, ${key}, ${asked}, ${lasts}) on conflict do nothing returning 1`;
    if (written.length === 1) return 'first';
    // A key that was given back in between is free again.
    if (await refuseReused(tx, click)) return 'again';
  }
}

/** Refuses a key that was used with anything else asked. False when it was not used. */
export async function refuseReused(db: Db | Tx, { callerId, key, asked }: Pick<Click, 'callerId' | 'key' | 'asked'>): Promise<boolean> {
  const [before] = await db<{ asked: string | null }[]>`select asked from used_key where caller_id = ${callerId} and key = ${key}`;
  if (before && isAnotherAct(before.asked, asked)) throw new Refusal('key_reused');
  return before !== undefined;
}

/** Whether something else was asked before; null was asked before there were hashes, and counts as the same but for claims. */
export const isAnotherAct = (before: string | null, asked: string): boolean => before !== null && before !== asked;

/** The same for many clicks, in the order of their keys, so that two transactions never deadlock. Answers how many keys were not used before. */
export const insertUsedKeys = async (tx: Tx, clicks: readonly Click[]): Promise<number> =>
  (
    await tx`
      insert into used_key (caller_id, key, asked, lasts)
      select caller_id, key, asked, lasts
        from unnest(${texts(clicks.map(({ callerId }) => callerId))}::text[], ${texts(clicks.map(({ key }) => key))}::text[],
                    ${texts(clicks.map(({ asked }) => asked))}::text[], ${booleans(clicks.map(({ lasts }) => lasts))}::boolean[])
          as click (caller_id, key, asked, lasts)
       order by caller_id, key
          on conflict do nothing
      returning 1`
  ).length;

/** Whether a click has acted before, for what is done with no transaction open; `useKey` still decides. */
export const wasUsed = async (db: Db, { callerId, key }: Pick<Click, 'callerId' | 'key'>): Promise<boolean> =>
  (await db`select from used_key where caller_id = ${callerId} and key = ${key}`).length === 1;

/** For a click that came to nothing outside a transaction, or in one that must not undo itself. */
export const releaseKey = (db: Db | Tx, { callerId, key }: Pick<Click, 'callerId' | 'key'>) => db`
  delete from used_key where caller_id = ${callerId} and key = ${key}`;

/** Buyers' purchases are over by then, and their payments keep their own keys: a click that comes later still acts no second time. Answers how many. */
export const forgetUsedKeys = async (db: Db, { days, most }: { days: number; most: number }): Promise<number> =>
  (
    await db`
      delete from used_key where (caller_id, key) in (
        select caller_id, key from used_key where not lasts and at < clock_timestamp() - make_interval(days => ${days}::int)
         order by at limit ${most})`
  ).count;
