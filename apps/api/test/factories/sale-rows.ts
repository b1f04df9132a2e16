import { connect, type Db, type Tx } from '../../src/db/connect.ts';

/** The same numbers in every run (mulberry32). */
let seed = 20_261_122;
export function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
export const one = <Item>(of: readonly Item[]) => of[random(of.length)] as Item;
export const some = <Item>(of: readonly Item[], most = of.length) => of.filter(() => random(2) === 0).slice(0, most);
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

export const ids = numbers(60).map((number) => `purchase-${number}`.padEnd(22, '-'));
export const customers = ['ana', 'luis', 'rosa'];
export const counters = ['door', 'hall'];
export const keys = numbers(4).map((number) => `key-${number}`);
export const performances = [1, 2];
export const PLACES = 50;
const stages = ['open', 'open', 'paying', 'offered', 'paid', 'expired', 'cancelled'] as const;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** Those of before have none. */
const askedOf = (key: string | null) => (key === null || random(3) === 0 ? null : String(random(9)).repeat(22));
const placesOf = () => some(numbers(PLACES), 4);

export interface Purchase {
  readonly id: string;
  readonly customer_id: string;
  readonly channel: string;
  readonly stage: string;
  readonly deadline: Temporal.Instant;
  readonly started_at: Temporal.Instant;
  readonly claim_key: string | null;
  readonly claim_asked: string | null;
  readonly claim_places: number[] | null;
  readonly claim_contiguous: boolean | null;
  readonly slot: number | null;
  readonly counter: string | null;
  readonly ended_at: Temporal.Instant | null;
  /** Of a reservation that is being paid. */
  readonly reserved_until: Temporal.Instant | null;
}
export interface Hold {
  readonly performance_id: number;
  readonly purchase_id: string;
  readonly place_ids: number[];
  readonly price_type_ids: number[];
  readonly held_until: Temporal.Instant;
  readonly state: string;
}
export interface Place {
  readonly performance_id: number;
  readonly place_id: number;
  readonly state: string;
  readonly held_until: Temporal.Instant | null;
  readonly version: number;
}
interface Answer {
  readonly purchase_id: string;
  readonly key: string;
  readonly asked: string | null;
  readonly place_ids: number[];
  readonly contiguous: boolean;
}
interface Attempt {
  readonly purchase_id: string;
  readonly state: string;
}

/** All rows of the sale, in the order of their keys. */
export const saleRows = async (db: Db | Tx) => ({
  purchases: await db<Purchase[]>`select * from purchase order by id`,
  holds: await db<Hold[]>`select * from hold order by performance_id, purchase_id`,
  places: await db<Place[]>`select * from place order by performance_id, place_id`,
  answers: await db<Answer[]>`select * from claim_key order by purchase_id, key`,
  attempts: await db<Attempt[]>`select * from attempt order by purchase_id, reference`,
});

/** Fills the tables with rows of every kind, side by side; what they would have to refer to elsewhere is not there. */
export async function haveSaleRows(url: string): Promise<void> {
  const filling = connect(url, { connections: 1 });
  await filling`set session_replication_role = replica`;
  for (const [number, id] of ids.entries()) {
    const stage = one(stages);
    const age = 1 + random(40);
    const key = random(3) === 0 ? null : one(keys);
    const channel = one(['online', 'box_office']);
    await filling`
      insert into purchase (id, customer_id, channel, stage, started_at, deadline, ended_at, total, claim_key, claim_asked, claim_places, claim_contiguous, slot, counter,
                            reserved_until)
      values (${id}, ${one(customers)}, ${channel}, ${stage}, ${minutesAgo(age)}, ${minutesAgo(age - one([12, 15]) + 0.5)},
              ${['paid', 'expired', 'cancelled'].includes(stage) ? minutesAgo(0) : null}, ${stage === 'open' ? null : 1}, ${key}, ${askedOf(key)},
              ${key === null || random(4) === 0 ? null : placesOf()}::integer[], ${key === null ? null : random(2) === 0},
              ${random(3) === 0 ? null : number + 1}, ${channel === 'box_office' && random(3) > 0 ? one(counters) : null},
              ${number % 7 === 3 ? minutesAgo(-60) : null})`;
    for (const performanceId of some(performances)) {
      const held = placesOf();
      if (held.length > 0)
        await filling`insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until, state)
                      values (${performanceId}, ${id}, ${held}, ${held.map(() => random(9) + 1)}, ${minutesAgo(random(20) - 9.5)}, ${one(['held', 'held', 'sold'])})`;
    }
    for (const later of some(
      keys.filter((each) => each !== key),
      2,
    ))
      await filling`insert into claim_key (purchase_id, key, asked, place_ids, contiguous) values (${id}, ${later}, ${askedOf(later)}, ${placesOf()}, ${random(2) === 0})`;
    if (random(2) === 0)
      await filling`insert into attempt (purchase_id, reference, idempotency_key, provider, payment_method_id, amount, currency, split, instalments, state, settled_at)
                    values (${id}, ${String(number).padStart(32, '0')}, ${id}, 'free', 3, 0, 'ARS', '[]', 1,
                            ${one(['approved', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'])}, now())`;
  }
  for (const performanceId of performances) {
    for (const placeId of numbers(PLACES)) {
      const state = one(['free', 'free', 'held', 'sold', 'blocked']);
      const version = random(3);
      await filling`insert into place (performance_id, place_id, state, purchase_id, held_until, version)
                    values (${performanceId}, ${placeId}, ${state}, ${state === 'free' || state === 'blocked' ? null : one(ids)},
                            ${state === 'held' ? minutesAgo(random(20) - 9.5) : null}, ${version})`;
    }
  }
  for (const [row, customer] of customers.entries())
    for (const performanceId of performances)
      await filling`insert into bought_places (customer_id, performance_id, places) values (${customer}, ${performanceId}, ${row + performanceId})`;
  await filling.end();
}

const undone = new Error('undone');
/** Answers what `work` does in a transaction, of which nothing stays. */
export async function undoing<Result>(db: Db, work: (tx: Tx) => PromiseLike<Result>): Promise<Result> {
  let result: { readonly of: Result } | undefined;
  await db
    .begin(async (tx) => {
      result = { of: await work(tx) };
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return (result as { readonly of: Result }).of;
}
